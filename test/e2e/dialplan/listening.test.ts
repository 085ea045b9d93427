import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import type { AppSocket } from '../../support/sockets/socket-peer';

const value = (name: string): string => `\${${name}}`;
/** No test depends on how soon it comes to speak. */
const dialplan = `
exten => who,1,Answer(,i)
 same => n,AMD(60000,,,120000)
 same => n,Stasis(hello,${value('AMDSTATUS')} ${value('AMDCAUSE')})
exten => quick,1,Answer(,i)
 same => n,AMD()
 same => n,Stasis(hello,${value('AMDSTATUS')} ${value('AMDCAUSE')})
exten => silence,1,WaitForNoise(200)
 same => n,Set(FIRST=${value('WAITSTATUS')})
 same => n,WaitForSilence(500,1,60)
 same => n,Stasis(hello,${value('FIRST')} ${value('WAITSTATUS')})
exten => prompt,1,BackgroundDetect(long,500)
exten => talk,1,Stasis(hello,talked)
`;

describe('listening to what a caller says, in the media thread', () => {
  let rig: CallRig;
  let app: AppSocket;
  let data: string;
  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'patchbay-sounds-'));
    mkdirSync(join(data, 'sounds', 'en'), { recursive: true });
    writeFileSync(join(data, 'sounds', 'en', 'long.sln'), new Uint8Array(60 * 16_000));
    rig = await CallRig.start(dialplan, {
      'amd.conf': '[general]\ninitial_silence = 300\n',
      'asterisk.conf': `[directories]\nastdatadir => ${data}\n`,
    });
  });
  beforeEach(async () => {
    app = await rig.open('hello');
  });
  afterEach(() => rig.clear());
  afterAll(async () => {
    await rig.close();
    rmSync(data, { recursive: true, force: true });
  });

  /** Calls the extension, and says a pattern of tones and silences to it. */
  async function say(extension: string, pattern: string): Promise<void> {
    await rig.originate('c1', extension);
    await until(app, 'StasisStart c1');
    expect(await rig.status('post', `/channels/c1/play?media=${encodeURIComponent(`tone:${pattern}`)}`)).toBe(201);
  }

  it('takes a short hello and a pause for a human', async () => {
    await say('who', '!440/400|!0/60000');

    await until(app, 'StasisStart c1;2 HUMAN HUMAN-800-800');
  });

  it('takes endless talking for a machine', async () => {
    await say('who', '!440/60000');

    await until(app, 'StasisStart c1;2 MACHINE LONGGREETING-1500-1500');
  });

  it('takes many words for a machine', async () => {
    await say('who', '!440/200|!0/200|!600/200|!0/200|!440/200|!0/60000');

    await until(app, 'StasisStart c1;2 MACHINE MAXWORDS-3-2');
  });

  it('does as amd.conf says', async () => {
    await rig.originate('c1', 'quick');

    await until(app, 'StasisStart c1;2 MACHINE INITIALSILENCE-300-300');
  });

  it('does as amd.conf says after a reload of its module', async () => {
    rig.server.configure('amd.conf', '[general]\ntotal_analysis_time = 200\n');
    expect((await rig.rest.call('PUT', '/server/modules/app_amd.so')).status).toBe(204);
    await rig.originate('c1', 'quick');

    await until(app, 'StasisStart c1;2 NOTSURE TOOLONG-200');
  });

  it('waits for noise, and then for silence', async () => {
    await say('silence', '!440/600|!0/60000');

    await until(app, 'StasisStart c1;2 NOISE SILENCE');
  });

  it('interrupts a prompt by what is said', async () => {
    await say('prompt', '!440/400|!0/60000');

    await until(app, 'StasisStart c1;2 talked');
  });
});

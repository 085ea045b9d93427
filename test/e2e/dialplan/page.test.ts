import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goertzel } from '../../../src/media/samples/levels';
import { AudioCalls } from '../../support/media/audio-calls';
import { lineOf, until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import { eventually, within } from '../../support/eventually';
import { aTone } from '../../support/media/signals';
import type { AppSocket } from '../../support/sockets/socket-peer';

const phones = 'Local/a@default&Local/b@default';
const dialplan = `
exten => page,1,Page(${phones},qr)
exten => duplex,1,Page(${phones},dq)
exten => announced,1,Page(${phones},A(gong)n)
exten => a,1,Answer(,i)
 same => n,Stasis(hello,a)
exten => b,1,Answer(,i)
 same => n,Stasis(hello,b)
`;
const rate = 8000;
const frequency = 440;

describe('Page, in the media thread', () => {
  let rig: CallRig;
  let app: AppSocket;
  let calls: AudioCalls;
  let data: string;
  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'patchbay-sounds-'));
    mkdirSync(join(data, 'sounds', 'en'), { recursive: true });
    for (const [name, tone] of Object.entries({ gong: 700, beep: 1000 }))
      writeFileSync(join(data, 'sounds', 'en', `${name}.sln`), Buffer.from(aTone(tone, { rate, seconds: 60 }).buffer));
    rig = await CallRig.start(dialplan, { 'asterisk.conf': `[directories]\nastdatadir => ${data}\n` });
  });
  beforeEach(async () => {
    app = await rig.open('hello');
    calls = new AudioCalls(rig, app);
  });
  afterEach(() => rig.clear());
  afterAll(async () => {
    await rig.close();
    rmSync(data, { recursive: true, force: true });
  });

  /** Everybody is in the application: the ids of the paged phones. */
  async function paged(extension: string): Promise<readonly string[]> {
    await rig.originate('c1', extension);
    const started = new Map<string, string>();
    while (started.size < 3) {
      const line = lineOf(await within(app.next(), () => `only ${[...started.keys()].join()} came`));
      const [, id = '', name = ''] = /^StasisStart (\S+) ?(.*)$/.exec(line) ?? [];
      if (id !== '') started.set(name, id);
    }
    return ['a', 'b'].map((name) => started.get(name) ?? '');
  }

  /** How strong the tone is in what these channels hear. */
  async function heardBy(channels: readonly string[], tone = frequency): Promise<boolean[]> {
    const heard = await calls.listen(channels.map((id) => `channels/${encodeURIComponent(id)}`));
    return heard.map((samples) => goertzel(samples.subarray(samples.length / 2), tone, rate) > 1000);
  }

  it('lets all called parties hear the caller, who hears none of them', async () => {
    const [first = '', second = ''] = await paged('page');
    await calls.play('c1', `tone:${frequency}`);
    expect(await heardBy([first, second])).toEqual([true, true]);
    await rig.rest.delete('/channels/c1');
    await until(app, 'ChannelDestroyed c1 16');
    const folder = join(rig.server.folder, 'state', 'spool', 'monitor');

    await eventually(
      () => existsSync(folder) && /page-.*wav/.test(readdirSync(folder).join()),
      () => 'there is no recording',
    );
  });

  it.each([
    ['page', false],
    ['duplex', true],
  ])('lets the caller of %s hear the others: %s', async (extension, expected) => {
    const [first = ''] = await paged(extension);
    await calls.play(first, `tone:${frequency}`);

    expect(await heardBy(['c1'])).toEqual([expected]);
  });

  it('lets those who answer hear the announcement, and the caller a beep', async () => {
    const [first = '', second = ''] = await paged('announced');
    const [one, other, beep] = await calls.listen(
      [first, second, 'c1'].map((id) => `channels/${encodeURIComponent(id)}`),
    );
    const level = (samples: Int16Array | undefined, tone: number): boolean =>
      goertzel(samples?.subarray(rate / 2) ?? new Int16Array(0), tone, rate) > 1000;

    expect([level(one, 700), level(other, 700), level(beep, 1000)]).toEqual([true, true, true]);
  });
});

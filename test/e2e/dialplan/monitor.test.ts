import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goertzel } from '../../../src/media/samples/levels';
import { lineOf, until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import { eventually, within } from '../../support/eventually';
import { aTone } from '../../support/media/signals';
import type { AppSocket } from '../../support/sockets/socket-peer';

/** The caller is recorded from before he is connected until he hangs up. */
const dialplan = `
exten => recorded,1,Answer(,i)
 same => n,MixMonitor(calls/one.wav)
 same => n,Dial(Local/callee@default)
exten => callee,1,Answer(,i)
 same => n,Stasis(hello,callee)
`;
const rate = 8000;
const frequencies = [400, 1000];

describe('MixMonitor, in the media thread', () => {
  let rig: CallRig;
  let app: AppSocket;
  let data: string;
  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'patchbay-sounds-'));
    mkdirSync(join(data, 'sounds', 'en'), { recursive: true });
    for (const frequency of frequencies)
      writeFileSync(join(data, 'sounds', 'en', `${frequency}.sln`), Buffer.from(aTone(frequency, { rate }).buffer));
    rig = await CallRig.start(dialplan, { 'asterisk.conf': `[directories]\nastdatadir => ${data}\n` });
  });
  beforeEach(async () => {
    app = await rig.open('hello');
  });
  afterEach(() => rig.clear());
  afterAll(async () => {
    await rig.close();
    rmSync(data, { recursive: true, force: true });
  });

  /** The samples of the file, once it is there. */
  async function written(path: string): Promise<Int16Array> {
    await eventually(
      () => existsSync(path),
      () => `${path} is not written`,
    );
    return new Int16Array(new Uint8Array(readFileSync(path).subarray(44)).buffer);
  }

  /** The caller's own end and the callee are in the application: the id of the latter. */
  async function bothStarted(): Promise<string> {
    const args = new Map<string, string>();
    while (args.size < 2) {
      const line = lineOf(await within(app.next(), () => `only ${[...args.keys()].join()} came`));
      const [, id = '', given = ''] = /^StasisStart (\S+) ?(.*)$/.exec(line) ?? [];
      if (id !== '') args.set(given, id);
    }
    return args.get('callee') ?? '';
  }

  /** A second of a tone. */
  async function say(channel: string, frequency: number): Promise<void> {
    const target = `/channels/${encodeURIComponent(channel)}/play?media=sound:${frequency}`;
    expect(await rig.status('post', target)).toBe(201);
  }

  it('records both ends of a call that is dialled and bridged, until the call is over', async () => {
    const path = join(rig.server.folder, 'state', 'spool', 'monitor', 'calls', 'one.wav');
    await rig.originate('c1', 'recorded');
    const callee = await bothStarted();
    expect((await rig.rest.get('/server/modules/app_mixmonitor.so')).body).toMatchObject({ use_count: 1 });
    expect(await rig.status('delete', '/server/modules/app_mixmonitor.so')).toBe(409);
    await say('c1', 400);
    await say(callee, 1000);
    for (let left = 2; left > 0; left -= 1) await until(app, 'PlaybackFinished');
    expect(existsSync(path)).toBe(false);
    await rig.rest.delete('/channels/c1');

    const samples = await written(path);
    for (const frequency of frequencies) expect(loudest(samples, frequency)).toBeGreaterThan(3000);
    await eventually(
      async () => (await rig.status('delete', '/server/modules/app_mixmonitor.so')) === 204,
      () => 'the module is still in use',
    );
  });
});

/** The amplitude of a tone where it is strongest. */
function loudest(samples: Int16Array, frequency: number): number {
  let highest = 0;
  for (let at = 0; at < samples.length; at += rate / 4)
    highest = Math.max(highest, goertzel(samples.subarray(at, at + rate / 2), frequency, rate));
  return highest;
}

import { startMediaThread } from '../../../src/media/thread/media-thread';
import { goertzel, rms } from '../../../src/media/samples/levels';
import { AudioCalls } from '../../support/media/audio-calls';
import { CallRig } from '../../support/calls/call-rig';
import { eventually, within } from '../../support/eventually';
import { failsOnRequest, mediaProgram } from '../../support/media/media-program';
import type { AppSocket, Message } from '../../support/sockets/socket-peer';

const program = mediaProgram(failsOnRequest);
const dialplan = `
exten => far,1,Answer(,i)
 same => n,Stasis(hello,far)
`;
const tone = 440;

describe('a server whose media thread fails', () => {
  let rig: CallRig;
  let app: AppSocket;
  let calls: AudioCalls;
  beforeAll(async () => {
    rig = await CallRig.start(dialplan, {}, { media: startMediaThread({ program }) });
  });
  beforeEach(async () => {
    app = await rig.open('hello');
    calls = new AudioCalls(rig, app);
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  const page = async (path: string): Promise<{ readonly status: number; readonly text: string }> => {
    const response = await fetch(`${rig.server.origin}${path}`);
    return { status: response.status, text: await response.text() };
  };
  const metric = async (name: string): Promise<number> =>
    Number(new RegExp(`^${name} (.*)$`, 'm').exec((await page('/metrics')).text)?.[1]);
  const readiness = async (status: number): Promise<string> => {
    let last = { status: 0, text: '' };
    const isSo = async (): Promise<boolean> => (last = await page('/readyz')).status === status;
    await eventually(isSo, () => `/readyz stays at ${last.status} ${last.text}`);
    return last.text;
  };
  /** `PlaybackFinished failed channel:c1`, `RecordingFailed failed channel:c2`. */
  const lineOf = ({ type, playback, recording }: Message): string => {
    const { state, target_uri: target } = (playback ?? recording ?? {}) as Readonly<Record<string, unknown>>;
    return `${type} ${String(state)} ${String(target)}`;
  };
  const hear = async (...lines: readonly string[]): Promise<void> => {
    for (const missing = new Set(lines); missing.size > 0;)
      missing.delete(lineOf(await within(app.next(), () => `did not come: ${[...missing].join(', ')}`)));
  };

  it.each(['stands-still', 'crashes', 'exits'])(
    'says so, ends what cannot go on and restores its calls: the thread %s',
    async (how) => {
      const before = await metric('patchbay_media_restarts_total');
      for (const id of ['c1', 'c2']) await calls.call(id);
      await rig.rest.post('/bridges/b1');
      await rig.rest.post('/bridges/b1/addChannel?channel=c1,c2');
      await calls.play('c1;2', `tone:${tone}`);
      await rig.rest.post('/channels/c2%3B2/record?name=lost&format=wav&ifExists=overwrite');
      await hear('RecordingStarted recording channel:c2;2');
      await calls.call(how);
      await calls.play(how, `tone:${tone}`);
      await rig.rest.delete(`/channels/${how}`);

      const ended = hear('PlaybackFinished failed channel:c1;2', 'RecordingFailed failed channel:c2;2');
      const down = await readiness(503);
      await ended;
      const up = await readiness(200);
      await calls.play('c1;2', `tone:${tone}`);
      const [heard = new Int16Array()] = await calls.listen(['channels/c2%3B2']);

      expect([down, up]).toEqual(['not ready: the media thread is being restarted\n', 'ready\n']);
      expect(await metric('patchbay_media_restarts_total')).toBe(before + 1);
      expect(await metric('patchbay_media_up')).toBe(1);
      expect(goertzel(heard.subarray(800), tone, 8000) / Math.SQRT2 / rms(heard.subarray(800))).toBeGreaterThan(0.95);
    },
  );
});

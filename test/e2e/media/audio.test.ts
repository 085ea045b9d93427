import { join } from 'node:path';
import { goertzel, rms } from '../../../src/media/samples/levels';
import { projectRoot } from '../../../src/shared/project-root';
import { samplesOf as samplesOfFile } from '../../media/engine-rig';
import { AudioCalls } from '../../support/media/audio-calls';
import { until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import type { AppSocket } from '../../support/sockets/socket-peer';

const dialplan = `
exten => far,1,Answer(,i)
 same => n,Stasis(hello,far)
`;
const tone = 440;
const rate = 8000;

describe('audio through calls', () => {
  let rig: CallRig;
  let app: AppSocket;
  let calls: AudioCalls;
  beforeAll(async () => {
    rig = await CallRig.start(dialplan, {
      'asterisk.conf': `[directories]\nastdatadir => ${projectRoot(__dirname)}\n`,
    });
  });
  beforeEach(async () => {
    app = await rig.open('hello');
    calls = new AudioCalls(rig, app);
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  /** The share of the tone in what was heard, from 0 to 1, past the moment of its beginning. */
  function shareOfTone(samples: Int16Array): number {
    const settled = samples.subarray(rate / 10);
    const level = rms(settled);
    return level < 30 ? 0 : goertzel(settled, tone, rate) / Math.SQRT2 / level;
  }

  const play = (channel: string): Promise<void> => calls.play(channel, `tone:${tone}`);

  it('is heard by the other members of a bridge, and by who records it', async () => {
    await calls.call('c1');
    await calls.call('c2');
    await rig.rest.post('/bridges/b1');
    await rig.rest.post('/bridges/b1/addChannel?channel=c1,c2');
    await play('c1;2');

    const [other = new Int16Array(), all = new Int16Array()] = await calls.listen(['channels/c2%3B2', 'bridges/b1']);

    expect(shareOfTone(other)).toBeGreaterThan(0.95);
    expect(shareOfTone(all)).toBeGreaterThan(0.95);
  });

  it('begins where the offset says, also in the pattern of a tone', async () => {
    await calls.call('c1');
    const media = encodeURIComponent(`tone:!880/60000|${tone}`);
    await rig.rest.post(`/channels/c1%3B2/play?media=${media}&offsetms=60000`);

    const [heard = new Int16Array()] = await calls.listen(['channels/c1']);

    expect(shareOfTone(heard)).toBeGreaterThan(0.95);
  });

  it('is not heard from a member that is muted', async () => {
    await calls.call('c1');
    await calls.call('c2');
    await rig.rest.post('/bridges/b1');
    await rig.rest.post('/bridges/b1/addChannel?channel=c1&mute=true');
    await rig.rest.post('/bridges/b1/addChannel?channel=c2');
    await play('c1;2');

    const [other = new Int16Array()] = await calls.listen(['channels/c2%3B2']);

    expect(rms(other)).toBeLessThan(30);
  });

  it('is not heard from members of a bridge that mutes them, unless they are added otherwise', async () => {
    for (const id of ['c1', 'c2', 'c3']) await calls.call(id);
    expect(await rig.status('post', '/bridges/b1?mute=true')).toBe(200);
    await rig.rest.post('/bridges/b1/addChannel?channel=c1,c3');
    await play('c1;2');
    const [muted = new Int16Array()] = await calls.listen(['channels/c3%3B2']);
    await rig.rest.post('/bridges/b1/addChannel?channel=c2&mute=false');
    await play('c2;2');
    const [heard = new Int16Array()] = await calls.listen(['channels/c3%3B2']);

    expect(rms(muted)).toBeLessThan(30);
    expect(shareOfTone(heard)).toBeGreaterThan(0.95);
  });

  it('stops and comes back with the muting of a channel', async () => {
    await calls.call('c1');
    await play('c1;2');
    await rig.rest.post('/channels/c1/mute?direction=in');
    const [silenced = new Int16Array()] = await calls.listen(['channels/c1']);
    await rig.rest.delete('/channels/c1/mute?direction=in');
    const [again = new Int16Array()] = await calls.listen(['channels/c1']);

    expect(rms(silenced)).toBeLessThan(30);
    expect(shareOfTone(again)).toBeGreaterThan(0.95);
  });

  it('of a playback that is stopped is over', async () => {
    await calls.call('c1');
    await rig.rest.post(`/channels/c1%3B2/play/p1?media=tone:${tone}`);
    const [before = new Int16Array()] = await calls.listen(['channels/c1']);
    await rig.rest.delete('/playbacks/p1');
    await until(app, 'PlaybackFinished');
    const [after = new Int16Array()] = await calls.listen(['channels/c1']);

    expect(shareOfTone(before)).toBeGreaterThan(0.95);
    expect(rms(after.subarray(rate / 10))).toBeLessThan(30);
  });

  it('of a prompt that is played and recorded is that prompt, and no other', async () => {
    await calls.call('c1', { query: '&formats=slin16' });
    await rig.rest.post('/channels/c1/record?name=prompt&format=wav16');
    await until(app, 'RecordingStarted');
    await rig.rest.post('/channels/c1%3B2/play?media=sound:hello-world');
    await until(app, 'PlaybackFinished');

    const heard = await calls.stop('prompt');

    expect(likeness(heard, prompt('hello-world'))).toBeGreaterThan(0.95);
    expect(likeness(heard, prompt('goodbye'))).toBeLessThan(0.3);
  });
});

function prompt(name: string): Int16Array {
  return samplesOfFile(join(projectRoot(__dirname), 'sounds', 'en', `${name}.g722`));
}

/** The normalised cross-correlation of two pieces of audio, from 0 to 1, where they fit best. */
function likeness(heard: Int16Array, wanted: Int16Array): number {
  const [long, short] = [Float64Array.from(heard), Float64Array.from(wanted)];
  const power = Math.sqrt(product(long, long, 0) * product(short, short, 0));
  let best = 0;
  for (let lag = -short.length; lag < long.length; lag += 1) best = Math.max(best, product(long, short, lag));
  return best / power;
}

function product(long: Float64Array, short: Float64Array, lag: number): number {
  let sum = 0;
  const end = Math.min(long.length, lag + short.length);
  for (let at = Math.max(0, lag); at < end; at += 1) sum += (long[at] ?? 0) * (short[at - lag] ?? 0);
  return sum;
}

import { makeCodec } from '../../../src/media/codecs/make-codec';
import { goertzel } from '../../../src/media/samples/levels';
import { AudioCalls } from '../../support/media/audio-calls';
import { until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import type { AppSocket } from '../../support/sockets/socket-peer';

const dialplan = `
exten => far,1,Answer(,i)
 same => n,Stasis(hello,far)
`;
/** More than a telephone can carry. */
const high = 6000;
const wide = 16_000;

describe('the format of audio', () => {
  let rig: CallRig;
  let app: AppSocket;
  let calls: AudioCalls;
  beforeAll(async () => {
    rig = await CallRig.start(dialplan);
  });
  beforeEach(async () => {
    app = await rig.open('hello');
    calls = new AudioCalls(rig, app);
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  const levelOf = (samples: Int16Array, frequency: number): number =>
    goertzel(samples.subarray(wide / 10), frequency, wide);

  it('is the one that the call was asked to have', async () => {
    await calls.call('c1', { query: '&formats=ulaw' });
    expect(await calls.get('c1', 'CHANNEL(audionativeformat)')).toEqual({ value: '(ulaw)' });
    await calls.play('c1;2', 'tone:1000');

    const [heard = new Int16Array()] = await calls.listen(['channels/c1']);
    const codec = makeCodec('ulaw');
    const again = codec?.decode(codec.encode(heard));

    expect(goertzel(heard, 1000, 8000)).toBeGreaterThan(1000);
    // Coding µ-law a second time changes nothing.
    expect(heard).toEqual(again);
  });

  it('lets high tones through where it is wide, and not where it is narrow', async () => {
    const levels = [];
    for (const formats of ['slin16', 'g722', 'alaw']) {
      await calls.call(formats, { query: `&formats=${formats}` });
      await calls.play(`${formats};2`, `tone:${high}`);
      const [heard = new Int16Array()] = await calls.listen([`channels/${formats}`], 'format=wav16');
      levels.push(levelOf(heard, high) > 1000);
    }
    expect(levels).toEqual([true, true, false]);
  });

  describe('in a bridge', () => {
    beforeEach(async () => {
      await calls.call('c1', { query: '&formats=slin16' });
      await rig.rest.post('/bridges/b1');
      await rig.rest.post('/bridges/b1/addChannel?channel=c1');
    });

    it.each([
      ['no format', '', true],
      ['a wide one', '&announcer_format=g722', true],
      ['a narrow one', '&announcer_format=ulaw', false],
    ])('is that of the announcer: %s', async (_what, query, isHeard) => {
      expect(await rig.status('post', `/bridges/b1/play?media=tone:${high}${query}`)).toBe(201);
      await until(app, 'PlaybackStarted');

      const [heard = new Int16Array()] = await calls.listen(['channels/c1%3B2'], 'format=wav16');

      expect(levelOf(heard, high) > 1000).toBe(isHeard);
    });

    it('stays that of the announcer for all that he has to play', async () => {
      await rig.rest.post('/bridges/b1/play/first?media=tone:300&announcer_format=ulaw');
      await rig.rest.post(`/bridges/b1/play/second?media=tone:${high}&announcer_format=slin16`);
      await until(app, 'PlaybackStarted');
      await rig.rest.delete('/playbacks/first');
      await until(app, 'PlaybackStarted');

      const [heard = new Int16Array()] = await calls.listen(['channels/c1%3B2'], 'format=wav16');

      expect(levelOf(heard, high)).toBeLessThan(50);
    });

    it.each([
      ['the only member', [], true],
      ['no member of several', ['c3'], false],
    ])('is that of %s when none is requested', async (_whose, others, isCoded) => {
      await calls.call('c2', { query: '&formats=ulaw' });
      for (const id of others) await calls.call(id, { query: '&formats=ulaw' });
      await rig.rest.post('/bridges/b2');
      expect(await rig.status('post', `/bridges/b2/addChannel?channel=${['c2', ...others].join()}`)).toBe(204);
      expect(await rig.status('post', '/bridges/b2/play?media=tone:1000')).toBe(201);
      await until(app, 'PlaybackStarted');
      // Hears what the announcer says, and adds nothing of its own.
      await calls.call('c4', { query: '&formats=slin' });
      await rig.rest.post('/bridges/b2/addChannel?channel=c4');

      const [heard = new Int16Array()] = await calls.listen(['channels/c4%3B2']);
      const codec = makeCodec('ulaw');
      const again = codec?.decode(codec.encode(heard)) ?? new Int16Array();

      expect(goertzel(heard, 1000, 8000)).toBeGreaterThan(1000);
      expect(heard.every((sample, place) => sample === again[place])).toBe(isCoded);
    });

    it.each([
      ['no format', 'format=wav16', true],
      ['a narrow one', 'format=wav16&recorder_format=alaw', false],
    ])('is that of the recorder: %s', async (_what, query, isHeard) => {
      await calls.play('c1;2', `tone:${high}`);

      const [heard = new Int16Array()] = await calls.listen(['bridges/b1'], query);

      expect(levelOf(heard, high) > 1000).toBe(isHeard);
    });
  });
});

import { amplitudeAt, bridge, plainMember, leg, MediaRig, tone } from './engine-rig';

/** What the tone generator sends for a single tone. */
const toneLevel = 32_767 * 10 ** (-15 / 20);

describe('audio between legs', () => {
  let rig: MediaRig;

  beforeEach(() => {
    rig = new MediaRig();
  });

  afterEach(() => rig.close());

  it('goes from one leg of a pair to the other, and no further', async () => {
    rig.pair('one', 'other');
    rig.play(leg('one'), tone(440));

    const [there, here] = await rig.hearAll([leg('other'), leg('one')], 1000);

    expect(amplitudeAt(there?.subarray(400) ?? new Int16Array(0), 440)).toBeCloseTo(toneLevel, -2);
    expect(here?.some((sample) => sample !== 0)).toBe(false);
  });

  it('reaches the other members of a bridge at its frequency and level, and never its source', async () => {
    rig.conference('room', ['a', 'b', 'c']);
    rig.play(leg('a-far'), tone(440));
    rig.play(leg('b-far'), tone(1000));
    rig.pass(100);

    const [a, b, c] = await rig.hearAll([leg('a-far'), leg('b-far'), leg('c-far')], 1000);

    const levels = [a, b, c].map((heard = new Int16Array(0)) => [amplitudeAt(heard, 440), amplitudeAt(heard, 1000)]);
    expect(levels[0]?.[0]).toBeLessThan(2);
    expect(levels[0]?.[1]).toBeCloseTo(toneLevel, -2);
    expect(levels[1]?.[0]).toBeCloseTo(toneLevel, -2);
    expect(levels[1]?.[1]).toBeLessThan(2);
    expect(levels[2]?.[0]).toBeCloseTo(toneLevel, -2);
    expect(levels[2]?.[1]).toBeCloseTo(toneLevel, -2);
  });

  it('is not sent on by a member that is muted, who hears the others all the same', async () => {
    rig.conference('room', ['a', 'b']);
    rig.send({ do: 'join-bridge', bridge: 'room', leg: 'a', role: { isMuted: true, isAnnouncer: false } });
    rig.play(leg('a-far'), tone(440));
    rig.play(leg('b-far'), tone(1000));
    rig.pass(100);

    const [a, b] = await rig.hearAll([leg('a-far'), leg('b-far')], 500);

    expect(amplitudeAt(b ?? new Int16Array(0), 440)).toBe(0);
    expect(amplitudeAt(a ?? new Int16Array(0), 1000)).toBeCloseTo(toneLevel, -2);
  });

  it.each([
    ['in', { a: toneLevel, b: 0 }],
    ['out', { a: 0, b: toneLevel }],
    ['both', { a: 0, b: 0 }],
    ['none', { a: toneLevel, b: toneLevel }],
  ] as const)('stops where a leg is muted: %s', async (muted, want) => {
    rig.conference('room', ['a', 'b']);
    rig.send({ do: 'mute-leg', leg: 'a', muted });
    rig.play(leg('a-far'), tone(440));
    rig.play(leg('b-far'), tone(1000));
    rig.pass(100);

    const [a, b] = await rig.hearAll([leg('a-far'), leg('b-far')], 500);

    expect(amplitudeAt(a ?? new Int16Array(0), 1000)).toBeCloseTo(want.a, -2);
    expect(amplitudeAt(b ?? new Int16Array(0), 440)).toBeCloseTo(want.b, -2);
  });

  it('is made louder and softer by the gain of a leg', async () => {
    rig.conference('room', ['a', 'b']);
    rig.send({ do: 'gain-leg', leg: 'a', decibels: { in: -20, out: 6 } });
    rig.play(leg('a-far'), tone(440));
    rig.play(leg('b-far'), tone(1000));
    rig.pass(100);

    const [a, b] = await rig.hearAll([leg('a-far'), leg('b-far')], 500);

    expect(amplitudeAt(b ?? new Int16Array(0), 440)).toBeCloseTo(toneLevel / 10, -1);
    expect(amplitudeAt(a ?? new Int16Array(0), 1000)).toBeCloseTo(toneLevel * 10 ** (6 / 20), -2);
  });

  it('crosses a bridge whose members have different rates', async () => {
    rig.conference('room', ['a', 'b']);
    rig.pair('wide', 'wide-far', 48_000);
    rig.send({ do: 'join-bridge', bridge: 'room', leg: 'wide', role: plainMember });
    rig.play(leg('a-far'), tone(440));
    rig.play(leg('wide-far'), tone(1000));
    rig.pass(200);

    const [b, wide] = await rig.hearAll([leg('b-far'), leg('wide-far')], 500);

    expect(amplitudeAt(b ?? new Int16Array(0), 440)).toBeCloseTo(toneLevel, -2);
    expect(amplitudeAt(b ?? new Int16Array(0), 1000)).toBeCloseTo(toneLevel, -2);
    expect(amplitudeAt(wide ?? new Int16Array(0), 440)).toBeCloseTo(toneLevel, -2);
    expect(amplitudeAt(wide ?? new Int16Array(0), 1000)).toBeLessThan(20);
  });

  it('comes only from announcers where a bridge holds its members', async () => {
    rig.send({ do: 'open-bridge', bridge: 'lot', mixes: 'announcers' });
    for (const id of ['a', 'b', 'boss']) {
      rig.pair(id, `${id}-far`);
      const role = { isMuted: false, isAnnouncer: id === 'boss' };
      rig.send({ do: 'join-bridge', bridge: 'lot', leg: id, role });
    }
    rig.play(leg('a-far'), tone(440));
    rig.play(leg('boss-far'), tone(1000));
    rig.pass(100);

    const [b, boss] = await rig.hearAll([leg('b-far'), leg('boss-far')], 500);

    expect(amplitudeAt(b ?? new Int16Array(0), 440)).toBeLessThan(1);
    expect(amplitudeAt(b ?? new Int16Array(0), 1000)).toBeCloseTo(toneLevel, -2);
    expect(boss?.some((sample) => sample !== 0)).toBe(false);
  });

  it('moves with a leg that joins another bridge', async () => {
    rig.conference('room', ['a', 'b']);
    rig.conference('other room', ['c']);
    rig.play(leg('a-far'), tone(440));
    rig.send({ do: 'join-bridge', bridge: 'other room', leg: 'a', role: plainMember });
    rig.pass(100);

    const [b, c] = await rig.hearAll([leg('b-far'), leg('c-far')], 500);

    expect(amplitudeAt(b ?? new Int16Array(0), 440)).toBe(0);
    expect(amplitudeAt(c ?? new Int16Array(0), 440)).toBeCloseTo(toneLevel, -2);
  });

  it('is sent back by a leg that echoes, until it stops', async () => {
    rig.pair('one', 'caller');
    rig.send({ do: 'echo-leg', leg: 'one', on: true });
    rig.play(leg('caller'), tone(440));
    rig.pass(100);
    const echoed = await rig.hear(leg('caller'), 500);

    rig.send({ do: 'echo-leg', leg: 'one', on: false });
    rig.pass(40);
    const quiet = await rig.hear(leg('caller'), 500);

    expect(amplitudeAt(echoed, 440)).toBeCloseTo(toneLevel, -2);
    expect(quiet.some((sample) => sample !== 0)).toBe(false);
  });

  it('is told once when it first arrives, and not for silence', () => {
    rig.pair('one', 'other');
    rig.play(leg('one'), { kind: 'silence' }, { inBackground: true });
    rig.pass(200);
    const before = rig.all('first-audio').length;

    rig.play(leg('one'), tone(440));
    rig.pass(200);

    expect(before).toBe(0);
    expect(rig.all('first-audio')).toEqual([{ tell: 'first-audio', leg: 'other' }]);
  });

  it('of all members and of what is played to a bridge is in a recording of the bridge', async () => {
    rig.conference('room', ['a', 'b']);
    rig.play(leg('a-far'), tone(440));
    rig.play(bridge('room'), tone(1000));
    rig.pass(100);

    const room = await rig.hear(bridge('room'), 500);

    expect(amplitudeAt(room, 440)).toBeCloseTo(toneLevel, -2);
    expect(amplitudeAt(room, 1000)).toBeCloseTo(toneLevel, -2);
  });
});

import fc from 'fast-check';
import { amplify, Mixer } from '../../../src/media/samples/mix';

interface Member {
  readonly frame: Int16Array | undefined;
  readonly isMuted: boolean;
}

const size = 16;
const aFrame = fc.int16Array({ minLength: size, maxLength: size });
const aMember: fc.Arbitrary<Member> = fc.record({
  frame: fc.option(aFrame, { nil: undefined }),
  isMuted: fc.boolean(),
});

/** Everybody but one, added up member by member in floating point. */
function naiveMix(members: readonly Member[], listener: number | undefined): number[] {
  return Array.from({ length: size }, (_, at) => {
    const sum = members
      .filter((member, index) => index !== listener && !member.isMuted)
      .reduce((total, { frame }) => total + (frame?.[at] ?? 0), 0);
    return Math.min(Math.max(sum, -32768), 32767);
  });
}

function mixed(mixer: Mixer, members: readonly Member[]): { heard: number[][]; all: number[] } {
  mixer.begin(size);
  for (const { frame, isMuted } of members) mixer.add(frame, isMuted);
  return { heard: members.map((_, index) => [...mixer.heardBy(index)]), all: [...mixer.all()] };
}

describe('a mixer', () => {
  it('gives each member the sum of the others, and a recorder the sum of all, tick after tick', () => {
    fc.assert(
      fc.property(fc.array(fc.array(aMember, { maxLength: 12 }), { minLength: 1, maxLength: 4 }), (ticks) => {
        const mixer = new Mixer();
        for (const members of ticks) {
          const { heard, all } = mixed(mixer, members);

          expect(heard).toEqual(members.map((_, index) => naiveMix(members, index)));
          expect(all).toEqual(naiveMix(members, undefined));
        }
      }),
    );
  });

  it('saturates only what comes out, so that voices which cancel each other leave the third one whole', () => {
    const mixer = new Mixer();
    mixer.begin(1);
    const [loud, , soft] = [30000, 30000, -29000].map((sample) => mixer.add(Int16Array.of(sample)));

    expect(mixer.heardBy(loud ?? -1)).toEqual(Int16Array.of(1000));
    expect(mixer.heardBy(soft ?? -1)).toEqual(Int16Array.of(32767));
    expect(mixer.all()).toEqual(Int16Array.of(31000));
  });

  it('shares one frame among all who say nothing', () => {
    const mixer = new Mixer();
    mixer.begin(2);
    const silent = mixer.add(undefined);
    const muted = mixer.add(Int16Array.of(5, 5), true);
    mixer.add(Int16Array.of(7, 8));

    expect(mixer.heardBy(silent)).toEqual(Int16Array.of(7, 8));
    expect(mixer.heardBy(muted)).toBe(mixer.heardBy(silent));
    expect(mixer.heardBy(muted)).toBe(mixer.all());
  });

  it('gives its frames again in the next tick instead of new ones', () => {
    const mixer = new Mixer();
    const tick = () => {
      mixer.begin(160);
      const [one, other] = [mixer.add(new Int16Array(160)), mixer.add(new Int16Array(160))];
      return [mixer.heardBy(one), mixer.heardBy(other), mixer.all()];
    };

    const [first, second] = [tick(), tick()];

    expect(second.every((frame, index) => frame === first[index])).toBe(true);
  });

  it('takes a short frame for one that ends in silence, and leaves out what is too long', () => {
    const mixer = new Mixer();
    mixer.begin(3);
    const short = mixer.add(Int16Array.of(1));
    const long = mixer.add(Int16Array.of(10, 20, 30, 40));

    expect(mixer.heardBy(short)).toEqual(Int16Array.of(10, 20, 30));
    expect(mixer.heardBy(long)).toEqual(Int16Array.of(1, 0, 0));
  });

  it('follows a change of the frame size', () => {
    const mixer = new Mixer();
    for (const length of [160, 320, 160]) {
      mixer.begin(length);
      mixer.add(new Int16Array(length).fill(3));

      expect(mixer.heardBy(0)).toEqual(new Int16Array(length));
      expect(mixer.all()).toEqual(new Int16Array(length).fill(3));
    }
  });

  it('gives silence without members', () => {
    const mixer = new Mixer();
    mixer.begin(4);

    expect(mixer.all()).toEqual(new Int16Array(4));
    expect(mixer.heardBy(3)).toEqual(new Int16Array(4));
  });
});

describe('a gain', () => {
  it.each([
    [0, [1000, -1000, 32767, -32768]],
    [6.0206, [2000, -2000, 32767, -32768]],
    [-20, [100, -100, 3277, -3277]],
    [-Infinity, [0, 0, 0, 0]],
  ])('of %d dB scales and saturates', (decibels, want) => {
    const frame = Int16Array.of(1000, -1000, 32767, -32768);

    expect([...amplify(frame, decibels, new Int16Array(4))]).toEqual(want);
    expect([...frame]).toEqual([1000, -1000, 32767, -32768]);
  });

  it('is applied in place without an output frame', () => {
    const frame = Int16Array.of(1000);

    expect(amplify(frame, -20)).toBe(frame);
    expect([...frame]).toEqual([100]);
  });
});

import fc from 'fast-check';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MediaCommand, MediaDirection, MediaTarget } from '../../src/media/protocol';
import { SeededRandom } from '../support/seeded-random';
import { bridge, plainMember, files, leg, MediaRig, openFiles, tone } from './engine-rig';
import type { Plain } from '../support/plain-ids';

const nothing = { legs: 0, plays: 0, records: 0 };

describe('the media engine', () => {
  let rig: MediaRig;

  beforeEach(() => {
    rig = new MediaRig();
  });

  afterEach(() => rig.close());

  it('has nothing left when legs and bridges go in the middle of everything', async () => {
    const path = rig.sineFile('long.wav', { frequency: 440, duration: 60_000 });
    rig.conference('room', ['a', 'b', 'c']);
    rig.send({ do: 'open-tap', leg: 'spy', spied: 'a', spy: 'both', whisper: 'both' });
    const targets = [leg('a'), leg('a-far'), leg('spy'), bridge('room')];
    for (const target of targets) {
      rig.play(target, files(path));
      rig.play(target, { kind: 'files', files: [path], isEndless: true }, { inBackground: true });
      rig.record(target);
      rig.record(target, 'wav', { beep: path });
    }
    rig.send({ do: 'detect-talk', leg: 'a', silence: 100, threshold: 256 }, { do: 'echo-leg', leg: 'b', on: true });
    rig.pass(200);
    const meanwhile = rig.statistics;

    for (const id of ['a', 'a-far', 'b', 'b-far', 'c', 'c-far', 'spy']) rig.send({ do: 'close-leg', leg: id });
    rig.send({ do: 'close-bridge', bridge: 'room' });
    await rig.stored();

    expect(meanwhile).toMatchObject({ legs: 7, plays: 8, records: 8 });
    expect(rig.statistics).toMatchObject(nothing);
    expect(rig.all('play-ended').every(({ failed }) => failed?.endsWith('no longer exists'))).toBe(true);
    expect(rig.all('record-ended').map(({ why }) => why)).toEqual(Array<string>(8).fill('target-gone'));
    expect(openFiles(rig.folder)).toBe(0);
  });

  it('passes over commands about what is gone or was never there, and what is opened twice', () => {
    rig.pair('one', 'other');
    rig.play(leg('one'), tone(440));
    rig.send(
      { do: 'open-pair', legs: ['one', 'third'], form: { format: 'slin', rate: 8000 } },
      { do: 'open-pair', legs: ['x', 'y'], form: { format: 'slin', rate: 11_025 } },
      { do: 'open-tap', leg: 'spy', spied: 'nobody', spy: 'both', whisper: 'none' },
      { do: 'close-leg', leg: 'nobody' },
      { do: 'mute-leg', leg: 'nobody', muted: 'both' },
      { do: 'join-bridge', bridge: 'nowhere', leg: 'one', role: plainMember },
      { do: 'leave-bridge', bridge: 'nowhere', leg: 'one' },
      { do: 'close-bridge', bridge: 'nowhere' },
      { do: 'detect-digits', leg: 'nobody' },
      { do: 'seek-play', play: 'none', by: 100 },
      { do: 'pause-record', record: 'none' },
    );

    expect(rig.statistics).toMatchObject({ legs: 2, plays: 1, records: 0 });
    expect(rig.losses).toEqual([]);
  });

  it('loses what is in it by a fault of its own, says so, and goes on anew', async () => {
    rig.pair('one', 'other');
    rig.play(leg('one'), files(rig.sineFile('long.sln', { frequency: 440, duration: 9000 })));
    rig.record(leg('other'));
    rig.pass(100);

    rig.send({ do: 'open-pair' } as unknown as MediaCommand);
    rig.pair('new', 'new-far');
    await rig.stored();

    expect(rig.losses).toHaveLength(1);
    expect(rig.statistics).toMatchObject({ legs: 2, plays: 0, records: 0 });
    expect(rig.notices.filter((notice) => 'record' in notice)).toEqual([]);
    expect(openFiles(rig.folder)).toBe(0);
  });

  it('carries two thousand playbacks and recordings at once, and nothing of them is left', async () => {
    const path = rig.sineFile('long.ulaw', { frequency: 440, duration: 60_000 });
    const random = new SeededRandom(1);
    const stops: MediaCommand[] = [];
    for (let index = 0; index < 1000; index += 1) {
      rig.pair(`near-${index}`, `far-${index}`);
      stops.push({ do: 'stop-play', play: rig.play(leg(`far-${index}`), index % 2 === 0 ? files(path) : tone(440)) });
      const ending = random.oneOf(['stop-record', 'cancel-record', 'cancel-record'] as const);
      const { record } = rig.record(leg(`near-${index}`), random.oneOf(['wav', 'ulaw', 'sln16']));
      stops.push({ do: ending, record });
    }
    rig.pass(60);
    const meanwhile = rig.statistics;

    while (stops.length > 0) {
      rig.send(...stops.splice(random.below(stops.length), 1));
      if (random.below(200) === 0) rig.pass(20);
    }
    await rig.stored();

    expect(meanwhile).toMatchObject({ legs: 2000, plays: 1000, records: 1000 });
    expect(rig.statistics).toMatchObject({ legs: 2000, plays: 0, records: 0 });
    expect(openFiles(rig.folder)).toBe(0);
    expect(unfinished(rig.folder)).toEqual([]);
  });

  it('leaks no file, leg, play or recording, whatever is started and stopped in whatever order', async () => {
    const sources = [
      rig.sineFile('short.sln', { frequency: 440, duration: 50 }),
      rig.sineFile('long.ulaw', { frequency: 440, duration: 5000 }),
      rig.sineFile('wide.sln16', { frequency: 440, duration: 300 }),
      join(rig.folder, 'missing.wav'),
    ];

    // The disk may be quick or slow.
    const step = fc.tuple(commandIn(rig.folder, sources), fc.boolean());

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 250, maxLength: 250 }), async (steps) => {
        rig.notices.length = 0;
        for (const [command, isStored] of steps) {
          rig.send(command);
          rig.pass(20);
          if (isStored) await rig.link.settled();
        }
        for (const id of legIds) rig.send({ do: 'close-leg', leg: id });
        for (const id of bridgeIds) rig.send({ do: 'close-bridge', bridge: id });
        await rig.stored();

        expect(rig.statistics).toMatchObject(nothing);
        expect(openFiles(rig.folder)).toBe(0);
        expect(unfinished(rig.folder)).toEqual([]);
        expect(rig.losses).toEqual([]);
        const [started, ended] = [rig.all('play-started'), rig.all('play-ended')].map((list) => countIds(list));
        for (const [id, count] of started ?? []) expect(ended?.get(id) ?? 0).toBeGreaterThanOrEqual(count);
      }),
      { numRuns: 10 },
    );
  });
});

const numbers = [1, 2, 3, 4];
const legIds = [...numbers.flatMap((number) => [`leg-${number}`, `far-${number}`]), ...numbers.map((n) => `tap-${n}`)];
const bridgeIds = ['bridge-1', 'bridge-2'];

/** Files that are being written, or were left behind. */
const unfinished = (folder: string): string[] => readdirSync(folder).filter((name) => name.startsWith('.'));

function countIds(notices: readonly { readonly play: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { play } of notices) counts.set(play, (counts.get(play) ?? 0) + 1);
  return counts;
}

/** What a random command is made of. */
interface Ingredients {
  readonly kind: number;
  readonly number: number;
  readonly leg: string;
  readonly bridge: string;
  readonly target: MediaTarget;
  readonly rate: number;
  readonly direction: MediaDirection;
  readonly on: boolean;
  readonly play: string;
  readonly paths: string[];
  readonly by: number;
  readonly record: string;
  readonly format: string;
  readonly beep: string | undefined;
}

const makers: readonly ((from: Ingredients, folder: string) => Plain<MediaCommand>)[] = [
  ({ number, rate }) => ({ do: 'open-pair', legs: [`leg-${number}`, `far-${number}`], form: { format: 'slin', rate } }),
  ({ number, leg: spied, direction }) => ({
    do: 'open-tap',
    leg: `tap-${number}`,
    spied,
    spy: direction,
    whisper: 'both',
  }),
  ({ bridge: id, on }) => ({ do: 'open-bridge', bridge: id, mixes: on ? 'all' : 'announcers' }),
  ({ bridge: id, leg: member }) => ({ do: 'join-bridge', bridge: id, leg: member, role: plainMember }),
  ({ bridge: id, leg: member }) => ({ do: 'leave-bridge', bridge: id, leg: member }),
  ({ leg: id }) => ({ do: 'close-leg', leg: id }),
  ({ bridge: id }) => ({ do: 'close-bridge', bridge: id }),
  ({ leg: id, on }) => ({ do: 'echo-leg', leg: id, on }),
  ({ leg: id, direction }) => ({ do: 'mute-leg', leg: id, muted: direction }),
  ({ leg: id }) => ({ do: 'detect-talk', leg: id, silence: 100, threshold: 256 }),
  startPlay,
  startPlay,
  ({ play, on }) => ({ do: on ? 'pause-play' : 'resume-play', play }),
  ({ play, on }) => ({ do: on ? 'restart-play' : 'stop-play', play }),
  ({ play, by }) => ({ do: 'seek-play', play, by }),
  startRecord,
  startRecord,
  ({ record, on }) => ({ do: on ? 'pause-record' : 'resume-record', record }),
  ({ record, on }) => ({ do: on ? 'stop-record' : 'cancel-record', record }),
];

function startPlay({ play, target, paths, by, on }: Ingredients): MediaCommand {
  const source = { kind: 'files', files: paths, isEndless: on } as const;
  return { do: 'play', play, target, source, offset: by, inBackground: by < 0 };
}

function startRecord({ record, target, format, beep }: Ingredients, folder: string): MediaCommand {
  const file = { path: join(folder, `${record}.${format}`), format, appends: false };
  return { do: 'record', record, target, file, beep, maxDuration: 400, maxSilence: 200 };
}

/** Any command, on few enough ids that they meet; legs and bridges are opened again and again. */
function commandIn(folder: string, paths: readonly string[]): fc.Arbitrary<Plain<MediaCommand>> {
  const legId = fc.constantFrom(...legIds);
  const bridgeId = fc.constantFrom(...bridgeIds);
  const ingredients: fc.Arbitrary<Ingredients> = fc.record({
    kind: fc.nat({ max: makers.length - 1 }),
    number: fc.constantFrom(...numbers),
    leg: legId,
    bridge: bridgeId,
    target: fc.oneof(legId.map(leg), bridgeId.map(bridge)),
    rate: fc.constantFrom(8000, 16_000),
    direction: fc.constantFrom('none', 'in', 'out', 'both'),
    on: fc.boolean(),
    play: fc.constantFrom('p1', 'p2', 'p3', 'p4', 'p5'),
    paths: fc.subarray([...paths], { minLength: 1 }),
    by: fc.integer({ min: -6000, max: 6000 }),
    record: fc.constantFrom('r1', 'r2', 'r3'),
    format: fc.constantFrom('sln', 'wav16'),
    beep: fc.constantFrom(undefined, ...paths),
  });
  return ingredients.map((from) => (makers[from.kind] ?? startPlay)(from, folder));
}

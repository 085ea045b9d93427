import { playbackId } from '../../../../src/shared/ids';
import * as fc from 'fast-check';
import { CommandQueue } from '../../../../src/engine/audio/legs/command-queue';
import { playbackOperations } from '../../../../src/engine/audio/playing/playback';
import { recordingOperations } from '../../../../src/engine/audio/recording/live-recording';
import { MediaRig } from '../media-rig';
import { cases } from '../../../support/effort';

const media = fc.array(
  fc.constantFrom('sound:a', 'sound:nothere', 'number:1', 'tone:ring', 'late:b', 'late:nothere', 'bogus'),
  { minLength: 1, maxLength: 3 },
);
const which = fc.nat(9);

const step = fc.oneof(
  fc.record({ does: fc.constant('play' as const), media, onBridge: fc.boolean() }),
  fc.record({ does: fc.constant('record' as const), beeps: fc.boolean() }),
  fc.record({ does: fc.constant('control' as const), which, operation: fc.constantFrom(...playbackOperations) }),
  fc.record({ does: fc.constant('control-record' as const), operation: fc.constantFrom(...recordingOperations) }),
  fc.record({ does: fc.constant('end' as const), fails: fc.boolean() }),
  fc.record({ does: fc.constantFrom('settle', 'record-starts', 'record-ends', 'lose', 'music', 'bridge' as const) }),
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** One channel and one bridge, on which anything may happen. */
class Stage {
  readonly rig = new MediaRig();
  readonly channel = this.rig.channel('c1');
  readonly bridge = this.rig.bridge('b1');
  readonly asked: string[] = [];
  #made = 0;

  async take(step: Step): Promise<void> {
    const { rig, channel, bridge } = this;
    switch (step.does) {
      case 'play':
        this.#made += 1;
        this.asked.push(rig.play(step.onBridge ? bridge : channel, step.media, { id: `p${this.#made}` }).id);
        return;
      case 'record':
        this.#made += 1;
        this.asked.push(`r${this.#made}`);
        await rig.record(channel, { name: `r${this.#made}`, beeps: step.beeps });
        return;
      case 'control':
        rig.core.playbacks.find(playbackId(`p${step.which}`))?.operate(step.operation);
        return;
      case 'control-record':
        for (let name = 1; name <= this.#made; name += 1) rig.core.recordings.find(`r${name}`)?.operate(step.operation);
        return;
      case 'end':
        if ([...rig.media.plays.values()].some(({ inBackground }) => !inBackground))
          rig.media.finishPlay(step.fails ? 'broken' : undefined);
        return;
      default:
        return this.#happen(step.does);
    }
  }

  async #happen(what: 'settle' | 'record-starts' | 'record-ends' | 'lose' | 'music' | 'bridge'): Promise<void> {
    const { rig, channel, bridge } = this;
    if (what === 'settle') await rig.settle();
    if (what === 'record-starts') rig.media.startRecord();
    if (what === 'record-ends' && rig.media.records.size > 0) rig.media.endRecord('duration');
    if (what === 'lose') rig.media.lose('it crashed');
    if (what === 'music') rig.core.backgrounds.startMusic(channel, undefined);
    if (what === 'bridge') rig.bridges.move(channel, bridge);
  }

  /** The call is over; the audio side ends what it was told to end. */
  async hangUp(): Promise<void> {
    const { rig, channel, bridge } = this;
    const closed = rig.queueOf(channel).close();
    await rig.settle();
    while (rig.media.records.size > 0) rig.media.endRecord('stopped');
    await closed;
    rig.farEnd(channel).destroy();
    channel.destroy();
    rig.core.playbacks.endIn(bridge);
    bridge.destroy();
    await rig.settle();
  }
}

describe('whatever is ordered, and whatever happens meanwhile', () => {
  it('every playback and recording ends exactly once, and nothing is left', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const stage = new Stage();
        for (const each of steps) await stage.take(each);
        await stage.hangUp();

        const ends = new Map<string, number>();
        for (const line of stage.rig.heard()) {
          const [type = '', id = ''] = line.split(' ');
          expect(ends.get(id) ?? 0).toBe(0);
          ends.set(id, /finished|failed/.test(type) ? 1 : 0);
        }
        expect([...ends.keys()].sort()).toEqual([...stage.asked].sort());
        expect([...ends.values()].every((count) => count === 1)).toBe(true);
        const { playbacks, recordings, backgrounds, plays, records, legs } = stage.rig.core;
        const sizes = [playbacks, recordings, backgrounds, plays, records, legs].map(({ size }) => size);
        expect(sizes).toEqual([0, 0, 0, 0, 0, 0]);
        expect([...stage.rig.media.plays.keys(), ...stage.rig.media.records.keys()]).toEqual([]);
      }),
      { numRuns: cases({ few: 60, many: 200 }) },
    );
  });
});

describe('a queue of commands', () => {
  it('runs what takes no time at once, and later what comes behind something that does', async () => {
    const queue = new CommandQueue();
    const order: string[] = [];
    let over = (): void => undefined;
    expect(queue.run(() => order.push('first'))).toBe(true);
    queue.add({ start: (done) => void (over = done), abandon: () => undefined });
    const turn = queue.run(() => order.push('second'));
    order.push('meanwhile');
    over();

    expect(await turn).toBe(true);
    expect(order).toEqual(['first', 'meanwhile', 'second']);
  });

  it('tells what it never came to', async () => {
    const queue = new CommandQueue();
    queue.add({ start: () => undefined, abandon: () => undefined });
    const turn = queue.run(() => undefined);
    const waiting = { start: jest.fn(), abandon: jest.fn() };
    queue.withdraw(waiting);

    let over = (): void => undefined;
    const other = new CommandQueue();
    other.add({ start: (done) => void (over = done), abandon: () => over() });
    other.add(waiting);
    const late = other.run(() => undefined);

    expect(other.close()).toBeUndefined();
    expect(await late).toBe(false);
    expect(other.run(() => undefined)).toBe(false);
    expect([waiting.start.mock.calls.length, waiting.abandon.mock.calls.length]).toEqual([0, 1]);
    expect(turn).toBeInstanceOf(Promise);
  });

  it('does not pile up on the stack', () => {
    const queue = new CommandQueue();
    let over = (): void => undefined;
    let count = 0;
    queue.add({ start: (done) => void (over = done), abandon: () => undefined });
    for (let index = 0; index < 50_000; index += 1) void queue.run(() => (count += 1));
    over();

    expect(count).toBe(50_000);
  });
});

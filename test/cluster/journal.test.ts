import { ClusterJournal } from '../../src/cluster/applications/cluster-journal';
import type { JournalEntry } from '../../src/cluster/applications/journal-entry';
import { decodeEntry, encodeEntry, originOf, withOrigin } from '../../src/cluster/applications/journal-entry';
import { JournalWriter } from '../../src/cluster/applications/journal-writer';
import { Resuming } from '../../src/cluster/applications/resuming';
import { missedEvents } from '../../src/cluster/applications/missed-events';
import type { ClusterLink, EventLog } from '../../src/cluster/cluster-link';
import { LinkDownError, NoRespondersError } from '../../src/cluster/cluster-link';
import { makeLogger } from '../../src/shared/logger';
import type { Application } from '../../src/stasis/application';
import type { SerializedEvent } from '../../src/stasis/serialized-event';
import { VirtualTime } from '../../src/testing/virtual-time';

const event = (name: string): SerializedEvent => ({
  type: 'ChannelUserevent',
  head: `{"eventname":"${name}"`,
  subjects: [],
});

/** A writer whose entries are stored when the test says so. */
function aWriter() {
  const time = { now: 0 };
  const stored: number[] = [];
  const failures: unknown[] = [];
  const storing = { fails: false };
  const writer = new JournalWriter({
    node: 'a',
    now: () => time.now,
    base: 100,
    store: ({ number }) => {
      if (storing.fails) return Promise.reject(new Error('no leader'));
      stored.push(number);
      return Promise.resolve();
    },
    onFailed: (error) => failures.push(error),
  });
  return { writer, time, stored, failures, storing };
}

/** An application that comes back, having seen up to the second event of node a. */
function aResuming({ isUp = true, isComplete = true, journal = undefined as object | undefined } = {}) {
  const at = (node: string, number: number): JournalEntry => ({
    node,
    number,
    previous: number - 1,
    epoch: 'e',
    event: withOrigin(event(`${node}${number}`), node, number),
  });
  const own: JournalEntry[] = [at('b', 1)];
  const time = { now: 0 };
  const resuming = new Resuming({
    journal: { find: () => Promise.resolve({ entries: [at('a', 3), at('a', 2)], isComplete }), own: () => own },
    applications: { get: () => (journal === undefined ? undefined : ({ journal } as unknown as Application)) },
    isUp: () => isUp,
    now: () => time.now,
  });
  return { resuming, at, own, time };
}
const seen = { number: 17, byNode: new Map([['a', 2]]) };

const numbers = (entries: readonly JournalEntry[]): readonly number[] => entries.map(({ number }) => number);
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the events of an application on one node', () => {
  it('are numbered one by one, and stored', async () => {
    const { writer, stored } = aWriter();

    const sent = [writer.add(event('x'), 'e1'), writer.add(event('y'), 'e1')];
    await settled();

    expect(sent.map(originOf)).toEqual([
      { node: 'a', number: 101 },
      { node: 'a', number: 102 },
    ]);
    expect(stored).toEqual([101, 102]);
  });

  it('are kept for 15 seconds when they are stored, and longer when they are not', async () => {
    const { writer, time, storing, stored, failures } = aWriter();
    writer.add(event('stored'), 'e1');
    await settled();
    storing.fails = true;
    writer.add(event('waits'), 'e1');
    await settled();

    time.now = 15_000;
    writer.add(event('next'), 'e1');
    expect(numbers(writer.entries('e1'))).toEqual([101, 102, 103]);
    time.now = 15_001;
    writer.add(event('last'), 'e1');

    expect(numbers(writer.entries('e1'))).toEqual([102, 103, 104]);
    await settled();
    expect(failures).toHaveLength(3);
    storing.fails = false;
    writer.storeAgain();
    expect(stored).toEqual([101, 102, 103, 104]);
  });

  it('are kept by epoch, and each epoch has a first one', () => {
    const { writer } = aWriter();
    writer.add(event('old'), 'e1');
    writer.add(event('new'), 'e2');

    expect(writer.entries('e2')).toMatchObject([{ number: 102, previous: 0 }]);
  });

  it('are the same when they are read again', () => {
    const entry: JournalEntry = {
      node: 'a',
      number: 7,
      previous: 6,
      epoch: 'e',
      event: withOrigin(event('é\n'), 'a', 7),
    };

    expect(decodeEntry(encodeEntry(entry))).toEqual(entry);
  });
});

describe('what an application has missed', () => {
  const entry = (node: string, number: number, previous = number - 1): JournalEntry => ({
    node,
    number,
    previous,
    epoch: 'e',
    event: event(`${node}${number}`),
  });

  it('is found in several places, and is told once and in order', () => {
    const found = [entry('a', 3), entry('b', 1, 0), entry('a', 2), entry('a', 3), entry('a', 4), entry('a', 1, 0)];

    const { entries, isIncomplete } = missedEvents(found, new Map([['a', 2]]));

    expect(entries.map(({ event: { head } }) => head)).toEqual(['a3', 'a4', 'b1'].map((name) => event(name).head));
    expect(isIncomplete).toBe(false);
  });

  it.each([
    ['the first one after what was seen is gone', [entry('a', 4)]],
    ['one in between is gone', [entry('a', 3), entry('a', 5)]],
    ['the first one of a node is gone', [entry('b', 2)]],
  ])('is incomplete when %s', (_, found) => {
    expect(missedEvents(found, new Map([['a', 2]])).isIncomplete).toBe(true);
  });

  it('is complete when a node has begun to count anew', () => {
    expect(missedEvents([entry('a', 1000, 0)], new Map([['a', 2]])).isIncomplete).toBe(false);
  });
});

describe('the events that other nodes keep', () => {
  /** A journal that asks node b, which leaves some questions without an answer and does not listen until the test says so. */
  function aJournal(unanswered = 0) {
    const time = new VirtualTime();
    const b = { listens: false, isLive: true, unanswered };
    const kept = encodeEntry({ node: 'b', number: 1, previous: 0, epoch: 'e', event: event('x') });
    const answer = (): Promise<Buffer> => {
      b.unanswered -= 1;
      if (b.unanswered >= 0) return Promise.reject(new LinkDownError('the request was cancelled'));
      return b.listens
        ? Promise.resolve(Buffer.from(JSON.stringify([kept])))
        : Promise.reject(new NoRespondersError('b'));
    };
    const link = { request: () => ({ answer: answer(), cancel: () => undefined }) } as unknown as ClusterLink;
    const journal = new ClusterJournal({
      link,
      log: { read: () => Promise.resolve([]) } as unknown as EventLog,
      members: { id: 'a', live: ['b'], isLive: () => b.isLive },
      clock: time,
      timeout: 2000,
      deadAfter: 3000,
      logger: makeLogger(() => undefined),
    });
    const pass = async (): Promise<void> => {
      await settled();
      time.step(time.now() + 1000);
      await settled();
    };
    return { b, pass, found: journal.find('desk', 'e') };
  }

  it('are found when a node has lost NATS for a moment', async () => {
    const { b, pass, found } = aJournal();
    await pass();
    b.listens = true;
    await pass();

    expect(await found).toMatchObject({ entries: [{ node: 'b', number: 1 }], isComplete: true });
  });

  it('are those that are stored when the node is found dead', async () => {
    const { b, pass, found } = aJournal();
    b.isLive = false;
    await pass();

    expect(await found).toEqual({ entries: [], isComplete: true });
  });

  it.each([
    ['are those that are stored when the node was killed with the question', 1, true],
    ['may be missing when the node does not answer', 2, false],
  ])('%s', async (_, unanswered, isComplete) => {
    const { b, pass, found } = aJournal(unanswered);
    await pass();
    b.isLive = false;
    for (let count = 0; count < 5; count += 1) await pass();

    expect(await found).toEqual({ entries: [], isComplete });
  });

  it('may be missing when the node neither listens nor is found dead', async () => {
    const { pass, found } = aJournal();
    for (let count = 0; count < 60; count += 1) await pass();

    expect(await found).toEqual({ entries: [], isComplete: false });
  });
});

describe('an application that comes back on another node', () => {
  it('gets what it missed, what happens here until its socket is open, and what came meanwhile, each once', async () => {
    const { resuming, at, own } = aResuming();
    await resuming.prepare('desk', { epoch: 'e', isTold: true, isHeld: true }, seen);
    own.push(at('b', 2));

    expect(resuming.replayOf('desk')).toEqual({ isIncomplete: false });
    const first = resuming.first('desk', [at('a', 3).event, at('a', 4).event]);

    expect(first.map(originOf)).toEqual([
      { node: 'a', number: 3 },
      { node: 'b', number: 1 },
      { node: 'b', number: 2 },
      { node: 'a', number: 4 },
    ]);
    expect(resuming.replayOf('desk')).toBeUndefined();
  });

  it('does not get again what comes later than the journal had it', async () => {
    const { resuming, at, time } = aResuming();
    const isReplayed = (...numbers: readonly number[]): readonly boolean[] =>
      numbers.map((number) => resuming.isReplayed('desk', at('a', number).event));
    await resuming.prepare('desk', { epoch: 'e', isTold: true, isHeld: true }, seen);
    resuming.replayOf('desk');
    resuming.first('desk', []);

    expect(isReplayed(3, 4, 3)).toEqual([true, false, true]);
    expect(resuming.isReplayed('other', at('a', 3).event)).toBe(false);
    expect(resuming.isReplayed('desk', event('without an origin'))).toBe(false);
    // Not remembered for good.
    time.now = 600_000;
    isReplayed(4);
    expect(isReplayed(3)).toEqual([false]);
  });

  it.each([
    ['the other nodes cannot be reached', { isUp: false }, 'e', seen],
    ['one of them does not answer', { isComplete: false }, 'e', seen],
    ['it is not known any more', {}, undefined, seen],
    ['it does not say what it has seen of each node', {}, 'e', { number: 17, byNode: new Map<string, number>() }],
  ])('is told that events are missing when %s', async (_, options, epoch, token) => {
    const { resuming } = aResuming(options);
    await resuming.prepare('desk', { epoch, isTold: true, isHeld: true }, token);

    expect(resuming.replayOf('desk')).toEqual({ isIncomplete: true });
  });

  it('gets what other nodes keep when another one had it in between', async () => {
    const journal = { knows: () => true };
    const { resuming } = aResuming({ journal });
    await resuming.prepare('desk', { epoch: 'e', isTold: true, isHeld: true }, seen);
    expect(resuming.replayOf('desk')).toBeUndefined();

    await resuming.prepare('desk', { epoch: 'e', isTold: true, isHeld: false }, seen);
    expect(resuming.replayOf('desk')).toEqual({ isIncomplete: false });
  });

  it('is told that events are missing when the other nodes do not know of its socket yet', async () => {
    const { resuming } = aResuming();
    await resuming.prepare('desk', { epoch: 'e', isTold: false, isHeld: true }, seen);

    expect(resuming.replayOf('desk')).toEqual({ isIncomplete: true });
  });

  it('gets everything when it has seen nothing', async () => {
    const { resuming } = aResuming();
    await resuming.prepare('desk', { epoch: undefined, isTold: true, isHeld: true }, { number: 0, byNode: new Map() });

    expect(resuming.replayOf('desk')).toEqual({ isIncomplete: false });
  });
});

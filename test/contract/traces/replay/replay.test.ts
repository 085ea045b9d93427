import type { Difference } from '../compare/difference';
import { knownDifferences } from '../known/known-differences';
import { runTrace } from './run-trace';
import { makeSounds, removeSounds } from '../sounds';
import type { EventStep, JsonObject, Step, Trace } from '../recording/trace';
import { isObject } from '../recording/trace';
import { ownFolder, readTraceFolder } from '../recording/trace-folder';

const { traces, setup: files } = readTraceFolder(ownFolder);

let sounds = '';
beforeAll(() => void (sounds = makeSounds()));
afterAll(() => removeSounds(sounds));

function recording(id: string): Trace {
  const found = traces.find((trace) => trace.id === id);
  if (found === undefined) throw new Error(`there is no recording ${id}`);
  return found;
}

/** What is found when our server is held against a recording that says something else than the real one. */
async function found(id: string, falsify: (steps: readonly Step[]) => readonly Step[]): Promise<readonly Difference[]> {
  const trace = recording(id);
  const options = { known: knownDifferences, quietRounds: 40 };
  const { differences } = await runTrace({ ...trace, steps: falsify(trace.steps) }, { files, sounds }, options);
  return differences;
}

/** Each difference as its kind and what it is about. */
async function kinds(id: string, falsify: (steps: readonly Step[]) => readonly Step[]): Promise<readonly string[]> {
  return (await found(id, falsify)).map(({ kind, subject, title }) => `${kind}: ${subject}: ${title}`);
}

const isEvent =
  (type: string, channel: string) =>
  (step: Step): step is EventStep =>
    step.kind === 'event' && step.event['type'] === type && idOf(step.event) === channel;

function idOf({ channel }: JsonObject): unknown {
  return isObject(channel) ? channel['id'] : undefined;
}

const without =
  (condition: (step: Step) => boolean) =>
  (steps: readonly Step[]): readonly Step[] =>
    steps.filter((step) => !condition(step));

const changed =
  (condition: (step: Step) => boolean, change: (step: Step) => Step) =>
  (steps: readonly Step[]): readonly Step[] =>
    steps.map((step) => (condition(step) ? change(step) : step));

/** Puts the first of these steps behind the next one of those. */
const movedBehind =
  (condition: (step: Step) => boolean, place: (step: Step) => boolean) =>
  (steps: readonly Step[]): readonly Step[] => {
    const from = steps.findIndex(condition);
    const to = steps.findIndex((step, at) => at > from && place(step));
    const step = steps[from];
    if (step === undefined || to === -1) throw new Error('there is nothing to move');
    const moved = { ...step, ms: steps[to]?.ms ?? step.ms };
    return [...steps.slice(0, from), ...steps.slice(from + 1, to + 1), moved, ...steps.slice(to + 1)];
  };

const request = (n: number) => (step: Step) => step.kind === 'request' && step.n === n;
const response = (n: number) => (step: Step) => step.kind === 'response' && step.n === n;

/** On a channel that has HOLD_INTERCEPT, hold and unhold are reported; request 8 holds it, request 6 its far half. */
const hold = '1103';

describe('a replay', () => {
  it('finds nothing when the server does what was recorded', async () => {
    expect(await kinds(hold, (steps) => steps)).toEqual([]);
  });

  it('notices an event that was recorded and does not come', async () => {
    const twice = (steps: readonly Step[]): readonly Step[] =>
      steps.flatMap((step): Step[] => (isEvent('ChannelUnhold', 'h1')(step) ? [step, step] : [step]));

    expect(await kinds(hold, twice)).toEqual(['missing event: main channel:h1: ChannelUnhold']);
  });

  it('notices an event that comes and was not recorded', async () => {
    expect(await kinds(hold, without(isEvent('ChannelUnhold', 'h1')))).toEqual([
      'extra event: main channel:h1: ChannelUnhold',
    ]);
  });

  it('notices an effect on another channel than the recorded one', async () => {
    const other = changed(isEvent('ChannelHold', 'h1'), (step) =>
      step.kind === 'event' && isObject(step.event['channel'])
        ? { ...step, event: { ...step.event, channel: { ...step.event['channel'], id: 'h2' } } }
        : step,
    );

    expect(await kinds(hold, other)).toEqual([
      'missing event: main channel:h2: ChannelHold',
      'extra event: main channel:h1: ChannelHold',
    ]);
  });

  it('notices an effect of another request than the recorded one', async () => {
    expect(await kinds(hold, movedBehind(isEvent('ChannelHold', 'h1'), response(10)))).toEqual([
      'order: main channel:h1: ChannelHold',
      'moment: main channel:h1: ChannelHold',
    ]);
  });

  it('notices an effect that a request has when it names another channel', async () => {
    const onTheFarHalf = changed(request(5), (step) =>
      step.kind === 'request' ? { ...step, target: step.target.replace('/h1/', '/h1;2/') } : step,
    );

    expect(await kinds(hold, onTheFarHalf)).toContain('missing event: main channel:h1: ChannelHold');
  });

  it('notices events about one channel in another order', async () => {
    const swapped = movedBehind(isEvent('StasisStart', 'h1'), isEvent('ChannelDialplan', 'h1;2'));
    const stateLast = movedBehind(isEvent('ChannelStateChange', 'h1'), isEvent('StasisStart', 'h1'));

    expect(await kinds(hold, swapped)).toEqual([]);
    expect(await kinds(hold, stateLast)).toEqual(['order: main channel:h1: ChannelStateChange']);
  });

  it('notices another value of a field', async () => {
    const otherClass = changed(isEvent('ChannelHold', 'h1'), (step) =>
      step.kind === 'event' ? { ...step, event: { ...step.event, musicclass: 'default' } } : step,
    );
    const differences = await found(hold, otherClass);

    expect(differences.map(({ kind, path, expected, got }) => [kind, path, expected, got])).toEqual([
      ['event field', 'musicclass', 'default', 'N/A'],
    ]);
  });

  it('notices another status and another body of an answer', async () => {
    const refused = changed(response(8), (step) => (step.kind === 'response' ? { ...step, status: 409 } : step));
    const renamed = changed(response(13), (step) =>
      step.kind === 'response' && isObject(step.body) ? { ...step, body: { ...step.body, name: 'else' } } : step,
    );

    expect(await kinds(hold, refused)).toEqual(['status: request 8: POST /ari/channels/h1/hold']);
    expect((await found(hold, renamed)).map(({ kind, path }) => [kind, path])).toEqual([['body', 'name']]);
  });

  it('notices one id of the server in the place of another', async () => {
    const exchanged = (steps: readonly Step[]): readonly Step[] => {
      const last = steps.length - 1 - [...steps].reverse().findIndex(isEvent('StasisStart', 'h2'));
      return steps.map((step, place) =>
        place === last ? (JSON.parse(JSON.stringify(step).replaceAll('<seq-2>', '<seq-1>')) as Step) : step,
      );
    };

    expect((await found(hold, exchanged)).map(({ kind, path }) => [kind, path])).toEqual([
      ['event field', 'channel.name'],
    ]);
  });

  it('notices a socket that is not closed as recorded', async () => {
    const otherCode = changed(
      (step) => step.kind === 'ws-closed' && step.ws === 'media',
      (step) => (step.kind === 'ws-closed' ? { ...step, code: 1011 } : step),
    );

    expect(await kinds('1201', otherCode)).toEqual(['socket: socket media: closing code']);
  });
});

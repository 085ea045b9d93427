import type { Difference } from '../compare/difference';
import type { Exchange } from '../compare/exchange';
import { segmentsOf } from '../compare/exchange';
import type { KnownDifference } from '../explain/known-difference';
import type { Json, JsonObject } from '../recording/trace';
import { isObject, textOf } from '../recording/trace';
import type { Transcript } from '../explain/transcript';
import { differOnlyBy } from './lists';
import { inStatus } from './status';

/** Recordings. */
export const knownInRecordings: readonly KnownDifference[] = [
  {
    name: 'a recording is stored when it is complete',
    why: 'nothing is stored before a recording is complete',
    seenIn: ['0601'],
    explains: (difference, transcript) => {
      const exchange = transcript.exchangeOf(difference);
      if (exchange?.segments[1] !== 'stored' || exchange.method !== 'GET') return false;
      const live = liveAt(exchange, transcript);
      if (difference.kind === 'status') return exchange.answer.status === 404 && live.has(exchange.segments[2] ?? '');
      return difference.kind === 'body' && differOnlyBy(difference, itemName, (name) => live.has(name));
    },
  },
  {
    name: 'cancelling a recording ends it as canceled',
    why: { row: 30 },
    seenIn: ['0602'],
    explains: ({ kind, path, event, got }, transcript) =>
      kind === 'event field' &&
      path === 'recording.state' &&
      got === 'canceled' &&
      isCancelled(nameOf(event), transcript),
  },
  {
    name: 'a recording that is stopped while it waits never starts',
    why: { row: 28 },
    seenIn: ['0602'],
    explains: (difference, transcript) => {
      const { kind, event, path } = difference;
      const exchange = transcript.exchangeOf(difference);
      if (exchange !== undefined) return isAboutStoppedQueued(exchange, difference, transcript);
      if (!isStoppedInQueue(nameOf(event), transcript)) return false;
      // It ends at once, and not when its turn has come and gone.
      return (
        kind === 'missing event' ||
        (kind === 'extra event' && event?.['type'] === 'RecordingFinished') ||
        (kind === 'event field' && path === 'recording.state')
      );
    },
  },
  {
    name: 'a recording that could not be written has failed',
    why: 'a recording that could not be written has failed',
    seenIn: ['0604'],
    explains: ({ kind, event }, { trace }) => {
      const blocked = trace.steps.flatMap((step) =>
        step.kind === 'action' && step.action.do === 'block-folder' ? [step.action.name] : [],
      );
      const isBlocked = blocked.some((name) => nameOf(event).startsWith(`${name}/`));
      return (
        isBlocked && (kind === 'missing event' || (kind === 'extra event' && event?.['type'] === 'RecordingFailed'))
      );
    },
  },
  {
    name: 'a channel in a bridge is not recorded',
    why: { row: 29 },
    seenIn: ['0604'],
    explains: inStatus(({ exchange: { segments, parameters }, there, here }, { recorded }) => {
      const isInBridge = recorded.some(
        ({ event }) => event['type'] === 'RecordingFailed' && nameOf(event) === parameters.get('name'),
      );
      return segments[2] === 'record' && there === 201 && here === 409 && isInBridge;
    }),
  },
  {
    name: 'some formats are not written here',
    why: 'formats that need a codec which is not here are refused: 422',
    seenIn: ['0605'],
    explains: inStatus(
      ({ exchange: { segments, parameters }, there, here, failure }) =>
        segments[2] === 'record' &&
        there === 201 &&
        here === 422 &&
        (failure?.message.includes(`'${textOf(parameters.get('format'))}'`) ?? false),
    ),
  },
  {
    name: 'durations are seconds at any rate',
    why: { row: 36 },
    seenIn: ['0605'],
    explains: ({ kind, path, event }) =>
      kind === 'event field' &&
      path === 'recording.duration' &&
      isObject(event?.['recording']) &&
      /^sln\d+$/.test(textOf(event['recording']['format'])),
  },
  {
    name: 'the silence that ends a recording counts as silence',
    why: 'the silence that ended it is part of it and counts; the reference cuts it off and counts it as talking',
    seenIn: ['0605'],
    explains: ({ kind, path, event }) =>
      kind === 'event field' &&
      /^recording\.(silence_|talking_)?duration$/.test(path) &&
      isObject(event?.['recording']) &&
      'silence_duration' in event['recording'],
  },
  {
    name: 'where nothing is heard, silence is recorded',
    why: 'where nothing is heard, silence is recorded',
    seenIn: ['0609'],
    explains: ({ kind, expected, got }) =>
      kind === 'body' && expected === '<44 bytes of audio/wav>' && /^<\d+ bytes of audio\/wav>$/.test(textOf(got)),
  },
];

function nameOf(event: JsonObject | undefined): string {
  return isObject(event?.['recording']) ? textOf(event['recording']['name']) : '';
}

/** Names of recordings that had begun and not ended when this was asked. */
function liveAt(exchange: Exchange, transcript: Transcript): ReadonlySet<string> {
  const begun = transcript
    .before(exchange)
    .filter(({ segments, answer }) => segments[2] === 'record' && answer.status === 201)
    .map(({ parameters }) => textOf(parameters.get('name')));
  const stopped = transcript
    .before(exchange)
    .filter(({ method, segments: [room, kind] }) => method !== 'GET' && room === 'recordings' && kind === 'live')
    .map(({ segments }) => segments[2] ?? '');
  return new Set(begun.filter((name) => !stopped.includes(name)));
}

function isCancelled(name: string, { exchanges }: Transcript): boolean {
  return exchanges.some(
    ({ method, segments: [room, kind, one] }) =>
      method === 'DELETE' && room === 'recordings' && kind === 'live' && one === name,
  );
}

/** Whether a stop or a cancellation came, in the recording, before it began all the same. */
function isStoppedInQueue(name: string, { trace: { steps } }: Transcript): boolean {
  if (name === '') return false;
  const ended = steps.findIndex(
    (step) =>
      step.kind === 'request' &&
      segmentsOf(step.target).slice(0, 3).join('/') === `recordings/live/${name}` &&
      (step.method === 'DELETE' || step.target.endsWith('/stop')),
  );
  const begun = steps.findIndex(
    (step) => step.kind === 'event' && step.event['type'] === 'RecordingStarted' && nameOf(step.event) === name,
  );
  return ended !== -1 && ended < begun;
}

function isAboutStoppedQueued({ segments, answer }: Exchange, difference: Difference, transcript: Transcript): boolean {
  const [room, kind, name = ''] = segments;
  if (room !== 'recordings') return false;
  if (kind === 'live') return answer.status === 404 && isStoppedInQueue(name, transcript);
  return difference.kind === 'body' && differOnlyBy(difference, itemName, (one) => isStoppedInQueue(one, transcript));
}

function itemName(item: Json): string {
  return isObject(item) ? textOf(item['name']) : '';
}

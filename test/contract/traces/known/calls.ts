import { isDeepStrictEqual } from 'node:util';
import type { KnownDifference } from '../explain/known-difference';
import { affectedBy, madeBy, textsIn, toldBy } from '../compare/objects';
import type { Json, JsonObject } from '../recording/trace';
import { isObject, textOf } from '../recording/trace';
import type { Transcript } from '../explain/transcript';
import { inStatus, isRefusal } from './status';

/** Milliseconds: how far apart two events were that tell the same because of two subscriptions. */
const togetherMs = 20;

/** Calls, and what is told of them. */
export const knownInCalls: readonly KnownDifference[] = [
  {
    name: 'an id that is in use is refused',
    why: { row: 12 },
    seenIn: ['0503', '0509'],
    explains: inStatus(({ exchange, here }, transcript) => {
      const made = new Set(transcript.before(exchange).flatMap(affectedBy));
      return here === 409 && madeBy(exchange).some((key) => made.has(key));
    }),
  },
  {
    name: 'a call that is refused leaves nothing behind',
    why: { row: 12 },
    seenIn: ['0305', '0404'],
    explains: ({ kind, event }, transcript) => {
      if (kind !== 'missing event' || !isObject(event?.['channel'])) return false;
      const channel = `channel:${idOf(event['channel'])}`;
      const calls = transcript.exchanges.filter((exchange) => affectedBy(exchange).includes(channel));
      return (
        calls.length > 0 &&
        calls.every(({ recorded, answer }) => isRefusal(recorded.status ?? 0) && isRefusal(answer.status))
      );
    },
  },
  {
    name: 'nothing is told of a channel after its end',
    why: 'nothing is reported about a channel after its ChannelDestroyed',
    seenIn: ['0304', '0406'],
    explains: ({ kind, event, ws }, { recorded }) => {
      if (kind !== 'missing event' || event === undefined) return false;
      const ended = recorded.findIndex(
        (step) =>
          step.ws === ws &&
          step.event['type'] === 'ChannelDestroyed' &&
          lifeOf(step.event['channel']) === lifeOf(event['channel']),
      );
      return ended !== -1 && ended < recorded.findIndex((step) => step.event === event);
    },
  },
  {
    name: 'a cause that is known is told',
    why: { row: 37 },
    seenIn: ['0308', '0907'],
    explains: ({ kind, path, expected, event }) =>
      kind === 'event field' &&
      event?.['cause'] === 0 &&
      ((path === 'cause' && expected === 0) || (path === 'cause_txt' && expected === 'Unknown')),
  },
  {
    name: 'a call is reported before it is made',
    why: 'a far end that hangs up at once raced with the report that it is called; here a call is reported before it is made',
    seenIn: ['0308'],
    explains: ({ kind, event }) => kind === 'order' && event?.['type'] === 'Dial' && event['dialstatus'] === '',
  },
  {
    name: 'where a channel has been sent is shown at once',
    why: 'where a channel has been sent is shown at once, even if there is no such place',
    seenIn: ['0406'],
    explains: ({ kind, path, event, got }, transcript) => {
      const [, field] = /^channel\.dialplan\.(context|exten)$/.exec(path) ?? [];
      if (kind !== 'event field' || field === undefined || event?.['type'] !== 'ChannelVarset') return false;
      const id = idOf(event['channel']);
      return transcript.exchanges.some(
        ({ segments: [, channel, verb], parameters }) =>
          verb === 'continue' && channel === id && parameters.get(field === 'exten' ? 'extension' : field) === got,
      );
    },
  },
  {
    name: 'the answer goes out before the call begins',
    why: 'the answer raced with the application there; here it goes out before the call begins',
    seenIn: ['0416'],
    explains: ({ kind, path, got }) => kind === 'body' && path === 'channelvars.STASISSTATUS' && got === undefined,
  },
  {
    name: 'an application gets each event once',
    why: { row: 26 },
    seenIn: ['0509', '0511', '0607', '0711', '0804'],
    explains: ({ kind, event, ws }, transcript) => {
      if (kind !== 'missing event' || event === undefined || !comesTwice(ws ?? '', event, transcript)) return false;
      const { recorded } = transcript;
      const place = recorded.findIndex((step) => step.event === event);
      const ms = recorded[place]?.ms ?? 0;
      return recorded
        .slice(0, place)
        .some((step) => step.ws === ws && ms - step.ms <= togetherMs && isSameEvent(step.event, event));
    },
  },
  {
    name: 'a claim is told to all that were offered the call',
    why: { row: 6 },
    seenIn: ['0905', '0907'],
    explains: ({ kind, event, ws }, { received }) =>
      kind === 'extra event' &&
      event?.['type'] === 'CallClaimed' &&
      received.some(
        (one) =>
          one.ws === ws &&
          one.event['type'] === 'CallBroadcast' &&
          idOf(one.event['channel']) === idOf(event['channel']),
      ),
  },
  {
    name: 'a claim that comes too late is a conflict while the channel is there',
    why: { row: 5 },
    seenIn: ['0907'],
    explains: inStatus(
      ({ exchange: { segments }, there, here }) =>
        segments.join('/') === 'events/claim' && there === 404 && here === 409,
    ),
  },
  {
    name: 'a device state that has not changed is not reported',
    why: 'a device begins unused: that it is unused is not reported before anything has happened',
    seenIn: ['0305'],
    explains: ({ kind, expected, got }) =>
      kind === 'device states' &&
      Array.isArray(expected) &&
      expected[0] === 'NOT_INUSE' &&
      isDeepStrictEqual(expected.slice(1), got),
  },
  {
    name: 'a call to a program is not a device',
    why: 'what plays, records or listens, and a call to a program, is not a device: the reference takes the name of its channel for one',
    seenIn: ['0415', '0416', '0417', '0509', '0511', '0607', '0711'],
    explains: ({ kind, subject, got }) =>
      kind === 'device states' &&
      / device:(Announcer|Recorder|Snoop|AudioSocket|UnicastRTP|WebSocket)\//.test(subject) &&
      isDeepStrictEqual(got, []),
  },
];

/**
 * Whether two subscriptions brought an event to a socket of the reference: who listens to everything is told twice of what
 * a bridge plays or records, and who has subscribed to one and then to all of a kind of everything about that one.
 */
function comesTwice(ws: string, event: JsonObject, { trace, exchanges }: Transcript): boolean {
  const connect = trace.steps.find((step) => step.kind === 'ws-connect' && step.ws === ws);
  if (connect?.kind !== 'ws-connect') return false;
  const query = new URL(connect.uri, 'http://x').searchParams;
  const medium = event['playback'] ?? event['recording'];
  if (isObject(medium))
    return query.get('subscribeAll') === 'true' && textOf(medium['target_uri']).startsWith('bridge:');
  const sources = exchanges
    .filter(({ segments: [, app, verb] }) => verb === 'subscription' && query.getAll('app').includes(app ?? ''))
    .flatMap(({ parameters }) => textsIn(parameters.get('eventSource')));
  const channel = event['channel'] ?? event['peer'];
  const endpoint = isObject(channel)
    ? `endpoint:${textOf(channel['name']).replace(/-(<seq-\d+>|[0-9a-f]{8})(;\d)?$/, '')}`
    : '';
  if (sources.some((source) => source === endpoint || source === endpoint.replace(/\/.*/, ''))) return true;
  return sources.some((source) => /:(__AST_\w+)?$/.test(source)) && toldBy(event).some((key) => sources.includes(key));
}

function isSameEvent(one: JsonObject, other: JsonObject): boolean {
  return isDeepStrictEqual({ ...one, timestamp: '' }, { ...other, timestamp: '' });
}

/** An id may be given again; the time of its creation tells one channel from the next. */
function lifeOf(carried: Json | undefined): string {
  return isObject(carried) ? `${textOf(carried['id'])} ${textOf(carried['creationtime'])}` : '';
}

function idOf(carried: Json | undefined): string {
  return isObject(carried) ? textOf(carried['id']) : '';
}

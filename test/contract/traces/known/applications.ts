import type { KnownDifference } from '../explain/known-difference';
import { textsIn } from '../compare/objects';
import type { Json } from '../recording/trace';
import { isObject, listOf, textOf } from '../recording/trace';
import type { Transcript } from '../explain/transcript';
import { differOnlyBy } from './lists';
import { inStatus } from './status';

const unlisted = 'device states are remembered by name: they do not keep an application listed that has no socket';

/** Applications and their subscriptions. */
export const knownInApplications: readonly KnownDifference[] = [
  {
    name: 'all of a kind can be subscribed to and taken back alike',
    why: 'all of a kind can be subscribed to and taken back alike, as `channel:` or by the name that is shown',
    seenIn: ['0804'],
    explains: inStatus(
      ({ exchange: { segments, parameters } }) =>
        segments[2] === 'subscription' &&
        textsIn(parameters.get('eventSource')).some((source) => /:$|:__AST_/.test(source)),
    ),
  },
  {
    name: 'a socket may name its applications one by one',
    why: { row: 17 },
    seenIn: [],
    explains: () => false,
    foresees: ({ key, target }) => {
      const [, ...others] = new URL(target, 'http://x').searchParams.getAll('app');
      return key.startsWith('socket ') ? others.flatMap(textsIn).map((app) => `application:${app}`) : [];
    },
  },
  {
    name: 'a filter never holds back an answer',
    why: { row: 16 },
    seenIn: [],
    explains: ({ kind, event }, { exchanges }) =>
      kind === 'extra event' &&
      event?.['type'] === 'RESTResponse' &&
      exchanges.some(({ segments: [, app, verb] }) => verb === 'eventFilter' && app === event['application']),
  },
  {
    name: 'every technology is an endpoint of its own',
    why: 'every technology is an endpoint of its own: a subscription to it brings what happens to its channels',
    seenIn: ['0802'],
    explains: inStatus(
      ({ exchange: { segments, parameters }, there, here }) =>
        segments[2] === 'subscription' &&
        there === 422 &&
        here === 200 &&
        textsIn(parameters.get('eventSource')).some((source) => /^endpoint:\w+$/.test(source)),
    ),
  },
  {
    name: 'of a list with a bad source nothing is subscribed to',
    why: 'of a list with a bad source nothing is subscribed to',
    seenIn: ['0802'],
    explains: (difference, transcript) => {
      const exchange = transcript.exchangeOf(difference);
      if (exchange === undefined || difference.kind !== 'body' || exchange.segments[0] !== 'applications') return false;
      const refused = transcript
        .before(exchange)
        .filter(({ segments, answer }) => segments[2] === 'subscription' && answer.status >= 400)
        .flatMap(({ parameters }) =>
          textsIn(parameters.get('eventSource')).map((source) => source.replace(/^\w+:/, '')),
        );
      const there = listOf(difference.expected);
      return there.length > 0 && there.every((name) => refused.includes(textOf(name)));
    },
  },
  {
    name: 'device states do not keep an application listed',
    why: unlisted,
    seenIn: ['0806'],
    explains: (difference, transcript) => {
      const exchange = transcript.exchangeOf(difference);
      if (exchange?.segments[0] !== 'applications') return false;
      const closed = closedApplications(transcript);
      if (difference.kind === 'status')
        return difference.expected === 200 && exchange.answer.status === 404 && closed.has(exchange.segments[1] ?? '');
      return difference.kind === 'body' && differOnlyBy(difference, nameOf, (name) => closed.has(name));
    },
  },
  {
    name: 'an application that has an inbound socket stays',
    why: 'an application that has an inbound socket stays when the outbound one goes',
    seenIn: ['1301'],
    explains: (difference, transcript) => {
      const exchange = transcript.exchangeOf(difference);
      if (exchange?.segments.join('/') !== 'applications' || difference.kind !== 'body') return false;
      const inbound = transcript.trace.steps.flatMap((step) =>
        step.kind === 'ws-connect' ? textsIn(new URL(step.uri, 'http://x').searchParams.get('app') ?? '') : [],
      );
      const unregistered = transcript.recorded.flatMap(({ event }) =>
        event['type'] === 'ApplicationUnregistered' ? [event['application']] : [],
      );
      const isKept = (name: string): boolean => inbound.includes(name) && unregistered.includes(name);
      return differOnlyBy(difference, nameOf, isKept);
    },
  },
];

/** Applications whose sockets the recorder has closed, all of them. */
function closedApplications({ trace: { steps } }: Transcript): ReadonlySet<string> {
  const closed = new Set(
    steps.flatMap((step) => (step.kind === 'ws-close' || step.kind === 'ws-abort' ? [step.ws] : [])),
  );
  return new Set(
    steps
      .filter((step) => step.kind === 'ws-connect')
      .filter(({ ws }) => closed.has(ws))
      .flatMap(({ uri }) => textsIn(new URL(uri, 'http://x').searchParams.get('app') ?? '')),
  );
}

function nameOf(item: Json): string {
  return isObject(item) ? textOf(item['name']) : '';
}

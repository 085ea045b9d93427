import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../recording/trace';
import { isObject, listOf, textOf } from '../recording/trace';
import type { KnownDifference } from '../explain/known-difference';
import { differOnlyBy } from './lists';

/** Phones and the objects that describe them. */
export const knownInPhones: readonly KnownDifference[] = [
  {
    name: 'registered contacts do not become fields of their address of record',
    why: 'a registration is not part of the object: with the reference an update turns it into a contact that never expires, twice',
    seenIn: ['2601'],
    explains: ({ kind, title, expected, got }) =>
      kind === 'body' && title.includes('/res_pjsip/aor/') && differOnlyBy({ expected, got }, attributeOf, isContact),
  },
  {
    name: 'an update of an address of record registers nothing',
    why: 'the contact that the reference tells of is the registered one, made a second time by the update of the object',
    seenIn: ['2601'],
    explains: ({ kind, event, window = 0 }, { exchanges }) => {
      const info = event?.['contact_info'];
      if (kind !== 'missing event' || event?.['type'] !== 'ContactStatusChange' || !isObject(info)) return false;
      return (
        info['contact_status'] === 'NonQualified' &&
        exchanges.some(
          ({ method, segments, window: at, recorded: { body } }) =>
            method === 'PUT' &&
            at <= window &&
            segments.slice(2).join('/') === `dynamic/res_pjsip/aor/${textOf(info['aor'])}` &&
            listOf(body).some((field) => isObject(field) && field['value'] === info['uri']),
        )
      );
    },
  },
  {
    name: 'a channel is complete when it is created',
    why: 'the Call-ID and the diverting number are known before anybody hears of the channel',
    seenIn: ['2201', '2214', '2301'],
    explains: ({ kind, path, event, expected }) =>
      kind === 'event field' &&
      (event?.['type'] === 'ChannelCreated' || event?.['variable'] === 'SIPDOMAIN') &&
      ((path === 'channel.protocol_id' && expected === '') ||
        (path === 'channel.caller_rdnis' && expected === undefined)),
  },
  {
    name: 'ringing is told of the channel and of the call in either order',
    why: 'the reference tells both in either order, from two threads',
    seenIn: ['2107', '2301', '2305', '2307'],
    explains: ({ kind, path, event, title, expected }) =>
      kind === 'event field'
        ? event?.['type'] === 'Dial' && event['dialstatus'] === 'RINGING' && path === 'peer.state'
        : kind === 'order' && title === 'ChannelStateChange' && expected === 'after Dial("RINGING")',
  },
  {
    name: 'peers are told again when the path of packets has changed',
    why: 'the thread of a bridge of the reference notices changes at any time within half a second, several at once',
    seenIn: ['2215', '2309', '2501', '2504'],
    explains: ({ kind, title, event, expected }, { received }) => {
      const names = /BRIDGEPEER|BRIDGEPVTCALLID/;
      const isPeer = names.test(textOf(event?.['variable'])) && event?.['value'] !== '';
      if (kind === 'moment') return isPeer;
      if (kind === 'extra event')
        return isPeer && received.filter((one) => isSameVariable(one.event, event)).length > 1;
      const isAgain = names.test(title) && !title.endsWith('"")');
      return kind === 'order' && (isAgain || /(BRIDGEPEER|BRIDGEPVTCALLID)" "[^"]/.test(textOf(expected)));
    },
  },
  {
    name: 'the channel of messages comes with the first message',
    why: 'that of the reference was left over from an earlier session',
    seenIn: ['2509'],
    explains: ({ kind, expected, got }) =>
      kind === 'body' && differOnlyBy({ expected, got }, nameOf, (name) => name.startsWith('Message/')),
  },
  {
    name: 'a call that is sent elsewhere is told once',
    why: 'the reference repeats it without a change',
    seenIn: ['2509'],
    explains: ({ kind, event, ws }, { recorded }) =>
      kind === 'missing event' &&
      event?.['type'] === 'Dial' &&
      textOf(event['forward']) !== '' &&
      recorded.some(
        (step) =>
          step.ws === ws &&
          step.event !== event &&
          isDeepStrictEqual({ ...step.event, timestamp: '' }, { ...event, timestamp: '' }),
      ),
  },
  {
    name: 'tags and branches are made up by the phones',
    why: 'a replayed phone makes its own; its Via is shown as it was sent, and the reference writes it anew',
    seenIn: ['2201', '2401'],
    explains: ({ kind, title, path, expected, got }) => {
      const [, name] = /^message\.variables\.(Via|From|To)$/.exec(path) ?? [];
      const isRead = kind === 'body' && title.includes('PJSIP_HEADER(read') && path === 'value';
      if (!isRead && (kind !== 'event field' || name === undefined)) return false;
      const place = /^SIP\/2\.0\/\w+ [^;]+/;
      const essence = (text: string): string =>
        name === 'Via' ? (place.exec(text)?.[0] ?? '') : text.replace(/;tag=.*$/, '');
      return essence(textOf(expected ?? '')) === essence(textOf(got ?? ''));
    },
  },
  {
    name: 'a message does not show the credentials of its sender',
    why: 'an application could try passwords with them: the reference hands them on',
    seenIn: ['2401'],
    explains: ({ kind, path, got }) =>
      kind === 'event field' && path === 'message.variables.Authorization' && got === undefined,
  },
  {
    name: 'a header field that the recorder left out is not sent',
    why: 'the recorder wrote down some header fields of a request only',
    seenIn: ['2401'],
    explains: ({ kind, path, got }, { trace }) => {
      const [, name = ''] = /^message\.variables\.([A-Z][\w-]*)$/.exec(path) ?? [];
      return (
        kind === 'event field' &&
        got === undefined &&
        name !== '' &&
        !trace.steps.some((step) => step.kind === 'sip' && name in step.headers)
      );
    },
  },
  {
    name: 'a phone that registers is told of its messages',
    why: 'the recorder left out what belongs to registrations that it did not write down',
    seenIn: ['2401'],
    explains: ({ kind, title }, { trace }) =>
      kind === 'extra message' &&
      title.startsWith('NOTIFY ') &&
      !trace.steps.some((step) => step.kind === 'sip' && step.headers['Event'] === 'message-summary'),
  },
  {
    name: 'what follows the last answer was not recorded',
    why: 'the recorder stopped before the reference told of the last mailboxes that were deleted',
    seenIn: ['2002'],
    explains: ({ kind, event }, { trace: { steps } }) => {
      const device = event?.['device_state'];
      if (kind !== 'extra event' || !isObject(device)) return false;
      const mailbox = /^MWI:(.+)$/.exec(textOf(device['name']))?.[1] ?? '';
      const last = steps.at(-1)?.ms ?? 0;
      return steps.some(
        (step) =>
          step.kind === 'request' &&
          step.method === 'DELETE' &&
          step.target.endsWith(`/mailboxes/${mailbox}`) &&
          last - step.ms < 10,
      );
    },
  },
  {
    name: 'a phone that registers anew is unavailable in between',
    why: 'the device is told of with every change of the contacts; the reference tells where it comes to rest',
    seenIn: ['2301'],
    explains: ({ kind, expected, got }) => {
      const [first, second, ...rest] = listOf(got).map(textOf);
      if (kind !== 'device states' || first !== 'UNAVAILABLE' || second !== 'NOT_INUSE') return false;
      return [rest, [second, ...rest]].some((states) => isDeepStrictEqual(states, expected));
    },
  },
  {
    name: 'a cancelled INVITE gets its own answer',
    why: 'the recorder did not write down the 487 that RFC 3261 §9.2 wants behind the answer to a CANCEL',
    seenIn: ['2202', '2214'],
    explains: ({ kind, title, got }, { trace }) =>
      kind === 'extra message' &&
      title === 'SIP/2.0 487' &&
      trace.steps.some(
        (step) =>
          step.kind === 'sip' &&
          step.isOurs &&
          step.line.startsWith('CANCEL ') &&
          textOf(got).startsWith(`${step.callId} `),
      ),
  },
  {
    name: 'a 181 without a Diversion tells no number',
    why: 'the called phone did not divert the call: the reference takes its own name for the number that did',
    seenIn: ['2308'],
    explains: ({ path, got }, { trace: { steps } }) =>
      /(^|\.)caller_rdnis$/.test(path) &&
      got === undefined &&
      steps.some((step) => step.kind === 'sip' && step.isOurs && step.line.startsWith('SIP/2.0 181 ')) &&
      !steps.some((step) => step.kind === 'sip' && 'Diversion' in step.headers),
  },
  {
    name: 'a call offers the formats that its channel was created with',
    why: 'the reference offers those of the endpoint, whatever was asked for',
    seenIn: ['2308'],
    explains: ({ kind, title, path }, { exchanges }) =>
      kind === 'message field' &&
      title.startsWith('INVITE ') &&
      path === 'description' &&
      exchanges.some(({ segments, parameters }) => segments[0] === 'channels' && parameters.has('formats')),
  },
  {
    name: 'the transport has the port that it was given',
    why: 'in a replay the system chooses the port, and the configuration says 0',
    seenIn: ['2602'],
    explains: ({ kind, title, path, got }) =>
      kind === 'body' && title.includes('/res_pjsip/transport/') && path === '[*].value' && got === '127.0.0.1:0',
  },
];

/** Whether two events tell of the same value of the same variable of a channel. */
function isSameVariable(one: JsonObject, other: JsonObject | undefined): boolean {
  const facts = ({ type, application, variable, value, channel }: JsonObject): readonly unknown[] => [
    ...[type, application, variable, value],
    isObject(channel) ? channel['id'] : undefined,
  ];
  return other !== undefined && isDeepStrictEqual(facts(one), facts(other));
}

function attributeOf(field: Json): string {
  return isObject(field) ? textOf(field['attribute']) : '';
}

function nameOf(channel: Json): string {
  return isObject(channel) ? textOf(channel['name']) : '';
}

function isContact(attribute: string): boolean {
  return attribute === 'contact';
}

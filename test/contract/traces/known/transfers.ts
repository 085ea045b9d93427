import type { KnownDifference } from '../explain/known-difference';
import { parametersOf } from '../compare/exchange';
import type { Difference } from '../compare/difference';
import { perTrace } from '../recording/per-trace';
import type { Json } from '../recording/trace';
import { isObject, textOf } from '../recording/trace';
import { differOnlyBy } from './lists';

/** Transfers, and calls that take the place of others. */
export const knownInTransfers: readonly KnownDifference[] = [
  {
    name: 'a phone is not referred by a request that is refused',
    why: 'where `from` or `refer_to` is missing, the reference sends a REFER that leads nowhere',
    seenIn: ['2403'],
    explains: ({ kind, title }, { trace }) =>
      hasIncompleteReferral(trace) &&
      (kind === 'missing message'
        ? title.startsWith('REFER ')
        : kind === 'unsupported' && title === 'SIP/2.0 202 Accepted'),
  },
  {
    name: 'the partner of a channel that has taken a place is told once',
    why: 'the reference repeats it with each step in which the bridge changes its technology',
    seenIn: ['2501', '2502', '2505', '2506', '2508'],
    explains: ({ kind, event, ws }, { recorded, trace }) =>
      kind === 'missing event' &&
      event !== undefined &&
      isTransfer(trace) &&
      /^BRIDGE(PEER|PVTCALLID)$/.test(textOf(event['variable'] ?? '')) &&
      recorded.some(
        (step) =>
          step.ws === ws &&
          step.event !== event &&
          step.event['variable'] === event['variable'] &&
          step.event['value'] === event['value'] &&
          idOf(step.event['channel']) === idOf(event['channel']),
      ),
  },
  {
    name: 'an attended transfer takes no time',
    why: 'the reference waits for half a second before it moves the first channel',
    seenIn: ['2505', '2506'],
    explains: (difference, { trace }) => isAttended(trace) && isAboutItsMoment(difference),
  },
  {
    name: 'a call keeps its place in the dialplan when another one takes it over',
    why: 'the reference exchanges both channels inside, so that the one which ends shows the place of the other',
    seenIn: ['2506'],
    explains: ({ kind, path, event, expected }, { trace }) =>
      isToApplication(trace) &&
      kind === 'event field' &&
      event?.['type'] === 'ChannelDestroyed' &&
      path.startsWith('channel.dialplan.') &&
      (expected === 'transfer' || expected === '_attended'),
  },
  {
    name: 'the end of a call whose place was taken is requested as that of any other call of the dialplan',
    why: 'its dialplan ends, which is reported for all calls alike',
    seenIn: ['2506'],
    explains: ({ kind, event }, { trace }) =>
      isToApplication(trace) &&
      kind === 'extra event' &&
      (event?.['variable'] === 'STASISSTATUS' ||
        (event?.['type'] === 'ChannelHangupRequest' && event['cause'] === 16 && event['soft'] === true)),
  },
  {
    name: 'the quality of a call whose place was taken is told before its end is requested',
    why: 'as with every call that the server ends',
    seenIn: ['2505'],
    explains: ({ kind, title, expected }, { trace }) =>
      isAttended(trace) &&
      kind === 'order' &&
      title.startsWith('ChannelVarset("RTPAUDIOQOS') &&
      expected === 'after ChannelHangupRequest(16)',
  },
  {
    name: 'a transfer that is open leaves the path of packets as it is',
    why: 'the reference listens to the channel until the transfer is over, and mixes its audio for that',
    seenIn: ['2508'],
    explains: ({ kind, path, event, expected, got }, { trace }) =>
      dialplanTransferer(trace) !== undefined &&
      kind === 'event field' &&
      event?.['type'] === 'ChannelLeftBridge' &&
      path === 'bridge.technology' &&
      expected === 'simple_bridge' &&
      got === 'native_rtp',
  },
  {
    name: 'a call that was transferred away tells how long it was',
    why: 'as any other call of Dial does',
    seenIn: ['2508'],
    explains: ({ kind, event }, { trace }) =>
      dialplanTransferer(trace) !== undefined &&
      kind === 'extra event' &&
      event?.['type'] === 'ChannelVarset' &&
      /^(ANSWERED|DIALED)TIME(_MS)?$/.test(textOf(event['variable'])) &&
      /^\d+$/.test(textOf(event['value'])),
  },
  {
    name: 'a phone that has transferred its partner away is told when the target answers',
    why: 'the reference does not notice that an extension answers a call which is up: it tells of a failure when the transferred call has ended',
    seenIn: ['2508'],
    explains: ({ kind, title, path, expected, got }, { trace }) => {
      const phone = dialplanTransferer(trace);
      if (phone === undefined) return false;
      const isNotify = title.startsWith(`NOTIFY sip:${phone}@`);
      switch (kind) {
        case 'moment':
          return isNotify && got === 'too early';
        case 'message field':
          return isNotify && path === 'body' && textOf(expected).includes(' 503 ') && textOf(got).includes(' 200 ');
        case 'order':
          return isNotify && expected === 'after SIP/2.0 200 OK' && got === 'before it';
        default:
          return false;
      }
    },
  },
  {
    name: 'a call that is replaced ends',
    why: 'RFC 3891 §3: whoever accepts an INVITE with Replaces ends the call that it names; the reference leaves it in its application',
    seenIn: ['2510'],
    explains: ({ kind, title, event, expected, got }, { trace }) => {
      const names = replacedNames(trace);
      if (names.length === 0) return false;
      const isReplaced = (name: string): boolean => names.some((each) => name.startsWith(`PJSIP/${each}-`));
      switch (kind) {
        case 'body':
          return differOnlyBy({ expected, got }, nameOf, (name) => isReplaced(name) || name.startsWith('Message/'));
        case 'extra event':
          return isReplaced(nameOf(event?.['channel'] ?? null));
        case 'device states':
          return true;
        default:
          return kind === 'extra message' && names.some((name) => title.startsWith(`BYE sip:${name}@`));
      }
    },
  },
];

/** Whether a phone is to be referred, and it is not said by whom, or where to. */
const hasIncompleteReferral = perTrace(({ steps }) =>
  steps.some((step) => {
    if (step.kind !== 'request' || !/\/refer(\?|$)/.test(step.target)) return false;
    const given = parametersOf(step);
    return textOf(given.get('from') ?? '') === '' || textOf(given.get('refer_to') ?? '') === '';
  }),
);

const phoneRequests = perTrace(({ steps }) =>
  steps.flatMap((step) => (step.kind === 'sip' && step.isOurs ? [step] : [])),
);

const isTransfer = perTrace((trace) =>
  phoneRequests(trace).some(({ line, headers }) => line.startsWith('REFER ') || 'Replaces' in headers),
);

/** Whether a phone connects two of its calls. */
const isAttended = perTrace((trace) =>
  phoneRequests(trace).some(({ headers }) => (headers['Refer-To'] ?? '').includes('?Replaces=')),
);

/** Whether a phone connects its partner with what has another call of it, without a bridge. */
const isToApplication = perTrace(
  (trace) =>
    isAttended(trace) &&
    trace.steps.some((step) => step.kind === 'event' && step.event['destination_type'] === 'application'),
);

/** The phone that transfers its partner out of a bridge of the dialplan. */
const dialplanTransferer = perTrace((trace): string | undefined => {
  const isInDialplan = trace.steps.some((step) => {
    if (step.kind !== 'event' || step.event['type'] !== 'BridgeBlindTransfer') return false;
    const { bridge } = step.event;
    return bridge !== undefined && isObject(bridge) && bridge['bridge_class'] === 'basic';
  });
  return isInDialplan ? phoneRequests(trace).find(({ line }) => line.startsWith('REFER '))?.ua : undefined;
});

/** The phones whose calls are named by Replaces in an INVITE. */
const replacedNames = perTrace((trace): readonly string[] => {
  const requests = phoneRequests(trace);
  const replaced = requests.flatMap(({ headers }) => (headers['Replaces'] ?? '').split(';').slice(0, 1));
  return requests.flatMap(({ callId, ua }) => (replaced.includes(callId) ? [ua] : []));
});

/** Events and messages of the transfer come earlier; those without an object of their own are found at another time. */
function isAboutItsMoment({ kind, title, event, got }: Difference): boolean {
  if (kind === 'missing event' || kind === 'extra event') return event?.['type'] === 'BridgeAttendedTransfer';
  if (kind !== 'moment') return false;
  if (event !== undefined) return textOf(got).startsWith('after REFER ');
  return got === 'too early' && (title.startsWith('NOTIFY ') || title.startsWith('BYE '));
}

function idOf(channel: Json | undefined): string {
  return channel !== undefined && isObject(channel) ? textOf(channel['id']) : '';
}

function nameOf(channel: Json): string {
  return isObject(channel) ? textOf(channel['name']) : '';
}

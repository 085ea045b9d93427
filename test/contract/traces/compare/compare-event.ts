import type { Finding } from './compare';
import { compareValues } from './compare';
import { errorFindings } from './compare-response';
import type { Placeholders } from './placeholders';
import type { Json, JsonObject } from '../recording/trace';
import { isObject, parsed, textOf } from '../recording/trace';

/** Fields that hold the object which an event is about, the closest one first, and what names that object. */
const carriers: readonly { readonly field: string; readonly kind: string; readonly key: string }[] = [
  { field: 'peer', kind: 'channel', key: 'id' },
  { field: 'channel', kind: 'channel', key: 'id' },
  { field: 'bridge', kind: 'bridge', key: 'id' },
  { field: 'playback', kind: 'playback', key: 'id' },
  { field: 'recording', kind: 'recording', key: 'name' },
  { field: 'device_state', kind: 'device', key: 'name' },
  { field: 'endpoint', kind: 'endpoint', key: 'resource' },
];

/** What an event is about: several objects when it tells of several. Their own order is promised, no other. */
export function subjectsOf(event: JsonObject): readonly string[] {
  if (event['type'] === 'RESTResponse') return ['answers'];
  const found = carriers.flatMap(({ field, kind, key }) => {
    const carried = event[field];
    return isObject(carried) && key in carried ? [`${kind}:${textOf(carried[key])}`] : [];
  });
  return found.length > 0 ? found : ['application'];
}

/** What two events have to share to be the same one, with different contents at most. */
export function identityOf(event: JsonObject): string {
  const [subject = ''] = event['type'] === 'RESTResponse' ? [textOf(event['request_id'])] : subjectsOf(event);
  return [event['type'], event['application'], subject].map(textOf).join(' ');
}

/** Channel devices change with every step of a call; only where they come to rest between two requests counts. */
export function channelDeviceOf(event: JsonObject): { readonly device: string; readonly state: string } | undefined {
  const carried = event['device_state'];
  if (event['type'] !== 'DeviceStateChanged' || !isObject(carried)) return undefined;
  const device = textOf(carried['name']);
  return /^[^:/]+\//.test(device) ? { device, state: textOf(carried['state']) } : undefined;
}

/** Holds an event against the recorded one. */
export function compareEvent(expected: JsonObject, got: JsonObject, placeholders: Placeholders): readonly Finding[] {
  if (expected['type'] !== 'RESTResponse')
    return compareValues(comparable(expected), comparable(got), { placeholders });
  const { message_body: expectedBody, reason_phrase: expectedReason, ...expectedRest } = expected;
  const { message_body: gotBody, reason_phrase: gotReason, ...gotRest } = got;
  if (expected['status_code'] !== got['status_code'])
    return [{ path: 'status_code', expected: expected['status_code'], got: got['status_code'] }];
  const isError = Number(got['status_code']) >= 400;
  // The words behind an error's number are ours, and an error always has a body.
  const ownRest = isError && expectedBody === undefined ? without(gotRest, 'content_type') : gotRest;
  return [
    ...compareValues(expectedRest, ownRest, { placeholders }),
    ...(isError || expectedReason === gotReason
      ? []
      : [{ path: 'reason_phrase', expected: expectedReason, got: gotReason }]),
    ...compareBodies([expectedBody, gotBody], isError, placeholders).map(within('message_body')),
  ];
}

/** How long the stages of a call took: measured by a clock, so that only their form counts. */
const lengths = /^(RINGTIME|PROGRESSTIME|ANSWEREDTIME|DIALEDTIME)(_MS)?$/;

/** What a call measured of its audio: names and form count, and whether anything was heard at all. */
const statistics = /^RTPAUDIOQOS/;

function formOf(value: string): string {
  return value.replace(/(\w+)=\s*(\d+)(\.\d{6})?/g, (_all, name: string, whole: string, fraction?: string) =>
    name === 'rxcount' && whole === '0' ? `${name}=none` : `${name}=${fraction === undefined ? 'n' : 'n.n'}`,
  );
}

/** The event with a value that can be compared: some variables say more, or less, than their text. */
function comparable(event: JsonObject): JsonObject {
  const { variable, value } = event;
  if (event['type'] !== 'ChannelVarset' || typeof variable !== 'string' || typeof value !== 'string') return event;
  // The names of those on the other side, in no particular order.
  if (variable === 'BRIDGEPEER') return { ...without(event, 'value'), peers: value.split(',') };
  if (statistics.test(variable)) return { ...event, value: formOf(value) };
  return lengths.test(variable) ? { ...event, value: value.replace(/^\d+$/, 'a number') } : event;
}

function compareBodies(
  [expected, got]: readonly [Json | undefined, Json | undefined],
  isError: boolean,
  placeholders: Placeholders,
): readonly Finding[] {
  const ours = typeof got === 'string' ? parsed(got) : got;
  if (isError) return errorFindings(expected, ours);
  if (expected === undefined) return ours === undefined ? [] : [{ path: '', expected, got: ours }];
  const recorded = typeof expected === 'string' ? (parsed(expected) ?? expected) : expected;
  return compareValues(recorded, ours, { placeholders, isSet: true });
}

const within =
  (field: string) =>
  ({ path, ...finding }: Finding): Finding => ({ ...finding, path: path === '' ? field : `${field}.${path}` });

function without(object: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

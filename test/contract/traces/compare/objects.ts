import { subjectsOf } from './compare-event';
import type { Exchange } from './exchange';
import { bodyOf } from './exchange';
import type { Json, JsonObject } from '../recording/trace';
import { isObject, textOf } from '../recording/trace';

/** What requests, answers and events are about, by kind and id: `channel:c1`, `mailbox:600`. */
export type ObjectKey = string;

/** The objects that a request names, in its path or in its parameters. */
export const namedBy = remembered(findNamed);

/** The objects that a request would change or make if it were carried out, here or there. */
export const affectedBy = remembered(findAffected);

/** Asked for again and again, by every rule about every event. */
function remembered(find: (exchange: Exchange) => readonly ObjectKey[]): (exchange: Exchange) => readonly ObjectKey[] {
  const known = new WeakMap<Exchange, readonly ObjectKey[]>();
  return (exchange) => {
    const keys = known.get(exchange) ?? find(exchange);
    known.set(exchange, keys);
    return keys;
  };
}

function findNamed(exchange: Exchange): readonly ObjectKey[] {
  const { segments, parameters } = exchange;
  const [room = '', id, ...rest] = segments;
  const inPath = id === undefined ? [] : pathObjects(room, id, rest);
  const given = [...namingParameters].flatMap(([parameter, kind]) =>
    textsIn(parameters.get(parameter)).map((text) => `${kind}:${text}`),
  );
  const sources = textsIn(parameters.get('eventSource'));
  return [...inPath, ...given, ...sources, ...subscriptionsOf(exchange), ...variablesOf(exchange)];
}

const namingParameters: ReadonlyMap<string, string> = new Map([
  ['channel', 'channel'],
  ['channelId', 'channel'],
  ['otherChannelId', 'channel'],
  ['snoopId', 'channel'],
  ['originator', 'channel'],
  ['bridgeId', 'bridge'],
  ['playbackId', 'playback'],
  ['app', 'application'],
  ['application', 'application'],
]);

function pathObjects(room: string, id: string, rest: readonly string[]): readonly ObjectKey[] {
  switch (room) {
    case 'channels':
      return ['create', 'externalMedia'].includes(id) ? [] : [`channel:${id}`, ...below(rest)];
    case 'bridges':
      return [`bridge:${id}`, ...below(rest)];
    case 'playbacks':
      return [`playback:${id}`];
    case 'recordings':
      return rest[0] === undefined ? [] : [`recording:${rest[0]}`];
    case 'mailboxes':
      return [`mailbox:${id}`];
    case 'deviceStates':
      return [`device:${id}`];
    case 'applications':
      return [`application:${id}`];
    case 'server':
    case 'asterisk':
      return serverObjects(id, rest);
    default:
      return [];
  }
}

/** What is below a channel or a bridge: `play/p1`, `snoop/s1`. */
function below([what, id]: readonly string[]): readonly ObjectKey[] {
  if (id === undefined) return [];
  return what === 'play' ? [`playback:${id}`] : what === 'snoop' ? [`channel:${id}`] : [];
}

function serverObjects(room: string, rest: readonly string[]): readonly ObjectKey[] {
  const [first] = rest;
  if (first === undefined) return [];
  // A log channel is known by the name of its file, or by its whole path.
  if (room === 'logging') return [`log:${first.replace(/^.*\//, '')}`];
  return room === 'config' ? [`config:${rest.slice(1).join('/')}`] : room === 'modules' ? [`module:${first}`] : [];
}

/** The objects that a request makes under ids of its own choice. */
export function madeBy({ method, segments, parameters }: Exchange): readonly ObjectKey[] {
  const [room = '', id, verb] = segments;
  if (method !== 'POST') return [];
  const given = (parameter: string): readonly ObjectKey[] =>
    textsIn(parameters.get(parameter)).map((text) => `${namingParameters.get(parameter) ?? ''}:${text}`);
  if (verb === 'play' || verb === 'snoop')
    return [...below(segments.slice(2)), ...given(verb === 'play' ? 'playbackId' : 'snoopId')];
  if (verb !== undefined) return [];
  const own = id === undefined ? [] : pathObjects(room, id, []);
  if (room === 'bridges') return [...own, ...given('bridgeId')];
  return room === 'channels' ? [...own, ...given('channelId'), ...given('otherChannelId')] : [];
}

/** What is done to a channel or a bridge and shows in nothing that is told of it. */
const silentVerbs = new Set(['mute', 'hold', 'moh', 'silence', 'rtp_statistics']);

function findAffected(exchange: Exchange): readonly ObjectKey[] {
  const { method, segments, parameters } = exchange;
  if (method === 'GET' && segments[0] !== 'events') return [];
  const [room, id, verb] = segments;
  const made = [exchange.recorded.body, bodyOf(exchange)].filter(isObject);
  if (verb === 'play') return [...below(segments.slice(2)), ...idsIn(made, 'playback', 'id'), ...given('playbackId')];
  if (verb === 'record') return [...given('name', 'recording'), ...idsIn(made, 'recording', 'name')];
  if (verb === 'snoop') return [...below(segments.slice(2)), ...idsIn(made, 'channel', 'id'), ...given('snoopId')];
  if (verb === 'variable' || verb === 'variables') return variablesOf(exchange);
  if (room === 'channels' && verb === 'dtmf') return [`digits:${id ?? ''}`];
  if (verb !== undefined && silentVerbs.has(verb)) return [];
  if (room === 'channels' || room === 'bridges') {
    const kind = room === 'channels' ? 'channel' : 'bridge';
    const devices = textsIn(parameters.get('endpoint')).map((endpoint) => `device:${deviceOf(endpoint)}`);
    const named = namedBy(exchange).filter((key) => !/^(application|variable):/.test(key));
    return [...named, ...idsIn(made, kind, 'id'), ...devices];
  }
  if (room === 'applications') return [`subscriber:${id ?? ''}`, ...subscriptionsOf(exchange)];
  if (room === 'mailboxes' && id !== undefined) return [`mailbox:${id}`, `device:MWI:${id}`];
  if (room === 'events' && id === 'user') return [`user event:${verb ?? ''}`];
  if (room === 'asterisk' && id === 'variable') return variablesOf(exchange);
  return namedBy(exchange);

  function given(parameter: string, kind = namingParameters.get(parameter) ?? ''): readonly ObjectKey[] {
    return textsIn(parameters.get(parameter)).map((text) => `${kind}:${text}`);
  }
}

/** `subscription:app channel:c1`: all of a kind have one name, however they are asked for. */
function subscriptionsOf({ segments: [room, app = '', verb], parameters }: Exchange): readonly ObjectKey[] {
  if (room !== 'applications' || verb !== 'subscription') return [];
  return textsIn(parameters.get('eventSource')).map((source) => subscriptionKey(app, source));
}

function subscriptionKey(app: string, source: string): ObjectKey {
  return `subscription:${app} ${source.replace(/:(__AST_\w+_ALL_TOPIC)?$/, ':all')}`;
}

const sourceLists: Readonly<Record<string, string>> = {
  channel_ids: 'channel',
  bridge_ids: 'bridge',
  endpoint_ids: 'endpoint',
  device_names: 'deviceState',
};

/** The subscription that a member of one of the lists of an application stands for. */
export function listedSubscription({ segments }: Exchange, list: string, item: Json): ObjectKey {
  return subscriptionKey(segments[1] ?? '', `${sourceLists[list] ?? ''}:${textOf(item)}`);
}

/** `variable:c1 NAME` */
function variablesOf({ segments, parameters }: Exchange): readonly ObjectKey[] {
  const owner = segments[0] === 'asterisk' ? '' : (segments[1] ?? '');
  const variables = parameters.get('variables');
  const names = [
    ...textsIn(parameters.get('variable')),
    ...(isObject(variables) ? Object.keys(variables) : textsIn(variables)),
  ];
  return names.map((name) => `variable:${owner} ${name.trim().replace(/^_{1,2}/, '')}`);
}

/** What an event is about. */
export function toldBy(event: JsonObject): readonly ObjectKey[] {
  const { type, variable, eventname, channel_id: channel, application } = event;
  const owner = isObject(event['channel']) ? event['channel']['id'] : '';
  return [
    ...subjectsOf(event),
    ...(typeof application === 'string' ? [`application:${application}`, `subscriber:${application}`] : []),
    ...(typeof channel === 'string' ? [`channel:${channel}`] : []),
    // Digits are heard by the other half.
    ...(type === 'ChannelDtmfReceived' ? [`digits:${otherHalf(textOf(owner))}`] : []),
    ...(type === 'ChannelVarset' && typeof variable === 'string'
      ? [`variable:${textOf(owner)} ${variable.replace(/^_{1,2}/, '')}`]
      : []),
    ...(type === 'ChannelUserevent' && typeof eventname === 'string' ? [`user event:${eventname}`] : []),
  ];
}

function otherHalf(id: string): string {
  return id.endsWith(';2') ? id.slice(0, -2) : `${id};2`;
}

/** The object that a member of a list stands for; several keys where its kind does not show. */
export function itemKeys(item: Json): readonly ObjectKey[] {
  if (typeof item === 'string') {
    // An id, or a line that begins with one.
    const [first = ''] = item.split(/:? /);
    return ['channel', 'bridge', 'application', 'device'].flatMap((kind) => [`${kind}:${item}`, `${kind}:${first}`]);
  }
  if (!isObject(item)) return [];
  const { id, name, channel } = item;
  if (typeof channel === 'string') return [`log:${channel.replace(/^.*\//, '')}`];
  if (typeof id === 'string') return 'bridge_class' in item ? [`bridge:${id}`] : [`channel:${id}`];
  if (typeof name !== 'string') return [];
  return ['recording', 'mailbox', 'application', 'device', 'module'].map((kind) => `${kind}:${name}`);
}

/** The device of an endpoint: `Local/s@default/n` is `Local/s@default`. */
export function deviceOf(endpoint: string): string {
  return endpoint.split('/').slice(0, 2).join('/');
}

function idsIn(bodies: readonly JsonObject[], kind: string, field: string): readonly ObjectKey[] {
  return bodies.flatMap((body) => (typeof body[field] === 'string' ? [`${kind}:${body[field]}`] : []));
}

/** The texts of a value: of a list each, of `a,b` both. */
export function textsIn(value: Json | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one: Json) => textsIn(one));
  return typeof value === 'string' && value !== '' ? value.split(',') : [];
}

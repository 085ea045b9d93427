import type { FieldProblem } from './config-object-failure';
import {
  hostWithPort,
  listOf,
  longestMilliseconds,
  longestSeconds,
  oneOf,
  someText,
  text,
  websocketAddress,
  whole,
  yesNo,
} from './config-object-kinds';
import { anyId } from './config-object-schema';
import type { ConfigObject, FieldSchema, ObjectSchema } from './config-object-schema';

const seconds = whole(0, longestSeconds);
const probes = whole(0, 1_000_000);

const connection: readonly FieldSchema[] = [
  // Media sockets do without; who needs it checks that it is there.
  { name: 'connection_type', kind: oneOf('persistent', 'per_call_config'), default: '' },
  { name: 'uri', kind: websocketAddress, default: '', required: true, secret: 'credentials' },
  { name: 'protocols', kind: listOf(someText), default: '' },
  { name: 'username', kind: text, default: '' },
  { name: 'password', kind: text, default: '', secret: 'whole', sentTo: ['uri', 'proxy_host'] },
  { name: 'connection_timeout', kind: whole(1, longestMilliseconds), default: '500' },
  { name: 'reconnect_interval', kind: whole(0, longestMilliseconds), default: '500' },
  { name: 'reconnect_attempts', kind: whole(0, longestMilliseconds), default: '4' },
];

const encryption: readonly FieldSchema[] = [
  { name: 'tls_enabled', kind: yesNo, default: 'no' },
  { name: 'ca_list_file', kind: text, default: '' },
  { name: 'ca_list_path', kind: text, default: '' },
  { name: 'cert_file', kind: text, default: '' },
  { name: 'priv_key_file', kind: text, default: '' },
  { name: 'verify_server_cert', kind: yesNo, default: 'yes' },
  { name: 'verify_server_hostname', kind: yesNo, default: 'yes' },
];

const proxy: readonly FieldSchema[] = [
  { name: 'proxy_host', kind: hostWithPort, default: '' },
  { name: 'proxy_username', kind: text, default: '' },
  { name: 'proxy_password', kind: text, default: '', secret: 'whole', sentTo: ['proxy_host'] },
];

const liveness: readonly FieldSchema[] = [
  { name: 'enable_tcp_keepalives', kind: yesNo, default: 'no' },
  { name: 'tcp_keepalive_time', kind: seconds, default: '20' },
  { name: 'tcp_keepalive_interval', kind: seconds, default: '20' },
  { name: 'tcp_keepalive_probes', kind: probes, default: '3' },
  { name: 'enable_pingpongs', kind: yesNo, default: 'no' },
  { name: 'pingpong_interval', kind: seconds, default: '20' },
  { name: 'pingpong_probes', kind: probes, default: '3' },
];

/** `res_websocket_client/websocket_client`: where and how we connect. */
export const websocketClientSchema: ObjectSchema = {
  id: anyId,
  fields: [...connection, ...encryption, ...proxy, ...liveness],
  check: (client) => [...unencrypted(client), ...idleProbes(client)],
};

function unencrypted({ values }: ConfigObject): readonly FieldProblem[] {
  if (values.get('tls_enabled') !== 'yes' || /^wss:/i.test(values.get('uri') ?? '')) return [];
  return [{ kind: 'does-not-fit', field: 'uri', reason: 'tls_enabled is yes, so it has to start with wss://' }];
}

const switches = [
  ['enable_tcp_keepalives', ['tcp_keepalive_time', 'tcp_keepalive_interval', 'tcp_keepalive_probes']],
  ['enable_pingpongs', ['pingpong_interval', 'pingpong_probes']],
] as const;

/** Some files set zero for a probe that is off anyway; zero is invalid only when it is on. */
function idleProbes({ values }: ConfigObject): readonly FieldProblem[] {
  return switches
    .filter(([name]) => values.get(name) === 'yes')
    .flatMap(([name, fields]) => fields.map((field) => ({ name, field })))
    .filter(({ field }) => values.get(field) === '0')
    .map(({ name, field }) => ({ kind: 'does-not-fit', field, reason: `${name} is yes, so it has to be at least 1` }));
}

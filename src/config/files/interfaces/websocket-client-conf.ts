import type { Placed } from './ari-conf';
import type { ConfFile } from '../../reader/conf-file';
import type { Findings } from '../../reader/findings';
import { bool, choice, hostAndPort, list, milliseconds, path, seconds, text, whole } from '../../reader/option-parsers';
import type { Parser } from '../../reader/option-parsers';
import { lastEntry, one, readSection, required } from '../../reader/section-schema';
import type { OptionSource, Values } from '../../reader/section-schema';
import type { WebsocketClientConfig } from '../../server-config';

const websocketAddress: Parser<string> = {
  wanted: 'a websocket address such as ws://127.0.0.1:8181/events or wss://example.com/events',
  parse: (given) => (/^wss?:\/\/[^/]/i.test(given) && URL.canParse(given) ? { value: given } : { refused: given }),
};

function clientSchema(folder: string) {
  return {
    type: required('type', choice('websocket_client'), 'websocket_client'),
    connectionType: one<WebsocketClientConfig['connectionType']>(
      'connection_type',
      choice('persistent', 'per_call_config'),
      undefined,
    ),
    uri: required('uri', websocketAddress, ''),
    protocols: one('protocols', list(text), []),
    username: one('username', text, ''),
    password: one('password', text, ''),
    connectionTimeout: one('connection_timeout', milliseconds(1), 500),
    writeTimeout: one('write_timeout', milliseconds(0), undefined),
    reconnectInterval: one('reconnect_interval', milliseconds(0), 500),
    reconnectAttempts: one('reconnect_attempts', whole(0), 4),
    ...tlsOptions(folder),
    proxyHost: one('proxy_host', text, ''),
    proxyUsername: one('proxy_username', text, ''),
    proxyPassword: one('proxy_password', text, ''),
    keepAlives: one('enable_tcp_keepalives', bool, false),
    keepAliveTime: one('tcp_keepalive_time', seconds(0), 20_000),
    keepAliveInterval: one('tcp_keepalive_interval', seconds(0), 20_000),
    keepAliveProbes: one('tcp_keepalive_probes', whole(0), 3),
    pings: one('enable_pingpongs', bool, false),
    pingInterval: one('pingpong_interval', seconds(0), 20_000),
    pingProbes: one('pingpong_probes', whole(0), 3),
  };
}

function tlsOptions(folder: string) {
  return {
    tlsEnabled: one('tls_enabled', bool, false),
    caFile: one('ca_list_file', path(folder), ''),
    caPath: one('ca_list_path', path(folder), ''),
    certificateFile: one('cert_file', path(folder), ''),
    privateKeyFile: one('priv_key_file', path(folder), ''),
    verifyCertificate: one('verify_server_cert', bool, true),
    verifyHostname: one('verify_server_hostname', bool, true),
  };
}

type Client = Values<ReturnType<typeof clientSchema>>;

export interface ClientContext {
  readonly folder: string;
  readonly findings: Findings;
  readonly isFile: (path: string) => boolean;
  readonly isFolder: (path: string) => boolean;
}

/** websocket_client.conf: where and how we connect. */
export function readWebsocketClientConf(
  { sections }: ConfFile,
  context: ClientContext,
): readonly Placed<WebsocketClientConfig>[] {
  return sections.map((section) => ({ section, value: readClient(section, context) }));
}

/** A section of websocket_client.conf, or an object that reads like one. */
export function readClient(section: OptionSource, context: ClientContext): WebsocketClientConfig {
  const { findings } = context;
  const client = readSection(clientSchema(context.folder), section, {
    findings,
    guarded: 'all',
  });
  checkTls(client, section, context);
  checkProxy(client, section, findings);
  checkProbes(client, section, findings);
  const { connectionType, uri, protocols, username, password, connectionTimeout, ...rest } = client;
  const { writeTimeout, reconnectInterval, reconnectAttempts } = rest;
  return {
    id: section.name,
    connectionType,
    uri,
    protocols,
    username,
    password,
    connectionTimeout,
    writeTimeout,
    reconnectInterval,
    reconnectAttempts,
    tls: tlsOf(client),
    proxy:
      client.proxyHost === ''
        ? undefined
        : { host: client.proxyHost, username: client.proxyUsername, password: client.proxyPassword },
    tcpKeepalive: client.keepAlives
      ? { time: client.keepAliveTime, interval: client.keepAliveInterval, probes: client.keepAliveProbes }
      : undefined,
    pingPong: client.pings ? { interval: client.pingInterval, probes: client.pingProbes } : undefined,
  };
}

function tlsOf(client: Client): WebsocketClientConfig['tls'] {
  const { caFile, caPath, certificateFile, privateKeyFile, verifyCertificate, verifyHostname } = client;
  const enabled = client.tlsEnabled || isSecure(client.uri);
  return { enabled, caFile, caPath, certificateFile, privateKeyFile, verifyCertificate, verifyHostname };
}

function isSecure(uri: string): boolean {
  return /^wss:/i.test(uri);
}

function checkTls(client: Client, section: OptionSource, { findings, isFile, isFolder }: ClientContext): void {
  if (client.tlsEnabled && client.uri !== '' && !isSecure(client.uri))
    findings.problem(
      lastEntry(section, 'uri'),
      'tls_enabled = yes, but the address is not encrypted',
      'start the uri with wss://',
    );
  const files = [
    ['ca_list_file', client.caFile],
    ['cert_file', client.certificateFile],
    ['priv_key_file', client.privateKeyFile],
  ] as const;
  for (const [name, file] of files) {
    if (file !== '' && !isFile(file))
      findings.problem(lastEntry(section, name), `there is no file ${file}`, 'give the path of a PEM file that exists');
  }
  if (client.caPath !== '' && !isFolder(client.caPath))
    findings.problem(
      lastEntry(section, 'ca_list_path'),
      `there is no folder ${client.caPath}`,
      'give a folder that exists',
    );
}

function checkProxy({ proxyHost }: Client, section: OptionSource, findings: Findings): void {
  if (proxyHost === '') return;
  const parsed = hostAndPort.parse(proxyHost);
  if ('refused' in parsed || parsed.value.port === undefined)
    findings.problem(lastEntry(section, 'proxy_host'), `'proxy_host' cannot be '${proxyHost}'`, 'write host:port');
}

/** Existing files set zero for a probe that is off anyway; zero is invalid only when the probe is on. */
function checkProbes(client: Client, section: OptionSource, findings: Findings): void {
  const values = [
    ['tcp_keepalive_time', client.keepAlives, client.keepAliveTime],
    ['tcp_keepalive_interval', client.keepAlives, client.keepAliveInterval],
    ['tcp_keepalive_probes', client.keepAlives, client.keepAliveProbes],
    ['pingpong_interval', client.pings, client.pingInterval],
    ['pingpong_probes', client.pings, client.pingProbes],
  ] as const;
  for (const [name, enabled, value] of values) {
    if (enabled && value === 0) findings.problem(lastEntry(section, name), `${name} is 0`, 'give a number from 1');
  }
}

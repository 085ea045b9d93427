import type { LoadedConfig } from './load-config';
import { ignoredTable } from './reader/ignored-table';
import { formatProblem } from './reader/problem';
import type { ServerConfig, UserConfig } from './server-config';
import { isIPv6 } from '../shared/network/ip-version';

/**
 * What `patchbay check-config` prints: every problem, every notice, a table of what is ignored, and the resulting
 * settings of the server.
 */
export function formatConfigReport({ config, folder, problems, notices, ignored }: LoadedConfig): string {
  const parts = [
    problems.map((problem) => `problem: ${formatProblem(problem)}`),
    notices.map((notice) => `notice: ${notice}`),
    ignored.length === 0 ? [] : ['Ignored:', ...ignoredTable(ignored, folder)],
    config === undefined ? [verdict(problems.length)] : ['The configuration is valid.', ...summary(config)],
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function verdict(count: number): string {
  return `${count === 1 ? '1 problem' : `${count} problems`}: Patchbay would not start with this configuration.`;
}

function summary(config: ServerConfig): string[] {
  const { directories, options, modules, stores, logger } = config;
  const facts: readonly (readonly [string, readonly string[]])[] = [
    ['serves', addresses(config)],
    ['users', config.users.map(describeUser)],
    ['phones', phones(config.pjsip)],
    [
      'outbound',
      config.outboundSockets.map(
        ({ id, applications, websocketClientId }) => `${id}: ${applications.join(', ')} at ${websocketClientId}`,
      ),
    ],
    ['log', logger.channels.map(({ name, levels }) => `${name}: ${levels.join(', ')}`)],
    ['modules', [describeModules(modules)]],
    ['stores', stores.map(({ configClass, objectType, store }) => `${configClass}/${objectType}: ${store}`)],
    ['cluster', describeCluster(config.cluster)],
    ['entity id', [options.entityId]],
    [
      'folders',
      [
        `recordings ${directories.recordings}`,
        `sounds ${directories.sounds}`,
        `logs ${directories.log}`,
        `database ${directories.databaseFile}`,
      ],
    ],
  ];
  return facts.flatMap(([title, lines]) =>
    lines.map((line, index) => `  ${(index === 0 ? title : '').padEnd(11)}${line}`),
  );
}

function addresses({ http, ari }: ServerConfig): string[] {
  if (!http.enabled) return ['nothing: the HTTP server is off'];
  const path = `${http.prefix === '' ? '' : `/${http.prefix}`}${ari.enabled ? '/ari' : ' (the interface is off)'}`;
  const plain = `http://${hostText(http.bindAddress)}:${http.bindPort}${path}`;
  return http.tls === undefined
    ? [plain]
    : [plain, `https://${hostText(http.tls.bindAddress)}:${http.tls.bindPort}${path}`];
}

/** Transports and endpoints for phones and trunks. */
function phones({ transports, endpoints }: ServerConfig['pjsip']): string[] {
  const listeners = transports.map(({ id, protocol, host, port }) =>
    protocol === 'ws' || protocol === 'wss' ? `${protocol} (${id})` : `${protocol} ${hostText(host)}:${port} (${id})`,
  );
  return [...listeners, ...(endpoints.length === 0 ? [] : [`endpoints ${endpoints.map(({ id }) => id).join(', ')}`])];
}

function hostText(address: string): string {
  return isIPv6(address) ? `[${address}]` : address;
}

/** Never the password. */
function describeUser({ name, readOnly, rules, scopes }: UserConfig): string {
  const limits = [
    ...(readOnly ? ['read-only'] : []),
    ...(rules.length > 0 ? ['by address'] : []),
    ...(['resources', 'methods', 'applications'] as const).flatMap((kind) => {
      const names = scopes[kind];
      return names === undefined ? [] : [`${kind} ${names.join(', ')}`];
    }),
  ];
  return limits.length === 0 ? name : `${name} (${limits.join('; ')})`;
}

/** Never the credentials. */
function describeCluster(cluster: ServerConfig['cluster']): string[] {
  return cluster === undefined ? [] : [`node ${cluster.node} of ${cluster.name} at ${cluster.servers.join(', ')}`];
}

function describeModules({ autoload, load, noload, require: needed }: ServerConfig['modules']): string {
  const named = [...load, ...needed];
  const base = autoload ? 'all' : named.length === 0 ? 'none' : named.join(', ');
  return noload.length === 0 ? base : `${base}, except ${noload.join(', ')}`;
}

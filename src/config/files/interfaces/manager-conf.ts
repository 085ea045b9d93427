import { isLoopback } from '../../../shared/network/address-rules';
import type { ManagerConfig } from '../../manager-config';
import type { ConfFile } from '../../reader/conf-file';
import type { Findings } from '../../reader/findings';
import { isOneOf } from '../../reader/known-sections';
import { bool, host, list, port, seconds, text, whole } from '../../reader/option-parsers';
import { lastEntry, one, readSection, sectionNamed } from '../../reader/section-schema';
import type { OptionSource, Values } from '../../reader/section-schema';
import type { TlsConfig } from '../../server-config';
import { shippedUser } from '../../shipped-user';
import type { NamedRules } from './access-options';
import type { PasswordCheck } from './ari-user';
import { readManagerUser } from './manager-user';
import { tlsOptions, unusedTlsOptions } from './tls-options';

function generalSchema(folder: string) {
  return {
    enabled: one('enabled', bool, false),
    bindAddress: one<string | undefined>('bindaddr', host, undefined),
    port: one('port', port, 5038),
    authTimeout: one('authtimeout', seconds(1), 30_000),
    authLimit: one('authlimit', whole(1), 50),
    webEnabled: one('webenabled', bool, false),
    webTimeout: one('httptimeout', seconds(1), 60_000),
    displayConnects: one('displayconnects', bool, true),
    timestampEvents: one('timestampevents', bool, false),
    allowMultipleLogin: one('allowmultiplelogin', bool, true),
    channelVars: one('channelvars', list(text), []),
    ...tlsOptions(folder),
  };
}

type General = Values<ReturnType<typeof generalSchema>>;

const unused = [
  ...['debug', 'brokeneventsaction', 'block_sockets', 'disabledevents', 'broken_events_action'],
  ...unusedTlsOptions,
];

/** They decide who can reach the interface, and whether the traffic is encrypted. */
const guarded = [
  ...['enabled', 'bindaddr', 'port', 'webenabled', 'allowmultiplelogin'],
  ...['tlsenable', 'tlsbindaddr', 'tlscertfile', 'tlsprivatekey', 'tlscipher'],
];

export interface ManagerContext {
  readonly folder: string;
  readonly acls: NamedRules;
  readonly passwordProblem?: PasswordCheck | undefined;
  readonly isFile: (path: string) => boolean;
  /** An address of the HTTP listener that other machines can reach. */
  readonly httpReachable?: string | undefined;
  readonly findings: Findings;
}

/** manager.conf: the manager interface and its users. */
export function readManagerConf(conf: ConfFile, context: ManagerContext): Omit<ManagerConfig, 'notifyOptions'> {
  const { findings, folder } = context;
  const section = sectionNamed('general', conf);
  const general = readSection(generalSchema(folder), section, { findings, unused, guarded });
  const { enabled, authTimeout, authLimit, timestampEvents, channelVars } = general;
  const users = conf.sections
    .filter((other) => !isOneOf(['general'], other))
    .map((user) => ({ user, value: readManagerUser(user, { ...context, defaults: general }) }));
  // Deviation: without bindaddr other servers listen on every address.
  const bindAddress = general.bindAddress ?? '127.0.0.1';
  const config: Omit<ManagerConfig, 'notifyOptions'> = {
    enabled,
    bindAddress,
    port: general.port,
    authTimeout,
    authLimit,
    timestampEvents,
    channelVars,
    webEnabled: enabled && general.webEnabled,
    webTimeout: general.webTimeout,
    tls: enabled && general.tlsEnabled ? readTls({ ...general, bindAddress }, section, context) : undefined,
    users: users.map(({ value }) => value),
  };
  const reachable = reachableManager(config, context.httpReachable);
  for (const { user, value } of users) {
    if (reachable === undefined || value.passwordFormat !== 'plain' || value.password !== shippedUser.password)
      continue;
    findings.problem(
      lastEntry(user, 'secret'),
      `manager user '${value.name}' has the shipped password, which is public, and the manager interface would listen on ${reachable}, where others can reach it`,
      'choose another secret, or listen on 127.0.0.1',
    );
  }
  if (enabled && users.length === 0)
    findings.notice({ file: conf.file }, 'the manager interface has no users, so logging in is impossible');
  return config;
}

/** An address of the manager interface that other machines can reach. */
function reachableManager(
  { enabled, bindAddress, tls, webEnabled }: Pick<ManagerConfig, 'enabled' | 'bindAddress' | 'tls' | 'webEnabled'>,
  httpReachable: string | undefined,
): string | undefined {
  if (!enabled) return undefined;
  const own = [bindAddress, ...(tls === undefined ? [] : [tls.bindAddress])].find(
    (address) => !isLoopback(address) && address.toLowerCase() !== 'localhost',
  );
  return own ?? (webEnabled ? httpReachable : undefined);
}

function readTls(
  general: General & { readonly bindAddress: string },
  section: OptionSource,
  { findings, isFile }: ManagerContext,
): TlsConfig {
  const { tlsCertificate: certificateFile, tlsKey, tlsBind, tlsCiphers: ciphers } = general;
  if (certificateFile === '')
    findings.problem(
      section,
      'TLS is enabled but has no tlscertfile',
      'add tlscertfile = … with the path of a PEM file',
    );
  for (const [name, file] of [['tlscertfile', certificateFile] as const, ['tlsprivatekey', tlsKey] as const]) {
    if (file !== '' && !isFile(file))
      findings.problem(lastEntry(section, name), `there is no file ${file}`, 'give the path of a PEM file that exists');
  }
  return {
    bindAddress: tlsBind?.host ?? general.bindAddress,
    bindPort: tlsBind?.port ?? 5039,
    certificateFile,
    privateKeyFile: tlsKey === '' ? certificateFile : tlsKey,
    ciphers,
    minVersion: 'TLSv1.2',
    honorCipherOrder: true,
  };
}

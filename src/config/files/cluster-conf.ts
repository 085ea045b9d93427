import { isIP } from 'node:net';
import type { ConfFile } from '../reader/conf-file';
import type { Findings } from '../reader/findings';
import { checkSections } from '../reader/known-sections';
import type { Parser } from '../reader/option-parsers';
import { bool, list, milliseconds, path, text, whole } from '../reader/option-parsers';
import { lastEntry, one, readSection, sectionNamed } from '../reader/section-schema';
import type { OptionSource } from '../reader/section-schema';

/** One node of a cluster. Durations are in milliseconds. */
export interface ClusterConfig {
  readonly name: string;
  readonly node: string;
  /** Addresses of NATS servers. */
  readonly servers: readonly string[];
  readonly user: string;
  readonly password: string;
  readonly token: string;
  /** A file with a JWT and its seed; empty for none. */
  readonly credentialsFile: string;
  /** Certificates of authorities that sign those of the servers; empty for those of the system. */
  readonly caFile: string;
  /** By which the audio of other nodes reaches this one; empty for the one by which this node reaches NATS. */
  readonly mediaAddress: string;
  /** Copies that NATS keeps of what the nodes share. */
  readonly replicas: number;
  readonly heartbeat: number;
  /** Silence after which a node is asked whether it is alive. */
  readonly suspectAfter: number;
  /** Silence after which it is considered dead. */
  readonly deadAfter: number;
  /** How long an answer of another node is waited for before it is asked whether it is alive. */
  readonly requestTimeout: number;
}

const token: Parser<string> = {
  wanted: 'letters and digits, at most 16',
  parse: (given) => (/^[A-Za-z0-9]{1,16}$/.test(given) ? { value: given } : { refused: given }),
};

const server: Parser<string> = {
  wanted: 'an address such as nats://127.0.0.1:4222 or tls://nats.example.com:4222',
  parse: (given) => (/^(nats|tls):\/\/[^/]+$/i.test(given) ? { value: given } : { refused: given }),
};

const address: Parser<string> = {
  wanted: 'an address of this node such as 10.0.0.7 or 2001:db8::7',
  parse: (given) => (isIP(given) === 0 ? { refused: given } : { value: given }),
};

function schema(folder: string) {
  return {
    enabled: one('enabled', bool, false),
    name: one('name', token, 'patchbay'),
    node: one('node', token, ''),
    servers: one('servers', list(server), []),
    user: one('user', text, ''),
    password: one('password', text, ''),
    token: one('token', text, ''),
    credentialsFile: one('credentials', path(folder), ''),
    caFile: one('ca_list_file', path(folder), ''),
    mediaAddress: one('media_address', address, ''),
    replicas: one('replicas', whole(1, 5), 1),
    heartbeat: one('heartbeat', milliseconds(50), 500),
    suspectAfter: one('suspect_after', milliseconds(100), 1500),
    deadAfter: one('dead_after', milliseconds(200), 3000),
    requestTimeout: one('request_timeout', milliseconds(50), 2000),
  };
}

export interface ClusterContext {
  readonly folder: string;
  readonly findings: Findings;
  readonly isFile: (path: string) => boolean;
}

/** cluster.conf: this server as one node of several. Undefined for a server that is alone. */
export function readClusterConf(conf: ConfFile, context: ClusterContext): ClusterConfig | undefined {
  const { findings } = context;
  checkSections(conf, { known: ['general'] }, findings);
  const section = sectionNamed('general', conf);
  const { enabled, ...cluster } = readSection(schema(context.folder), section, { findings, guarded: 'all' });
  if (!enabled) return undefined;
  checkNames(section, findings);
  checkTimes(cluster, section, findings);
  checkFiles(cluster, section, context);
  return cluster;
}

function checkNames(section: OptionSource, findings: Findings): void {
  const hints = [
    ['node', 'give each node an id of its own: node = a'],
    ['servers', `write ${server.wanted}`],
  ] as const;
  for (const [name, hint] of hints)
    if (!section.entries.some(({ key }) => key === name))
      findings.problem(lastEntry(section, 'enabled'), `the cluster is enabled and '${name}' is missing`, hint);
}

function checkTimes(cluster: ClusterConfig, section: OptionSource, findings: Findings): void {
  const { heartbeat, suspectAfter, deadAfter } = cluster;
  if (suspectAfter <= heartbeat)
    findings.problem(
      lastEntry(section, 'suspect_after'),
      `'suspect_after' is ${suspectAfter}`,
      `it must be above heartbeat, ${heartbeat}`,
    );
  if (deadAfter <= suspectAfter)
    findings.problem(
      lastEntry(section, 'dead_after'),
      `'dead_after' is ${deadAfter}`,
      `it must be above suspect_after, ${suspectAfter}`,
    );
}

function checkFiles(cluster: ClusterConfig, section: OptionSource, { findings, isFile }: ClusterContext): void {
  const files = [
    ['credentials', cluster.credentialsFile],
    ['ca_list_file', cluster.caFile],
  ] as const;
  for (const [name, file] of files)
    if (file !== '' && !isFile(file))
      findings.problem(lastEntry(section, name), `there is no file ${file}`, 'give the path of a file that exists');
}

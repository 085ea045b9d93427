import { parseArgs } from 'node:util';
import type { Cluster, ClusterNode } from '../../generated/models';
import type { RestClient } from '../../generated/client';
import type { AccessOptions } from '../client/access';

export interface ClusterCommand {
  readonly access: Pick<AccessOptions, 'url' | 'user' | 'password'>;
  readonly verb: 'status' | 'drain';
  /** The node to be drained; the one that is asked when absent. */
  readonly node: string | undefined;
  /** Seconds until it stops with calls that have not ended; 0 for no limit. */
  readonly timeout: number;
}

export const clusterUsage = `options of cluster:
  --url, --user, --password as of sip trace; the user must not be limited to applications
  --timeout N     of drain: seconds after which the node stops with calls that have not ended
`;

/** A text says what is wrong with the arguments. */
export function readClusterCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ClusterCommand | string {
  try {
    const text = { type: 'string' } as const;
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { url: text, user: text, password: text, timeout: text },
      allowPositionals: true,
    });
    const [verb, node, surplus] = positionals;
    if (verb !== 'status' && verb !== 'drain')
      return verb === undefined
        ? 'cluster needs a verb: status, drain, adopt'
        : `cluster cannot '${verb}', only status, drain, adopt`;
    if (surplus !== undefined || (verb === 'status' && node !== undefined))
      return verb === 'status' ? 'cluster status takes no name' : 'cluster drain takes one node';
    const { url = env['PATCHBAY_URL'] ?? 'http://127.0.0.1:8088', timeout = '0' } = values;
    const [user, password] = [values.user ?? env['PATCHBAY_USER'], values.password ?? env['PATCHBAY_PASSWORD']];
    if (user === undefined || password === undefined)
      return `cluster ${verb} needs a user: set PATCHBAY_USER and PATCHBAY_PASSWORD`;
    if (!/^\d{1,5}$/.test(timeout)) return `--timeout must be a number of seconds, got '${timeout}'`;
    return { access: { url, user, password }, verb, node, timeout: Number(timeout) };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export interface ClusterCommandDeps {
  readonly client: Pick<RestClient, 'cluster'>;
  readonly say: (text: string) => void;
}

/** Shows the nodes, or drains one of them. */
export async function runClusterCommand(command: ClusterCommand, { client, say }: ClusterCommandDeps): Promise<void> {
  const cluster = await client.cluster.get();
  if (command.verb === 'status') return say(clusterTable(cluster));
  const nodeId = command.node ?? cluster.node;
  await client.cluster.drain({ nodeId, timeout: command.timeout });
  say(`node ${nodeId} takes no new calls, and stops when its calls have ended`);
}

const columns: readonly (readonly [string, (node: ClusterNode) => string])[] = [
  ['NODE', ({ id }) => id],
  ['STATE', ({ state }) => state],
  ['CHANNELS', ({ channels }) => String(channels)],
  ['BRIDGES', ({ bridges }) => String(bridges)],
  ['APPLICATIONS', ({ applications }) => String(applications)],
  ['LAG', ({ lag }) => `${lag} ms`],
  ['INCARNATION', ({ incarnation }) => String(incarnation)],
  ['VERSION', ({ version }) => version],
  ['STARTED', ({ started }) => started],
];

export function clusterTable({ mode, name, node, nodes }: Cluster): string {
  const heading = mode === 'single' ? 'a server that is alone' : `cluster ${name}, as node ${node} sees it`;
  const rows = [columns.map(([title]) => title), ...nodes.map((each) => columns.map(([, read]) => read(each)))];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [heading, ...lines].join('\n');
}

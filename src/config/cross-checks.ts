import { isLoopback } from '../shared/network/address-rules';
import type { AriConf, Placed } from './files/interfaces/ari-conf';
import type { Findings } from './reader/findings';
import { insteadOf } from './reader/option-parsers';
import { lastEntry } from './reader/section-schema';
import type { HttpConfig, OutboundSocketConfig, WebsocketClientConfig } from './server-config';
import { shippedUser } from './shipped-user';

export interface ReadFiles {
  readonly ari: AriConf;
  readonly http: HttpConfig;
  readonly clients: readonly Placed<WebsocketClientConfig>[];
}

/** Problems that involve several files. */
export function crossCheck(read: ReadFiles, findings: Findings): void {
  for (const socket of read.ari.outboundSockets) checkReferences(socket, read, findings);
  checkApplications(read.ari.outboundSockets, findings);
  checkShippedPassword(read, findings);
}

function checkReferences(
  { value, section }: Placed<OutboundSocketConfig>,
  { ari, clients }: ReadFiles,
  findings: Findings,
): void {
  const client = clients.find(({ value: { id } }) => id === value.websocketClientId);
  const clientAt = lastEntry(section, 'websocket_client_id');
  if (value.websocketClientId !== '' && client === undefined) {
    const known = clients.map(({ value: { id } }) => id);
    const hint =
      known.length === 0 ? 'add that section to websocket_client.conf' : insteadOf(value.websocketClientId, known);
    findings.problem(clientAt, `there is no websocket client '${value.websocketClientId}'`, hint);
  }
  if (client !== undefined && client.value.connectionType === undefined)
    findings.problem(
      client.section,
      `[${client.value.id}] serves [${value.id}] of ari.conf but has no connection_type`,
      'add connection_type = persistent, or per_call_config to connect for each call',
    );
  const users = ari.users.map(({ value: { name } }) => name);
  if (value.localUser !== '' && !users.includes(value.localUser))
    findings.problem(
      lastEntry(section, 'local_ari_user'),
      `there is no user '${value.localUser}'`,
      insteadOf(value.localUser, users),
    );
}

/** Two sockets for one application would take each other's channels. */
function checkApplications(sockets: AriConf['outboundSockets'], findings: Findings): void {
  for (const { value, section } of sockets) {
    for (const name of value.applications) {
      const rivals = sockets.filter((other) => other.section !== section && other.value.applications.includes(name));
      if (rivals.length === 0) continue;
      const ids = rivals.map((rival) => `[${rival.value.id}]`).join(' and ');
      findings.problem(
        lastEntry(section, 'apps'),
        `the application '${name}' is also served by ${ids}`,
        'name it in one of them only',
      );
    }
  }
}

function checkShippedPassword({ ari, http }: ReadFiles, findings: Findings): void {
  const reachable = reachableAddress(http);
  if (reachable === undefined) return;
  for (const { value, section } of ari.users) {
    if (value.passwordFormat !== 'plain' || value.password !== shippedUser.password) continue;
    findings.problem(
      lastEntry(section, 'password'),
      `user '${value.name}' has the shipped password, which is public, and the server would listen on ${reachable}, where others can reach it`,
      'choose another password, or listen on 127.0.0.1',
    );
  }
}

/** An address of the listener that other machines can reach. */
export function reachableAddress({ enabled, bindAddress, tls }: HttpConfig): string | undefined {
  if (!enabled) return undefined;
  return [bindAddress, ...(tls === undefined ? [] : [tls.bindAddress])].find((address) => !staysHere(address));
}

function staysHere(address: string): boolean {
  return isLoopback(address) || address.toLowerCase() === 'localhost';
}

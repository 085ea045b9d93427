import { moduleNames } from '../generated/versions';
import { bytesOf } from './http-case';
import type { Address } from './http-client';
import { HttpClient } from './http-client';
import { SocketClient } from './socket-client';
import type { Target } from './target';

const patience = 20_000;
const attempts = 20;

export function addressOf({ url }: Target): Address {
  const { hostname, port } = new URL(url);
  return { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port) };
}

export function authorizationOf({ user, password }: Pick<Target, 'user' | 'password'>): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** Loads what requests have unloaded, or soon nothing would be served any more. */
export async function tidyUp(target: Target): Promise<void> {
  const client = new HttpClient(addressOf(target), patience);
  const headers = [['Authorization', authorizationOf(target)] as const];
  for (const name of moduleNames) {
    const path = `/ari/asterisk/modules/${name}`;
    const load = { note: '', method: 'POST', target: path, headers, body: Buffer.alloc(0) };
    await client.send(bytesOf({ ...load, framing: 'length', expects: 'answer' }), false);
  }
  client.close();
}

/** Undefined when the server goes on refusing although all its modules are loaded. */
export async function openSocket(target: Target, path: string): Promise<SocketClient | undefined> {
  for (let attempt = 0; attempt < attempts && target.ending() === undefined; attempt += 1) {
    const client = await SocketClient.open(addressOf(target), path, authorizationOf(target));
    if (client !== undefined) return client;
    await tidyUp(target);
  }
  return undefined;
}

import { moduleNames } from '../generated/versions';
import { bytesOf } from './http-case';
import type { Address, Outcome } from './http-client';
import { HttpClient } from './http-client';
import { SocketClient } from './socket-client';
import type { Target } from './target';

/** Milliseconds after which a server that says nothing will not say anything any more. */
export const defaultTimeoutMs = 40_000;
const attempts = 20;

/** Objects that requests create and do not delete; without cleanup the server would hold more and more. */
const lasting = ['channels', 'bridges', 'recordings/stored'];

export function addressOf({ url }: Target): Address {
  const { hostname, port } = new URL(url);
  return { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port) };
}

export function authorizationOf({ user, password }: Pick<Target, 'user' | 'password'>): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/**
 * Loads what requests have unloaded, or soon nothing would be served any more, and ends what they have begun. False when
 * the server does not even answer to that.
 */
export async function tidyUp(target: Target, timeoutMs = defaultTimeoutMs): Promise<boolean> {
  const broom = new Broom(target, timeoutMs);
  for (const name of moduleNames) await broom.ask('POST', `asterisk/modules/${name}`);
  for (const collection of lasting) {
    const names = namesIn(await broom.ask('GET', collection));
    for (const name of names) await broom.ask('DELETE', `${collection}/${encodeURIComponent(name)}`);
  }
  broom.close();
  return !broom.isGivenUp;
}

/** Asks plain questions, and none any more once one of them got no answer. */
class Broom {
  readonly #client: HttpClient;
  readonly #headers: readonly (readonly [string, string])[];
  #isGivenUp = false;

  constructor(target: Target, timeoutMs: number) {
    this.#client = new HttpClient(addressOf(target), timeoutMs);
    this.#headers = [['Authorization', authorizationOf(target)]];
  }

  get isGivenUp(): boolean {
    return this.#isGivenUp;
  }

  async ask(method: string, path: string): Promise<Outcome> {
    if (this.#isGivenUp) return { kind: 'silent' };
    const one = { note: '', method, target: `/ari/${path}`, headers: this.#headers, body: Buffer.alloc(0) };
    const outcome = await this.#client.send(bytesOf({ ...one, framing: 'length', expects: 'answer' }), false);
    this.#isGivenUp = outcome.kind === 'silent';
    return outcome;
  }

  close(): void {
    this.#client.close();
  }
}

function namesIn(outcome: Outcome): string[] {
  if (outcome.kind !== 'answer' || outcome.status !== 200) return [];
  const listed: unknown = JSON.parse(outcome.body);
  if (!Array.isArray(listed)) return [];
  return (listed as { readonly id?: string; readonly name?: string }[]).flatMap(({ id, name }) => id ?? name ?? []);
}

/** Undefined when the server does not answer, or goes on refusing although all its modules are loaded. */
export async function openSocket(
  target: Target,
  path: string,
  timeoutMs = defaultTimeoutMs,
): Promise<SocketClient | undefined> {
  for (let attempt = 0; attempt < attempts && target.ending() === undefined; attempt += 1) {
    const handshake = { target: path, authorization: authorizationOf(target), timeoutMs };
    const client = await SocketClient.open(addressOf(target), handshake);
    if (client === 'silent') return undefined;
    if (client !== 'refused') return client;
    await tidyUp(target, timeoutMs);
  }
  return undefined;
}

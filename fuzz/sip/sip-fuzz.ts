import { randomOf } from '../random';
import type { Random } from '../random';
import type { Target } from '../target';
import { datagram, FuzzDialog, streamPieces } from './sip-cases';
import { FuzzSocket, sendOverTcp } from './sip-sockets';
import type { Place } from './sip-templates';

export interface SipFuzzOptions {
  readonly target: Target;
  readonly ports: { readonly udp: number; readonly tcp: number };
  readonly seed: number;
  readonly messages: number;
  readonly onProgress?: (sent: number) => void;
  readonly isStopped?: () => boolean;
}

export interface SipFuzzReport {
  readonly sent: number;
  readonly findings: readonly string[];
  /** Bytes of the heap when the server was warm, and at the end. */
  readonly heap: { readonly warm: number; readonly end: number } | undefined;
}

/** Messages between two questions whether the server is there: as many as fit into the buffer of its socket. */
const batch = 40;
/** The heap may grow by this much between a quarter of the run and its end. */
const allowedGrowth = 24 * 1024 * 1024;
/** Milliseconds until all transactions and calls must be over. */
const drainMs = 60_000;

/** Sends hostile messages to a running server, and looks whether it stays as it was. */
export async function fuzzSip(options: SipFuzzOptions): Promise<SipFuzzReport> {
  const { target, ports, messages } = options;
  const socket = await FuzzSocket.open(ports.udp);
  const run = new SipRun(options, socket);
  let warm: number | undefined;
  try {
    for (let index = 0; run.sent < messages && run.findings.length === 0; index += 1) {
      if (options.isStopped?.() === true) break;
      await run.batch(index);
      options.onProgress?.(run.sent);
      if (warm === undefined && run.sent >= messages / 4) warm = (await target.measure())?.heap;
    }
    await run.drain();
    const end = (await target.measure())?.heap;
    const heap = warm === undefined || end === undefined ? undefined : { warm, end };
    return {
      sent: run.sent,
      findings: [...run.findings, ...growth(heap), ...target.errors().map((line) => `log: ${line}`)],
      heap,
    };
  } finally {
    socket.close();
  }
}

function growth(heap: SipFuzzReport['heap']): readonly string[] {
  if (heap === undefined || heap.end - heap.warm <= allowedGrowth) return [];
  return [`the heap has grown from ${heap.warm} to ${heap.end} bytes`];
}

class SipRun {
  readonly findings: string[] = [];
  sent = 0;
  #dialogs: FuzzDialog[] = [];

  constructor(
    private readonly options: SipFuzzOptions,
    private readonly socket: FuzzSocket,
  ) {
    socket.listen((text) => {
      const dialog = this.#dialogs.find(({ isOf }) => isOf(text));
      if (dialog !== undefined) this.sent += dialog.hear(text);
    });
  }

  async batch(index: number): Promise<void> {
    const random = randomOf(this.options.seed, index);
    const kind = random.below(10);
    if (kind === 0) await this.#streams(random);
    else if (kind <= 3) await this.#calls(random);
    else this.#datagrams(random);
    if (!(await this.socket.isAnswered())) this.#fail(index);
  }

  /** Waits until nothing is left of calls and transactions. */
  async drain(): Promise<void> {
    const deadline = Date.now() + drainMs;
    for (;;) {
      const left = await this.#left();
      if (Object.values(left).every((count) => count === 0)) return;
      if (Date.now() > deadline || this.options.target.ending() !== undefined) {
        this.findings.push(`something is left: ${JSON.stringify(left)}: ${(await this.#channels()).join(', ')}`);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }

  #fail(index: number): void {
    const reason = this.options.target.ending() ?? 'the server does not answer';
    this.findings.push(`batch ${index}: ${reason}`);
  }

  get #place(): Place {
    return { port: this.options.ports.udp, here: this.socket.here, protocol: 'UDP' };
  }

  #datagrams(random: Random): void {
    for (let count = 0; count < batch; count += 1) this.socket.send(datagram(random, this.#place));
    this.sent += batch;
  }

  /** Several calls at the same time, each with some requests of its own. */
  async #calls(random: Random): Promise<void> {
    this.#dialogs = Array.from({ length: 4 }, () => new FuzzDialog(random, this.#place, this.socket));
    for (const dialog of this.#dialogs) dialog.start();
    for (let round = 0; round < 3; round += 1) {
      await this.socket.isAnswered();
      for (const dialog of this.#dialogs) dialog.step();
    }
    for (const dialog of this.#dialogs) dialog.end();
    this.sent += this.#dialogs.length * 5;
  }

  async #streams(random: Random): Promise<void> {
    const place = { ...this.#place, port: this.options.ports.tcp, protocol: 'TCP' as const };
    const connections = Array.from({ length: 5 }, () => streamPieces(random, place));
    await Promise.all(connections.map((pieces) => sendOverTcp(place.port, pieces)));
    this.sent += connections.length * 3;
  }

  /** Those of calls. The channel that the dialplan handles messages on stays. */
  async #channels(): Promise<readonly string[]> {
    const { url, user, password } = this.options.target;
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    const response = await fetch(`${url}/ari/channels`, { headers: { authorization } });
    const channels = (await response.json()) as readonly { readonly name: string }[];
    return channels.map(({ name }) => name).filter((name) => !name.startsWith('Message/'));
  }

  async #left(): Promise<Readonly<Record<string, number>>> {
    const text = await (await fetch(`${this.options.target.url}/metrics`)).text().catch(() => '');
    const of = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN);
    const names = ['sip_transactions', 'sip_dialogs', 'sip_connections', 'media_legs'];
    return {
      ...Object.fromEntries(names.map((name) => [name, of(`patchbay_${name}`)])),
      channels: (await this.#channels().catch(() => ['unknown'])).length,
    };
  }
}

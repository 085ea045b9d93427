import type { RemoteInfo, Socket } from 'node:dgram';
import { EventEmitter } from 'node:events';
import type { Clock } from '../../../src/shared/time/clock';
import type { NetworkPlace } from '../../../src/shared/network/network-place';

/** Milliseconds that a datagram is on its way. */
const travelMs = 10;
/** Milliseconds that a datagram is held back when nothing of the same sender follows it. */
const longestHold = 300;

export type Fault = 'lost' | 'duplicated' | 'delayed';

/** Datagrams between sockets of this process, on a given clock: at any address, found by port. One of them at most goes wrong. */
export class MemoryNetwork {
  readonly #sockets = new Map<string, MemorySocket>();
  /** The first line of every datagram: `127.0.0.1:6001 INVITE sip:…`. */
  readonly ladder: string[] = [];
  #fault: { readonly kind: Fault; readonly index: number } | undefined;
  #held: { readonly from: number; readonly release: () => void } | undefined;

  constructor(private readonly clock: Clock) {}

  /** For a stack: sockets that lead here. */
  readonly makeSocket = (): Socket => new MemorySocket(this) as unknown as Socket;

  /** The datagram with that number, counted from now, goes wrong. */
  begin(fault?: { readonly kind: Fault; readonly index: number }): void {
    this.ladder.length = 0;
    this.#fault = fault;
    this.#held = undefined;
  }

  attach(socket: MemorySocket, port: number): void {
    if (this.#sockets.has(String(port))) throw new Error(`port ${port} is taken`);
    this.#sockets.set(String(port), socket);
  }

  detach(port: number): void {
    this.#sockets.delete(String(port));
  }

  carry(bytes: Buffer, from: number, to: number): void {
    const index = this.ladder.length;
    this.ladder.push(`${from} ${bytes.toString().split('\r\n', 1)[0]}`);
    const deliver = (): void => this.#deliver(bytes, from, to);
    const fault = this.#fault?.index === index ? this.#fault.kind : undefined;
    switch (fault) {
      case 'lost':
        return;
      case 'delayed':
        return this.#hold(from, deliver);
      case 'duplicated':
        this.clock.after(travelMs, deliver);
        this.clock.after(travelMs, deliver);
        return;
      case undefined:
        this.clock.after(travelMs, deliver);
        this.#releaseBehind(from);
    }
  }

  /** Until the next datagram of the sender has arrived. */
  #hold(from: number, deliver: () => void): void {
    const cancel = this.clock.after(longestHold, () => held.release());
    const held = {
      from,
      release: () => {
        cancel();
        if (this.#held === held) this.#held = undefined;
        deliver();
      },
    };
    this.#held = held;
  }

  #releaseBehind(from: number): void {
    const held = this.#held;
    if (held?.from !== from) return;
    this.#held = undefined;
    this.clock.after(travelMs + 1, held.release);
  }

  #deliver(bytes: Buffer, from: number, to: number): void {
    const { address } = this.#sockets.get(String(from))?.address() ?? { address: '127.0.0.1' };
    const info: RemoteInfo = { address, family: 'IPv4', port: from, size: bytes.length };
    this.#sockets.get(String(to))?.emit('message', Buffer.from(bytes), info);
  }
}

/** As much of a socket as the UDP transport uses. */
class MemorySocket extends EventEmitter {
  #place: NetworkPlace = { host: '127.0.0.1', port: 0 };

  constructor(private readonly network: MemoryNetwork) {
    super();
  }

  bind(port: number, host: string): void {
    this.#place = { host, port };
    this.network.attach(this, port);
    process.nextTick(() => this.emit('listening'));
  }

  address(): { readonly address: string; readonly port: number } {
    return { address: this.#place.host, port: this.#place.port };
  }

  getSendQueueSize(): number {
    return 0;
  }

  send(bytes: Buffer, port: number, _host: string, done?: (error: Error | null) => void): void {
    this.network.carry(Buffer.from(bytes), this.#place.port, port);
    done?.(null);
  }

  close(): void {
    this.network.detach(this.#place.port);
  }
}

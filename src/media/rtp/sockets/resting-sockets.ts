import type { RtpCommand } from '../../protocol-rtp';
import { TurnoverSet } from '../../../shared/collections/turnover-set';
import type { SocketPair } from './socket-pair';

type Ports = Extract<RtpCommand, { readonly do: 'reserve-rtp' }>['ports'];

/** Milliseconds without a packet after which a pair may serve another call: the far end of the last one has stopped sending. */
const restMs = 500;
/** Milliseconds after which an unused pair is closed. */
const lifetimeMs = 5000;
/** What 2,000 calls a second need. More rest only when fewer calls come than before, until they are closed. */
const mostPairs = 1000;
/** This many calls within this many milliseconds make it worth while; otherwise ports are free as soon as their call has ended. */
const busy = { calls: 8, withinMs: 1000 };
/** Pairs that are looked at for a call: the oldest come first, and nearly always the first one fits. */
const mostLooks = 8;

interface Resting {
  readonly pair: SocketPair;
  readonly since: number;
  /** When the last packet came. */
  heardAt: number;
}

/**
 * Bound sockets whose calls have ended, for the next ones of a busy server: to bind two sockets and to close them takes longer than all
 * else that the media thread does for a short call.
 */
export class RestingSockets {
  /** The longest resting first. */
  readonly #resting = new TurnoverSet<Resting>();
  /** When the last calls asked for a pair. */
  readonly #asked: number[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Takes over a pair whose call has ended. */
  put(pair: SocketPair): void {
    if (this.#isClosed || !this.#isBusy || this.#resting.size >= mostPairs) return pair.close();
    const since = this.now();
    const resting: Resting = { pair, since, heardAt: since };
    const hear = (): void => void (resting.heardAt = this.now());
    pair.onAudio = hear;
    pair.onReport = hear;
    this.#resting.add(resting);
    this.#timer ??= setInterval(() => this.#expire(), lifetimeMs / 5).unref();
  }

  /** A pair at that address that has rested long enough; in an emergency, any one. */
  take(host: string, ports: Ports, isEmergency = false): SocketPair | undefined {
    if (!isEmergency && this.#asked.push(this.now()) > busy.calls) this.#asked.shift();
    const found = this.#find(host, ports, isEmergency);
    if (found === undefined) return undefined;
    this.#resting.delete(found);
    found.pair.fallSilent();
    return found.pair;
  }

  /** Pairs that are put afterwards are closed at once. Idempotent. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const { pair } of this.#resting) pair.close();
    this.#resting.clear();
  }

  #find(host: string, ports: Ports, isEmergency: boolean): Resting | undefined {
    let looks = 0;
    for (const resting of this.#resting) {
      if (!isEmergency && (looks += 1) > mostLooks) return undefined;
      const { pair, heardAt } = resting;
      const { port } = pair.local;
      if (pair.local.host !== host || port < ports.first || port > ports.last) continue;
      if (isEmergency || this.now() - heardAt >= restMs) return resting;
    }
    return undefined;
  }

  get #isBusy(): boolean {
    const [first = -Infinity] = this.#asked;
    return this.#asked.length === busy.calls && this.now() - first < busy.withinMs;
  }

  #expire(): void {
    const oldest = this.now() - lifetimeMs;
    for (const resting of this.#resting) {
      if (resting.since > oldest) break;
      this.#resting.delete(resting);
      resting.pair.close();
    }
    if (this.#resting.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

import type { RtpCommand } from '../../protocol-rtp';
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
  readonly #resting: Resting[] = [];
  /** When the last calls asked for a pair. */
  readonly #asked: number[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Takes over a pair whose call has ended. */
  put(pair: SocketPair): void {
    if (this.#isClosed || !this.#isBusy() || this.#resting.length >= mostPairs) return pair.close();
    const since = this.now();
    const resting: Resting = { pair, since, heardAt: since };
    const hear = (): void => void (resting.heardAt = this.now());
    pair.onAudio = hear;
    pair.onReport = hear;
    this.#resting.push(resting);
    this.#timer ??= setInterval(() => this.#expire(), lifetimeMs / 5).unref();
  }

  /** A pair at that address that has rested long enough; in an emergency, any one. */
  take(host: string, ports: Ports, isEmergency = false): SocketPair | undefined {
    if (!isEmergency && this.#asked.push(this.now()) > busy.calls) this.#asked.shift();
    const place = this.#find(host, ports, isEmergency);
    if (place < 0) return undefined;
    // Nearly always the first, which needs no list of what was removed.
    const found = place === 0 ? this.#resting.shift() : this.#resting.splice(place, 1)[0];
    found?.pair.fallSilent();
    return found?.pair;
  }

  /** Pairs that are put afterwards are closed at once. Idempotent. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const { pair } of this.#resting) pair.close();
    this.#resting.length = 0;
  }

  /** Its place in the list; -1 when there is none. */
  #find(host: string, ports: Ports, isEmergency: boolean): number {
    let place = 0;
    for (const { pair, heardAt } of this.#resting) {
      if (!isEmergency && place >= mostLooks) return -1;
      const { local } = pair;
      const fits = local.host === host && local.port >= ports.first && local.port <= ports.last;
      if (fits && (isEmergency || this.now() - heardAt >= restMs)) return place;
      place += 1;
    }
    return -1;
  }

  #isBusy(): boolean {
    const [first = -Infinity] = this.#asked;
    return this.#asked.length === busy.calls && this.now() - first < busy.withinMs;
  }

  #expire(): void {
    const oldest = this.now() - lifetimeMs;
    const young = this.#resting.findIndex(({ since }) => since > oldest);
    const expired = this.#resting.splice(0, young < 0 ? this.#resting.length : young);
    for (const { pair } of expired) pair.close();
    if (this.#resting.length > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { failureFrom } from './api-failure';
import type { Cancel, ClientClock } from './clock';
import { ConnectionFailure, wordsOf } from './connection-failure';

/** What a link connects to, and its credentials. */
export interface SocketTarget {
  /** Names the upgrade in failures: `events.eventWebsocket`. */
  readonly operation: string;
  /** `ws://127.0.0.1:8088/ari/events?app=hello`; asked for each link, because it may say what has arrived so far. */
  readonly url: () => string;
  readonly protocol: string;
  readonly authorization: string;
  readonly tls: { readonly ca?: string };
  readonly heartbeatMs: number;
  readonly clock: ClientClock;
}

/** `onEnd` comes exactly once and last, also for a link that never opened. */
export interface LinkEvents {
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  readonly onEnd: (failure: Error) => void;
}

const handshakeMs = 10_000;
const goodbyeMs = 2_000;
/** A process that slept finds its timers due before it has read what arrived meanwhile: one miss proves nothing. */
const missesAllowed = 2;
const longestRefusal = 64 * 1024;

/** One websocket from its upgrade to its end. It is never reopened; EventSocket makes the next one. */
export class SocketLink {
  readonly #socket: WebSocket;
  readonly #host: string;
  #failure: Error | undefined;
  #wasOpen = false;
  #unanswered = 0;
  #cancelTimer: Cancel = () => undefined;

  constructor(
    private readonly target: SocketTarget,
    events: LinkEvents,
  ) {
    const { protocol, authorization, tls } = target;
    const url = target.url();
    const handshake = { headers: { authorization }, handshakeTimeout: handshakeMs, perMessageDeflate: false };
    this.#host = new URL(url).host;
    this.#socket = new WebSocket(url, protocol, { ...tls, ...handshake });
    this.#listen(events);
  }

  send(text: string): void {
    this.#socket.send(text);
  }

  /** Closes the socket, and disconnects a peer that does not answer. */
  close(): void {
    this.#cancelTimer();
    this.#failure ??= new ConnectionFailure('closed', 'the client is closed');
    if (this.#socket.readyState !== WebSocket.OPEN) return this.#socket.terminate();
    this.#socket.close(1000);
    this.#cancelTimer = this.target.clock.after(goodbyeMs, () => this.#socket.terminate());
  }

  #listen({ onOpen, onText, onEnd }: LinkEvents): void {
    this.#socket
      .on('open', () => {
        this.#wasOpen = true;
        this.#beat();
        onOpen();
      })
      .on('message', (data, isBinary) => {
        this.#unanswered = 0;
        if (!isBinary) onText((data as Buffer).toString('utf8'));
      })
      .on('pong', () => {
        this.#unanswered = 0;
      })
      .on('unexpected-response', (_, response) => void this.#refused(response))
      .on('error', (cause) => {
        this.#failure ??= this.#explained(cause);
      })
      .on('close', (code, reason) => {
        this.#cancelTimer();
        onEnd(this.#failure ?? dropped(code, reason.toString('utf8')));
      });
  }

  #explained(cause: Error): ConnectionFailure {
    return this.#wasOpen
      ? new ConnectionFailure('dropped', `the event socket failed: ${wordsOf(cause)}`, { cause })
      : new ConnectionFailure('unreachable', `no event socket to ${this.#host}: ${wordsOf(cause)}`, { cause });
  }

  async #refused(response: IncomingMessage): Promise<void> {
    const { statusCode: status = 0, statusMessage: reason = '' } = response;
    const text = await beginningOf(response);
    this.#failure ??= failureFrom(this.target.operation, { status, reason, text });
    this.#socket.terminate();
  }

  /** Without this, a peer whose machine vanished would look like one that has nothing to say. */
  #beat(): void {
    const { clock, heartbeatMs } = this.target;
    if (heartbeatMs === 0) return;
    this.#cancelTimer = clock.after(heartbeatMs, () => {
      if (this.#unanswered >= missesAllowed) {
        this.#failure = new ConnectionFailure('dropped', `the server was silent for ${missesAllowed} heartbeats`);
        return this.#socket.terminate();
      }
      this.#unanswered += 1;
      this.#socket.ping();
      this.#beat();
    });
  }
}

function dropped(code: number, reason: string): ConnectionFailure {
  const words = reason === '' ? '' : `: ${reason}`;
  return new ConnectionFailure('dropped', `the event socket was closed by the server (${code})${words}`);
}

/** As much of a refusal as is worth reading; a broken off one counts as far as it came. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  let text = '';
  try {
    for await (const chunk of response) {
      text += (chunk as Buffer).toString('utf8');
      if (text.length > longestRefusal) break;
    }
  } catch {
    return text;
  }
  return text;
}

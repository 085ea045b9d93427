import { once } from 'node:events';
import { Progress } from '../../src/client/progress';
import type { JsonObject } from '../../src/contract/json';
import { AppSocket } from '../../test/support/sockets/socket-peer';
import type { Message, OpenExtras } from '../../test/support/sockets/socket-peer';
import { unlessLate } from './moments/time-limit';

/** Milliseconds that a node has to accept a socket, and to answer a ping. */
const longest = { handshake: 8000, pong: 2500 };

/** An application that notes everything it is told, over all of its sockets. */
export class Witness {
  readonly #told: Message[] = [];
  readonly #progress: Progress;
  #socket: AppSocket | undefined;

  constructor(readonly application: string) {
    this.#progress = new Progress([application]);
  }

  async open(origin: string, query = '', extras: OpenExtras = {}): Promise<void> {
    const socket = await AppSocket.open(origin, `app=${this.application}${query}`, extras);
    this.#socket = socket;
    void this.#listen(socket);
  }

  /** Goes on behind the last events that came, on any node, as the typed client does. */
  reopen(origin: string): Promise<void> {
    const seen = this.#progress.entries.map((entry) => encodeURIComponent(entry)).join(',');
    const { handshake: handshakeTimeout } = longest;
    return this.open(origin, `&resume=true&lastSequence=${seen}`, { handshakeTimeout });
  }

  async disconnect(): Promise<void> {
    await this.#socket?.abort();
  }

  /** Whether its socket is open, and its node answers. */
  async isConnected(): Promise<boolean> {
    const socket = this.#socket?.socket;
    if (socket === undefined || socket.readyState !== socket.OPEN) return false;
    const pong = once(socket, 'pong');
    socket.ping();
    return (await unlessLate(pong, longest.pong)) !== undefined;
  }

  get told(): readonly Message[] {
    return this.#told;
  }

  /** Whether the server has said that events are missing. */
  get hasMissed(): boolean {
    return this.#told.some(({ type }) => type === 'EventsMissed');
  }

  /** How often it was told so of a channel. */
  count(type: string, id: string): number {
    return this.#told.filter((message) => message.type === type && channelIn(message) === id).length;
  }

  async #listen(socket: AppSocket): Promise<void> {
    try {
      for (;;) {
        const message = await socket.next();
        this.#progress.note(message as JsonObject);
        this.#told.push(message);
      }
    } catch {
      // The socket is closed, by the round or because its node is gone.
    }
  }
}

/** The id of the channel that an event is about. */
export function channelIn(message: Message): string | undefined {
  return (message['channel'] as { readonly id?: string } | undefined)?.id;
}

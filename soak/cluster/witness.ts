import { AppSocket } from '../../test/support/sockets/socket-peer';
import type { Message } from '../../test/support/sockets/socket-peer';

/** An application that notes everything it is told, over all of its sockets. */
export class Witness {
  readonly #told: Message[] = [];
  #socket: AppSocket | undefined;

  constructor(readonly application: string) {}

  /** Opens a socket; one that resumes goes on behind the last event that came. */
  async open(origin: string, isResuming = false): Promise<void> {
    const last = this.#told.findLast((message) => message['sequence'] !== undefined)?.['sequence'];
    const resume = isResuming ? `&resume=true${last === undefined ? '' : `&lastSequence=${Number(last)}`}` : '';
    const socket = await AppSocket.open(origin, `app=${this.application}${resume}`);
    this.#socket = socket;
    void this.#listen(socket);
  }

  async disconnect(): Promise<void> {
    await this.#socket?.abort();
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
      for (;;) this.#told.push(await socket.next());
    } catch {
      // The socket is closed, by the round or because its node is gone.
    }
  }
}

function channelIn(message: Message): unknown {
  return (message['channel'] as { readonly id?: string } | undefined)?.id;
}

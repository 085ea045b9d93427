import type { WebsocketClientConfig } from '../../config/server-config';
import type { User } from '../auth/users';
import type { SessionDeps } from '../socket/event-session';
import { EventSession } from '../socket/event-session';
import type { Connection } from './connect';
import { PeerWatch } from './peer-watch';

/** Whose rights the requests on a socket have, and in the name of which applications they are answered. */
export interface Principal {
  readonly user: User;
  readonly applications: readonly string[];
}

export interface LinkDeps<Operations> {
  readonly session: SessionDeps<Operations>;
  readonly pingPong: WebsocketClientConfig['pingPong'];
  readonly onClose: (reason: string) => void;
}

/** An open connection to a remote application, until it closes. It is never opened again: the next one is another. */
export class Link<Operations> {
  readonly openedAt: number;
  /** Settles when the connection is gone. */
  readonly closed: Promise<void>;
  readonly #watch: PeerWatch | undefined;
  #session: EventSession<Operations>;
  #tellClosed: () => void = () => undefined;
  #isSilent = false;

  constructor(
    private readonly connection: Connection,
    principal: Principal,
    private readonly deps: LinkDeps<Operations>,
  ) {
    this.openedAt = deps.session.clock.now();
    this.closed = new Promise((resolve) => {
      this.#tellClosed = resolve;
    });
    this.#watch = this.#startWatch();
    this.#session = this.#beginSession(principal);
    connection.socket.resume();
  }

  /** False when the message cannot leave any more. */
  send(text: string): boolean {
    const { socket } = this.connection;
    if (socket.readyState !== socket.OPEN) return false;
    this.#session.send(text);
    return true;
  }

  /** From the next request on, another user's rights count, or another application signs. */
  changePrincipal(principal: Principal): void {
    const { socket } = this.connection;
    if (socket.readyState === socket.OPEN) this.#session = this.#beginSession(principal);
  }

  close(code: number, reason: string): Promise<void> {
    this.#session.close(code, reason);
    return this.closed;
  }

  /** A session keeps its user and its signature for life, so a change of them is a new one on the same socket. */
  #beginSession(principal: Principal): EventSession<Operations> {
    const { socket, stream } = this.connection;
    socket.removeAllListeners();
    socket.on('close', (code, reason) => this.#gone(code, reason.toString('utf8')));
    socket.on('pong', () => this.#watch?.heard());
    return new EventSession({ socket, together: { as: 'client', stream }, ...principal }, this.deps.session);
  }

  #startWatch(): PeerWatch | undefined {
    const { pingPong, session } = this.deps;
    if (pingPong === undefined) return undefined;
    const { socket } = this.connection;
    const onSilence = (): void => {
      this.#isSilent = true;
      socket.terminate();
    };
    return new PeerWatch({ ...pingPong, clock: session.clock, ping: () => socket.ping(), onSilence });
  }

  #gone(code: number, text: string): void {
    this.#watch?.close();
    this.#tellClosed();
    const reason = text === '' ? `closed with ${code}` : `closed with ${code}: ${text}`;
    this.deps.onClose(this.#isSilent ? 'the peer answers no pings' : reason);
  }
}

import type { WebsocketClientConfig } from '../../config/server-config';
import type { Principal, SessionDeps } from '../socket/event-session';
import { EventSession } from '../socket/event-session';
import type { Connection } from './connect';
import { PeerWatch } from './peer-watch';

export interface LinkDeps<Operations> {
  readonly session: SessionDeps<Operations>;
  readonly pingPong: WebsocketClientConfig['pingPong'];
  readonly onClose: (reason: string) => void;
}

/**
 * An open connection to a remote application, until it closes. It is never reopened: a new connection is a new link.
 */
export class Link<Operations> {
  readonly openedAt: number;
  /** Settles when the connection is closed. */
  readonly closed: Promise<void>;
  readonly #watch: PeerWatch | undefined;
  readonly #session: EventSession<Operations>;
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
    const { socket, stream } = connection;
    // From here on only the session and this link handle the socket.
    socket.removeAllListeners();
    this.#session = new EventSession({ socket, together: { as: 'client', stream }, ...principal }, deps.session);
    this.#watch = this.#startWatch();
    socket.on('close', (code, reason) => this.#gone(code, reason.toString('utf8')));
    socket.on('pong', () => this.#watch?.heard());
    socket.resume();
  }

  /** False when the message can no longer be sent. */
  send(text: string): boolean {
    const { socket } = this.connection;
    if (socket.readyState !== socket.OPEN) return false;
    this.#session.send(text);
    return true;
  }

  /** Changes the user whose rights apply, or the application named in answers, from the next request on. */
  changePrincipal(principal: Principal): void {
    this.#session.changePrincipal(principal);
  }

  close(code: number, reason: string): Promise<void> {
    this.#session.close(code, reason);
    return this.closed;
  }

  #startWatch(): PeerWatch | undefined {
    const { pingPong, session } = this.deps;
    if (pingPong === undefined) return undefined;
    const { socket } = this.connection;
    const onSilence = (): void => {
      this.#isSilent = true;
      socket.terminate();
    };
    const isHeard = (): boolean => !this.#session.isPaused;
    return new PeerWatch({ ...pingPong, clock: session.clock, ping: () => socket.ping(), isHeard, onSilence });
  }

  #gone(code: number, text: string): void {
    this.#watch?.close();
    this.#tellClosed();
    const reason = text === '' ? `closed with ${code}` : `closed with ${code}: ${text}`;
    this.deps.onClose(this.#isSilent ? 'the peer does not answer pings' : reason);
  }
}

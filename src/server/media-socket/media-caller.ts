import type { WebSocket } from 'ws';
import type { WebsocketClientConfig } from '../../config/server-config';
import type { SocketCall } from '../../engine/audio/legs/media-socket';
import type { Clock } from '../../shared/time/clock';
import { asAbortSignal } from '../../shared/scheduling/stop-signal';
import { pauseForCall } from '../outbound/backoff';
import type { Connection } from '../outbound/connect';
import { connect } from '../outbound/connect';
import { PeerWatch } from '../outbound/peer-watch';
import type { MediaPeers } from './media-peers';
import { longestMessage } from './media-peers';
import type { Destinations } from '../../shared/network/destinations';

export interface MediaCallerDeps {
  readonly peers: MediaPeers;
  readonly clock: Clock;
  readonly destinations: Destinations;
  /** A configured client, unless the server may not connect at all. */
  readonly findClient: (id: string) => WebsocketClientConfig | undefined;
  /**
   * Keeps the module that opens sockets loaded until the result is called; the name of the use is shown when unloading
   * is refused.
   */
  readonly holdModule: (user: string) => () => void;
}

/** Opens media websockets towards configured servers. */
export class MediaCaller {
  readonly #closing = new AbortController();

  constructor(private readonly deps: MediaCallerDeps) {}

  /** Tries as often as the client is configured to. The result is the reason why there is no socket, or undefined. */
  readonly call = async (request: SocketCall): Promise<string | undefined> => {
    const configured = this.deps.findClient(request.client);
    if (configured === undefined) return `there is no websocket client ${request.client} that may connect`;
    const client = { ...configured, uri: withParameters(configured.uri, request.parameters) };
    const { signal: hangup, release } = asAbortSignal(request.signal);
    try {
      return await this.#try(client, request, AbortSignal.any([hangup, this.#closing.signal]));
    } finally {
      release();
    }
  };

  /** Cancels the running attempt. Idempotent. */
  close(): void {
    this.#closing.abort();
  }

  async #try(client: WebsocketClientConfig, request: SocketCall, signal: AbortSignal): Promise<string | undefined> {
    const { clock, destinations } = this.deps;
    for (let failures = 1; ; failures += 1) {
      const attempt = await connect(client, { clock, destinations, signal, maxPayload: longestMessage });
      if (attempt.outcome === 'open') return this.#opened(attempt.connection, { client, request, signal });
      const pause = pauseForCall(failures, client);
      if (pause === undefined) return attempt.reason;
      await this.#wait(pause, signal);
      if (signal.aborted) return attempt.reason;
    }
  }

  #opened({ socket, stream }: Connection, { client, request, signal }: Call): string | undefined {
    if (signal.aborted) {
      socket.terminate();
      return 'the call has ended';
    }
    stream.setNoDelay(true);
    const release = this.deps.holdModule(`the media socket to ${client.id}`);
    const watch = this.#watch(client, socket);
    const onDestroyed = (): void => {
      watch?.close();
      release();
    };
    this.deps.peers.open(socket, request.take, { onDestroyed, openedBy: 'us', writeTimeout: client.writeTimeout });
    socket.resume();
    return undefined;
  }

  #watch({ pingPong }: WebsocketClientConfig, socket: WebSocket): PeerWatch | undefined {
    if (pingPong === undefined) return undefined;
    const { clock } = this.deps;
    const watch = new PeerWatch({ ...pingPong, clock, ping: () => socket.ping(), onSilence: () => socket.terminate() });
    socket.on('pong', () => watch.heard());
    return watch;
  }

  #wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const over = (): void => {
        cancel();
        signal.removeEventListener('abort', over);
        resolve();
      };
      const cancel = this.deps.clock.after(milliseconds, over);
      signal.addEventListener('abort', over);
    });
  }
}

interface Call {
  readonly client: WebsocketClientConfig;
  readonly request: SocketCall;
  readonly signal: AbortSignal;
}

function withParameters(uri: string, parameters: string): string {
  if (parameters === '') return uri;
  return `${uri}${uri.includes('?') ? '&' : '?'}${parameters}`;
}

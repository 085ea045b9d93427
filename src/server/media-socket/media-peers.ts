import type { WebSocket } from 'ws';
import type { MediaSocket, MediaSocketListener } from '../../engine/audio/legs/media-socket';
import type { Clock } from '../../shared/time/clock';
import type { Logger } from '../../shared/logger';
import { KeepAlive } from '../socket/keep-alive';
import type { MediaPeerLimits } from './media-peer';
import { MediaPeer } from './media-peer';

export interface MediaPeersDeps extends MediaPeerLimits {
  readonly clock: Clock;
  readonly log: Logger;
  /** Milliseconds between two pings. */
  readonly pingInterval: number;
}

export interface PeerCare {
  readonly onDestroyed?: () => void;
  /** Which side has opened it. Outbound connections are pinged by their opener. */
  readonly openedBy: 'peer' | 'us';
  /** Overrides the common one. */
  readonly writeTimeout?: number | undefined;
}

/** Bytes of the longest message: 20 s of the best audio. */
export const longestMessage = 8 * 1024 * 1024;

type Take = (opened: MediaSocket) => MediaSocketListener | undefined;

/** Every media websocket that is open, whichever side has opened it. */
export class MediaPeers {
  readonly #peers = new Set<MediaPeer>();
  readonly #keepAlive: KeepAlive;
  readonly #deps: MediaPeersDeps;

  constructor(deps: MediaPeersDeps) {
    this.#deps = deps;
    this.#keepAlive = new KeepAlive(deps.pingInterval, deps.clock);
  }

  get size(): number {
    return this.#peers.size;
  }

  /** Hands an open socket over; closes it when its channel no longer waits for it. */
  open(
    socket: WebSocket,
    take: Take,
    { onDestroyed, openedBy, writeTimeout = this.#deps.writeTimeout }: PeerCare,
  ): void {
    const peer: MediaPeer = new MediaPeer(socket, {
      ...this.#deps,
      writeTimeout,
      isClient: openedBy === 'us',
      onDestroyed: () => {
        this.#peers.delete(peer);
        this.#keepAlive.remove(peer);
        onDestroyed?.();
      },
    });
    this.#peers.add(peer);
    if (openedBy === 'peer') this.#keepAlive.add(peer);
    const listener = take(peer);
    if (listener === undefined) peer.close(1001);
    else peer.listen(listener);
  }

  /** Closes all connections; peers that do not answer are disconnected. */
  close(): void {
    this.#keepAlive.close();
    for (const peer of this.#peers) peer.close(1001);
  }
}

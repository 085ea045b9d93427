import type { AccessOptions } from './access';
import type { Backoff } from './backoff';
import type { ListenerErrorHandler } from './listeners';

/** How a client with events is set up. */
export interface ConnectOptions extends AccessOptions {
  /** Names of the applications whose events this client receives. */
  readonly apps: readonly string[];
  /** Receive the events of every channel, bridge, endpoint and device, not only of those the applications handle. */
  readonly subscribeAll?: boolean;
  /**
   * Go on after a lost connection where it broke off: the server numbers the events, keeps them for a while, and sends
   * those that were missed when the socket is open again. What it no longer keeps it reports as `EventsMissed`.
   */
  readonly resume?: boolean;
  /**
   * Share the applications with other clients that say the same: each call belongs to one of them, those that this client
   * asks for to itself, and the calls of a client that is lost go to the others (`CallHandedOver`). Not with `resume`.
   */
  readonly shared?: boolean;
  /** With `shared`: the name of this client among the others, the same for all its connections; made up unless given. */
  readonly socketId?: string;
  /** How requests travel: over HTTP (unless given), or over the event socket. Files always come over HTTP. */
  readonly rest?: 'http' | 'socket';
  /** Ends the attempt to connect; afterwards it closes the client. */
  readonly signal?: AbortSignal;
  /** Waits before a lost event socket is opened again, 250 ms up to 30 s unless given; `false` leaves it lost. */
  readonly reconnect?: Partial<Backoff> | false;
  /** Milliseconds between the pings that find out whether the server is still there; 0 for none, 30 s unless given. */
  readonly heartbeatMs?: number;
  /** Told what a listener threw; unless given it becomes a process warning. */
  readonly onListenerError?: ListenerErrorHandler;
  /** A number from 0 up to 1; for tests. */
  readonly random?: () => number;
}

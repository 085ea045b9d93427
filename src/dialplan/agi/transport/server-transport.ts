import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { Clock } from '../../../shared/time/clock';
import type { Destinations } from '../../../shared/network/destinations';
import type { NetworkPlace } from '../../../shared/network/network-place';
import type { StopSignal } from '../../../shared/scheduling/stop-signal';
import type { AgiTransport, OpenedTransport } from './agi-transport';
import { StreamConversation } from './stream-conversation';

export interface ServerTransportDeps {
  readonly clock: Clock;
  /** Fires when Patchbay closes: nothing is waited for then. */
  readonly closing: StopSignal;
  readonly destinations: Pick<Destinations, 'literalRefusal' | 'lookupFor'>;
}

/** Milliseconds for looking up the name and connecting. */
const connectTimeoutMs = 2000;
/** Milliseconds that a server has to read what was sent last and close its side, before the socket is cut. */
const closeTimeoutMs = 1000;

/** Connects to a FastAGI server. Gives up when the signal fires. */
export function openServer(
  { host, port }: NetworkPlace,
  signal: StopSignal,
  deps: ServerTransportDeps,
): Promise<OpenedTransport> {
  const refused = deps.destinations.literalRefusal({ host, port });
  if (refused !== undefined) return Promise.resolve({ outcome: 'failed', reason: refused });
  // Half open: a server may send its last commands, close its side and still read the answers.
  const socket = connect({ host, port, allowHalfOpen: true, noDelay: true, lookup: deps.destinations.lookupFor(port) });
  return new Promise((resolve) => {
    const settle = (opened: OpenedTransport): void => {
      cancel();
      signal.removeEventListener('abort', onAbort);
      resolve(opened);
    };
    const fail = (reason: string): void => {
      settle({ outcome: 'failed', reason });
      socket.destroy();
    };
    const onAbort = (): void => fail('the call has ended');
    const cancel = deps.clock.after(connectTimeoutMs, () => fail(`no connection within ${connectTimeoutMs} ms`));
    // Stays for good: a socket that fails later without a listener would end the process.
    socket.on('error', (error) => fail(error.message));
    socket.once('connect', () => settle({ outcome: 'open', transport: serverTransport(socket, deps) }));
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
}

/** A conversation over a connected socket. */
function serverTransport(socket: Socket, { clock, closing }: ServerTransportDeps): AgiTransport {
  const conversation = new StreamConversation(socket, socket);
  const { next, hasNews, onNews, send } = conversation;
  const destroy = (): void => void socket.destroy();
  closing.addEventListener('abort', destroy);
  socket.once('close', () => closing.removeEventListener('abort', destroy));
  let isClosed = false;
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    conversation.stop();
    if (socket.destroyed) return;
    socket.once('close', clock.after(closeTimeoutMs, destroy));
    // What still comes is dropped; unread, it would make the system cut the connection before our last answer arrives.
    socket.resume();
    socket.end();
  };
  return {
    next,
    hasNews,
    onNews,
    send,
    close,
    mayLinger: true,
    hangUp: () => void send('HANGUP\n'),
    outcome: async () => 'success',
  };
}

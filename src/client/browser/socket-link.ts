import { ConnectionFailure } from '../connection-failure';
import type { LinkEvents, SocketTarget } from '../socket-link';

/** As much of the websocket of browsers as is used here. */
interface BrowserSocket {
  onopen: (() => void) | null;
  onmessage: ((message: { readonly data: unknown }) => void) | null;
  onclose: ((end: { readonly code: number; readonly reason: string }) => void) | null;
  readonly send: (text: string) => void;
  readonly close: (code: number) => void;
}

/** The global of browsers: the project is compiled without their types. */
declare const WebSocket: new (url: string, protocol: string) => BrowserSocket;

/**
 * One websocket from its upgrade to its end: takes the place of ../socket-link in the build for browsers, which can neither
 * set header fields nor send pings. The server sends some, and closes a connection on which nothing answers.
 */
export class SocketLink {
  readonly #socket: BrowserSocket;
  #failure: Error | undefined;
  #wasOpen = false;

  constructor(target: SocketTarget, { onOpen, onText, onEnd }: LinkEvents) {
    const url = new URL(target.url());
    const { host } = url;
    url.searchParams.set('api_key', credentialsIn(target.authorization));
    const socket = (this.#socket = new WebSocket(url.href, target.protocol));
    socket.onopen = () => {
      this.#wasOpen = true;
      onOpen();
    };
    socket.onmessage = ({ data }) => {
      if (typeof data === 'string') onText(data);
    };
    socket.onclose = ({ code, reason }) => onEnd(this.#failure ?? this.#explained(host, code, reason));
  }

  send(text: string): void {
    this.#socket.send(text);
  }

  close(): void {
    this.#failure ??= new ConnectionFailure('closed', 'the client is closed');
    this.#socket.close(1000);
  }

  #explained(host: string, code: number, reason: string): ConnectionFailure {
    const words = reason === '' ? '' : `: ${reason}`;
    return this.#wasOpen
      ? new ConnectionFailure('dropped', `the event socket was closed by the server (${code})${words}`)
      : new ConnectionFailure('unreachable', `no event socket to ${host}: it is unreachable or refuses`);
  }
}

/** `name:password` of a header field. */
function credentialsIn(authorization: string): string {
  const encoded = atob(authorization.replace(/^Basic /, ''));
  return new TextDecoder().decode(Uint8Array.from(encoded, (sign) => sign.charCodeAt(0)));
}

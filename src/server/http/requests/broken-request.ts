import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Dispatcher } from '../../../api/dispatcher';
import type { Method } from '../../../contract/route';
import type { Logger } from '../../../shared/logger';
import type { LiveSettings } from '../../door-settings';
import { rawAnswer } from '../answers/raw-answer';
import { responseOn } from '../answers/response-on';

export interface BrokenRequestsOptions<Operations> {
  readonly dispatcher: Dispatcher<Operations>;
  readonly settings: LiveSettings;
  readonly log: Logger;
}

/** Node's error for bytes that it could not parse as a request. */
export interface ParseError extends Error {
  readonly code?: string;
  /** The last bytes received, and how many of them the parser consumed. */
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/** Answers input that never became a request: garbage, endless headers, clients that stop in the middle. */
export class BrokenRequests<Operations> {
  readonly #waiting = new WeakSet<Duplex>();

  constructor(private readonly options: BrokenRequestsOptions<Operations>) {}

  readonly handle = (error: ParseError, socket: Duplex): void => {
    const response = responseOn(socket);
    // Reset connections and failed TLS handshakes cannot receive an answer.
    if (!/^(HPE_|ERR_HTTP_)/.test(error.code ?? '') || !socket.writable) socket.destroy();
    else if (response?.req.complete === true) this.#waitFor(response, error, socket);
    // A second answer in the middle of one would be read as part of it.
    else if (response?.headersSent === true) socket.destroy();
    else this.#answer(error, socket);
  };

  /** The broken request follows one that is still being answered, and has to wait. */
  #waitFor(response: ServerResponse, error: ParseError, socket: Duplex): void {
    if (this.#waiting.has(socket)) return;
    this.#waiting.add(socket);
    response.once('close', () => {
      this.#waiting.delete(socket);
      this.handle(error, socket);
    });
  }

  #answer(error: ParseError, socket: Duplex): void {
    const { settings, log } = this.options;
    const reply = this.#replyTo(error);
    const { remoteAddress: address } = socket as { readonly remoteAddress?: string };
    log.info(
      { status: reply.status, reason: error.code, requestId: reply.body.request_id, address },
      'malformed request',
    );
    socket.end(rawAnswer(reply, settings.current.style), () => socket.destroy());
  }

  #replyTo(error: ParseError): ReturnType<Dispatcher<Operations>['refuse']> {
    const { dispatcher } = this.options;
    switch (error.code) {
      case 'HPE_HEADER_OVERFLOW':
        return dispatcher.refuse(431, 'the request line and the headers together are too long');
      case 'ERR_HTTP_REQUEST_TIMEOUT':
        return dispatcher.refuse(408, 'the request did not arrive in time');
      case 'HPE_INVALID_METHOD':
        if (isRequestLine(error)) return { ...dispatcher.refuse(405, 'no path has this method'), allow: everyMethod };
        return dispatcher.refuse(400, unreadable);
      default:
        return dispatcher.refuse(400, unreadable);
    }
  }
}

const unreadable = 'this cannot be read as an HTTP request';
const everyMethod: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** Node's parser stops at a method it does not know, even if the rest of the line is in order. */
function isRequestLine({ rawPacket, bytesParsed = 0 }: ParseError): boolean {
  const text = rawPacket?.toString('latin1') ?? '';
  const line = text.slice(text.lastIndexOf('\n', bytesParsed - 1) + 1);
  return /^[!#$%&'*+.^_`|~\w-]+ \S+ HTTP\/1\.[01]\r?\n/.test(line);
}

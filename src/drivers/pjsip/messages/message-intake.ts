import type { IncomingMessage } from '../../../engine/messaging';
import { makeResponse } from '../../../sip/message/make-response';
import type { SipRequest } from '../../../sip/message/message';
import { contentTypeHeader } from '../../../sip/message/headers/token-headers';
import { dialledExtension } from '../calls/dialled-extension';
import type { IncomingRequest, MethodHandler } from '../request-intake';
import type { SipDirectory } from '../sip-directory';
import { plainText } from './outgoing-headers';
import { readMessage } from './read-message';

export interface MessageIntakeDeps {
  readonly directory: SipDirectory;
  /** `unread`: neither an application nor the dialplan takes messages of this endpoint. */
  readonly deliver: (message: IncomingMessage, sender: string) => 'taken' | 'unread';
}

/** Takes MESSAGE requests outside of calls to applications and to the dialplan. */
export function messageIntake({ directory, deliver }: MessageIntakeDeps): MethodHandler {
  return (incoming) => {
    const { transaction, request, endpoint } = incoming;
    if (!isPlainText(request)) return refuseType(incoming);
    const context = endpoint.messageContext || endpoint.context;
    const extension = dialledExtension(request.uri, directory.config.global);
    const message = readMessage(incoming, { context, extension });
    transaction.reply(deliver(message, endpoint.id) === 'taken' ? 202 : 404);
  };
}

/** A message without contents has no type that could be wrong. */
function isPlainText({ headers, body }: SipRequest): boolean {
  return body.length === 0 || (headers.get(contentTypeHeader)?.type === plainText && !headers.has('Content-Encoding'));
}

function refuseType({ transaction, request }: IncomingRequest): void {
  const response = makeResponse(request, 415, { toTag: transaction.localTag });
  response.headers.add('Accept', plainText).add('Accept-Encoding', 'identity');
  transaction.respond(response);
}

import { makeResponse } from '../../sip/message/make-response';
import { Parameters } from '../../sip/message/grammar/parameters';
import { retryAfterHeader } from '../../sip/message/headers/number-headers';
import type { OpenHandler } from './request-intake';

export interface OptionsDeps {
  readonly allowed: () => readonly string[];
  /** Why calls cannot be taken at present; undefined when they can. */
  readonly whyNotReady: () => string | undefined;
}

const retrySeconds = 5;

/** OPTIONS outside of dialogs: what proxies and load balancers ask before they send calls. Needs no credentials. */
export function optionsHandler({ allowed, whyNotReady }: OptionsDeps): OpenHandler {
  return (transaction) => {
    const isReady = whyNotReady() === undefined;
    const response = makeResponse(transaction.request, isReady ? 200 : 503, { toTag: transaction.localTag });
    if (isReady) {
      response.headers.add('Allow', allowed().join(', '));
      response.headers.add('Accept', 'application/sdp').add('Supported', supportedExtensions.join(', '));
    } else {
      response.headers.set(retryAfterHeader, { seconds: retrySeconds, params: Parameters.none });
    }
    transaction.respond(response);
  };
}

/** Extensions of SIP that this server has. */
export const supportedExtensions: readonly string[] = ['path'];

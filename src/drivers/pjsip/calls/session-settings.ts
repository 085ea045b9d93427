import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import type { SessionContext } from '../../../sip/dialog/session-context';
import { outboundCredentials } from '../outbound-credentials';
import type { CallDeps } from './call-deps';

/** How the sessions of an endpoint behave. */
export function sessionContext(
  endpoint: EndpointConfig,
  { service, random, randomBytes, kit, refers }: CallDeps,
): SessionContext {
  const { stack, dialogs, directory } = service;
  const credentials = outboundCredentials(endpoint, { directory, randomBytes });
  return {
    stack,
    dialogs,
    random,
    takesReplaces: () => refers.isOn,
    onFault: (error) => kit.log.error({ error, endpoint: endpoint.id }, 'a handler of a SIP call failed'),
    authenticate: (response, sent, next) => credentials.answer(response, sent, next).outcome === 'retry',
    ...(endpoint.sessionTimers === 'no'
      ? {}
      : { sessionTimer: { interval: endpoint.sessionExpires, minimum: endpoint.sessionMinExpires } }),
  };
}

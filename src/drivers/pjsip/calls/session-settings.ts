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
  // Made when the far end asks for some: most do not.
  let credentials: ReturnType<typeof outboundCredentials> | undefined;
  const { sessionTimers, sessionExpires: interval, sessionMinExpires: minimum } = endpoint;
  return {
    stack,
    dialogs,
    random,
    takesReplaces: () => refers.isOn,
    onFault: (error) => kit.log.error({ error, endpoint: endpoint.id }, 'a handler of a SIP call failed'),
    authenticate: (response, sent, next) => {
      credentials ??= outboundCredentials(endpoint, { directory, randomBytes });
      return credentials.answer(response, sent, next).outcome === 'retry';
    },
    sessionTimer: sessionTimers === 'no' ? undefined : { interval, minimum },
  };
}

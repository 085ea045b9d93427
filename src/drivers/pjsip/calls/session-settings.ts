import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import { ClientCredentials } from '../../../sip/digest/client-credentials';
import type { SessionContext } from '../../../sip/dialog/session-context';
import type { CallDeps } from './call-deps';

/** How the sessions of an endpoint behave. */
export function sessionContext(endpoint: EndpointConfig, { service, random, randomBytes }: CallDeps): SessionContext {
  const { stack, dialogs, directory } = service;
  const credentials = new ClientCredentials({
    randomBytes,
    accountFor: (realm) => {
      const auths = endpoint.outboundAuths.flatMap((id) => directory.auth(id) ?? []);
      return auths.find((auth) => auth.realm === realm) ?? auths.find((auth) => auth.realm === '');
    },
  });
  return {
    ...{ stack, dialogs, random },
    ...(endpoint.sessionTimers === 'no'
      ? {}
      : { sessionTimer: { interval: endpoint.sessionExpires, minimum: endpoint.sessionMinExpires } }),
    authenticate: (response, sent, next) => credentials.answer(response, sent, next).outcome === 'retry',
  };
}

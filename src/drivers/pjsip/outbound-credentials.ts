import type { EndpointConfig } from '../../config/pjsip/endpoint-options';
import { ClientCredentials } from '../../sip/digest/client-credentials';
import type { SipDirectory } from './sip-directory';

/** What we answer challenges of an endpoint with: those of its `outbound_auth` that name the realm, or no realm. */
export function outboundCredentials(
  { outboundAuths }: Pick<EndpointConfig, 'outboundAuths'>,
  { directory, randomBytes }: { readonly directory: SipDirectory; readonly randomBytes: (size: number) => Buffer },
): ClientCredentials {
  return new ClientCredentials({
    randomBytes,
    accountFor: (realm) => {
      const auths = outboundAuths.flatMap((id) => directory.auth(id) ?? []);
      return auths.find((auth) => auth.realm === realm) ?? auths.find((auth) => auth.realm === '');
    },
  });
}

import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import type { Dialog } from '../../../sip/dialog/dialog';
import type { Flow } from '../../../sip/transport/flow';
import { isIP } from '../../../shared/network/ip-version';

const defaultPort = 5060;

/**
 * The flow that requests of a dialog take: the connection that it came about over, or the address that packets really come
 * from where contacts are not to be believed. Otherwise the socket stays, and the far end says where it is.
 */
export function dialogFlow(dialog: Dialog, flow: Flow, { rewritesContact }: EndpointConfig): Flow | undefined {
  if (flow.isReliable || rewritesContact) return flow;
  const next = dialog.routeSet[0]?.uri ?? dialog.remoteTarget;
  const isPlain = next.kind === 'sip' && next.scheme === 'sip' && (next.transport ?? 'udp') === 'udp';
  if (!isPlain || isIP(next.host) !== 4) return undefined;
  return flow.toward({ host: next.host, port: next.port ?? defaultPort });
}

import type { Party } from '../../../engine/calls/channel/party';
import type { InviteSession } from '../../../sip/dialog/invite-session';
import type { SipMessage } from '../../../sip/message/message';
import { allowHeader } from '../../../sip/message/headers/token-headers';
import type { CallMedia } from '../call-media/call-media';
import { partyRequest } from './dialog-messages';
import type { OutgoingIdentity } from './outgoing-identity';
import { addParty } from './outgoing-identity';

/** Where and how a party is told. */
export interface PartyRoute extends Pick<OutgoingIdentity, 'endpoint' | 'host'> {
  readonly session: InviteSession;
  readonly media: CallMedia;
  /** What the far end has said about itself last. */
  readonly said: SipMessage;
  readonly isCaller: boolean;
}

/** Whether the far ends of an endpoint are told who they are connected with. */
export function isTold({ sendsConnectedLine, sendsPai, sendsRpid }: OutgoingIdentity['endpoint']): boolean {
  return sendsConnectedLine && (sendsPai || sendsRpid);
}

/** Tells the far end of an answered call who it is connected with: by UPDATE where it takes that, or by re-INVITE. */
export function tellParty(party: Party, { session, media, ...route }: PartyRoute): void {
  if (takesUpdate(route)) return partyRequest(session, party, route);
  void session.offer(media.offer(), { edit: (headers) => addParty(headers, party, route) });
}

/** A caller that does not list its methods is taken at the usual ones; a called party at those of the first RFC. */
function takesUpdate({ endpoint, said, isCaller }: Omit<PartyRoute, 'session' | 'media'>): boolean {
  if (endpoint.connectedLineMethod === 'update') return true;
  const methods = said.headers.readable(allowHeader);
  return methods.length === 0 ? isCaller : methods.includes('UPDATE');
}

import type { Channel } from '../../../engine/calls/channel/channel';
import type { SipRequest } from '../../../sip/message/message';
import { replacesHeader } from '../../../sip/message/headers/token-headers';
import type { CallDeps } from '../calls/call-deps';
import { channelOf, replacedDialog } from './replaced-calls';

/**
 * The call that an INVITE is to take the place of (RFC 3891 §3); undefined when it names none. A number is the status by
 * which it is refused.
 */
export function replacedByInvite({ headers }: SipRequest, deps: CallDeps): Channel | number | undefined {
  const written = headers.rawAll(replacesHeader.name).length;
  if (written === 0) return undefined;
  const replaces = written === 1 ? headers.get(replacesHeader) : undefined;
  if (replaces === undefined) return 400;
  const dialog = replacedDialog(replaces, deps);
  const channel = channelOf(dialog);
  if (dialog === undefined || channel === undefined) return 481;
  if (channel.isEnding) return 603;
  if (dialog.isConfirmed) return replaces.earlyOnly ? 486 : channel;
  // Only a call that we have placed can be answered by another phone (RFC 3891 §3).
  return dialog.isInitiator && deps.kit.transfers.canBePickedUp(channel) ? channel : 481;
}

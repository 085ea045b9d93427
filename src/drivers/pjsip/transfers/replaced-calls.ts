import { Channel } from '../../../engine/calls/channel/channel';
import type { Dialog } from '../../../sip/dialog/dialog';
import type { Replaces } from '../../../sip/message/headers/token-headers';
import type { CallDeps } from '../calls/call-deps';

/** The channel of a call that has the dialog. */
export function channelOf(dialog: Dialog | undefined): Channel | undefined {
  return dialog?.purpose instanceof Channel ? dialog.purpose : undefined;
}

/** The dialog that Replaces names, seen from our end (RFC 3891 §3). */
export function replacedDialog(
  { callId, toTag, fromTag }: Replaces,
  { service }: Pick<CallDeps, 'service'>,
): Dialog | undefined {
  return service.dialogs.find({ callId, localTag: toTag, remoteTag: fromTag });
}

/** The channel of the call that Replaces names, if it is one of ours. */
export function findReplaced(replaces: Replaces, deps: Pick<CallDeps, 'service'>): Channel | undefined {
  const channel = channelOf(replacedDialog(replaces, deps));
  return channel?.isEnding === false ? channel : undefined;
}

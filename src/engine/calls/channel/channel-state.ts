/** The states a channel can be in, in the spelling that dialplans and clients know. */
export type ChannelState =
  | 'Down'
  | 'Rsrvd'
  | 'OffHook'
  | 'Dialing'
  | 'Ring'
  | 'Ringing'
  | 'Up'
  | 'Busy'
  | 'Dialing Offhook'
  | 'Pre-ring';

const unestablished: ReadonlySet<ChannelState> = new Set(['Down', 'Rsrvd', 'Ringing']);

/** Whether there is a way to the far end yet. Until there is, most commands have nothing to act upon. */
export function isEstablished(state: ChannelState): boolean {
  return !unestablished.has(state);
}

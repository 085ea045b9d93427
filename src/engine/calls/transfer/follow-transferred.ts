import type { EngineEventHub } from '../../engine-event';
import type { Channel } from '../channel/channel';
import type { DialStatus } from '../dialing/dial-status';
import type { TransferProgress } from './transfer';

/** What the transfer ends with when the call ends after such an attempt. */
const failures: Readonly<Partial<Record<DialStatus, TransferProgress>>> = {
  BUSY: 'busy',
  NOANSWER: 'no-answer',
  CONGESTION: 'unavailable',
  CHANUNAVAIL: 'unavailable',
};

/**
 * Reports what becomes of a channel that a transfer has sent to an extension: that it rings there, and in the end whether
 * something has answered the call. The result stops it.
 */
export function followTransferred(
  transferee: Channel,
  report: (progress: TransferProgress) => void,
  { events }: { readonly events: EngineEventHub },
): () => void {
  let failure: TransferProgress = 'unavailable';
  const isOwn = (channel: { readonly id: string } | undefined): boolean => channel?.id === transferee.id;
  const end = (progress: TransferProgress): void => {
    stop();
    report(progress);
  };
  const stops = [
    transferee.onIndication((indication) => {
      if (indication === 'ringing') report('ringing');
      else end(indication === 'answer' ? 'transferred' : indication === 'busy' ? 'busy' : 'unavailable');
    }),
    events.on('sessions', 'channel-entered-bridge', ({ channel }) => {
      if (isOwn(channel)) end('transferred');
    }),
    events.on('sessions', 'dial', ({ caller, status }) => {
      // Attempts that end with the caller say nothing about the target.
      if (!isOwn(caller) || transferee.isEnding) return;
      if (status === 'RINGING') report('ringing');
      failure = failures[status] ?? failure;
    }),
    transferee.onDestroyed(() => end(failure)),
  ];
  const stop = (): void => {
    for (const each of stops) each();
  };
  report('trying');
  return stop;
}

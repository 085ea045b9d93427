import type { Channel } from '../channel/channel';
import { causes } from '../channel/hangup-cause';
import { answer } from '../dialing/answer';
import { takingPlaceOf } from './take-over';
import type { TransferDeps } from './transfer-deps';

/** Whether a call rings there, so that another channel can answer it. */
export function canBePickedUp(called: Channel, { bridges }: Pick<TransferDeps, 'bridges'>): boolean {
  return called.state === 'Ringing' && !called.isEnding && bridges.of(called) === undefined;
}

/**
 * Answers a call that rings elsewhere: as soon as the called channel is connected with its caller, the other one takes its
 * place. Resolves when that one has left the place again; false when the call could not be picked up.
 */
export async function pickUp(called: Channel, by: Channel, deps: TransferDeps): Promise<boolean> {
  if (!canBePickedUp(called, deps) || by.isEnding || called === by) return false;
  const connected = whenConnected(called, by, deps);
  called.receive({ type: 'answer' });
  if (!(await connected)) return false;
  answer(by);
  deps.events.emit({ type: 'call-picked-up', at: deps.now(), called: called.snapshot(), by: by.snapshot() });
  const inside = takingPlaceOf(called, deps)(by);
  if (!called.isEnding) called.endSilently(causes.answeredElsewhere);
  await inside;
  return true;
}

/** Waits until a channel that is answered is in a bridge with its caller; false when one of both ends before. */
function whenConnected(called: Channel, by: Channel, { bridges, events }: TransferDeps): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isConnected: boolean): void => {
      unsubscribe();
      for (const { signal } of [called, by]) signal.removeEventListener('abort', giveUp);
      resolve(isConnected);
    };
    const giveUp = (): void => finish(false);
    const unsubscribe = events.on('drain', 'channel-entered-bridge', ({ bridge }) => {
      const place = bridges.of(called);
      if (place !== undefined && place.id === bridge.id && place.size > 1) finish(true);
    });
    for (const { signal } of [called, by]) signal.addEventListener('abort', giveUp);
  });
}

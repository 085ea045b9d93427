import { sendDigits } from '../../../engine/calls/channel/send-digits';
import { untilFired } from '../../runner/pause';
import { readPositive } from '../../expressions/positive-number';
import { splitArguments } from '../../expressions/split-arguments';
import type { ApplicationDeps, Applications } from '../application-deps';
import type { StopSignal } from '../../../shared/scheduling/stop-signal';
import { Stopper } from '../../../shared/scheduling/stop-signal';

/** Milliseconds. */
const defaultGap = 250;
const defaultLength = 100;

/** What passes along the line besides prompts. */
export function signalApplications({ sound, clock, channels, log }: ApplicationDeps): Applications {
  return {
    Echo: (channel, _data, { signal }) =>
      untilOver(signal, (over) => {
        const quiet = sound().echo(channel);
        const stop = channel.onSignal((heard) => {
          if (heard.type === 'digit' && heard.digit === '#') over();
          else if (echoed.has(heard.type)) channel.line.send(heard);
        });
        return () => {
          quiet();
          stop();
        };
      }),
    SendDTMF: (channel, data, { signal }) => {
      const [digits = '', gapText = '', lengthText = '', name = ''] = splitArguments(data).map((part) => part.trim());
      const other = name === '' ? channel : channels.find(name);
      if (other === undefined) return log.warn({ channel: channel.id, name }, 'SendDTMF: unknown channel');
      const between = readPositive(gapText) ?? defaultGap;
      const duration = readPositive(lengthText) ?? defaultLength;
      const heard = (digit: string, milliseconds: number): void => sound().soundDigit(other, digit, milliseconds);
      return untilOver(signal, (over) =>
        sendDigits(other, { digits, duration, between }, { clock, sound: heard, over }),
      );
    },
  };
}

const echoed: ReadonlySet<string> = new Set(['digit', 'text', 'hold', 'unhold']);

/** Waits until what is begun says that it is over, or the signal fires; then it is stopped. */
async function untilOver(signal: StopSignal, begin: (over: () => void) => () => void): Promise<void> {
  const ending = new Stopper();
  const over = (): void => ending.abort();
  const stop = begin(over);
  if (signal.aborted) over();
  signal.addEventListener('abort', over);
  await untilFired(ending.signal);
  signal.removeEventListener('abort', over);
  stop();
}

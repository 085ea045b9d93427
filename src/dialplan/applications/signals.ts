import { pause, untilFired } from '../pause';
import { splitArguments } from '../split-arguments';
import type { ApplicationDeps, Applications } from './application-deps';
import { Stopper } from '../../shared/stop-signal';

const digitsKnown = /^[0-9*#A-D]$/i;
/** Milliseconds. */
const defaultGap = 250;
const defaultLength = 100;
const pauses: Readonly<Record<string, number>> = { w: 500, W: 1_000 };

/** What passes along the line besides audio. */
export function signalApplications({ clock, channels, log }: ApplicationDeps): Applications {
  return {
    Echo: async (channel, _data, { signal }) => {
      const over = new Stopper();
      const end = (): void => over.abort();
      const stop = channel.onSignal((heard) => {
        if (heard.type === 'digit' && heard.digit === '#') end();
        else if (echoed.has(heard.type)) channel.line.send(heard);
      });
      if (signal.aborted) end();
      signal.addEventListener('abort', end);
      await untilFired(over.signal);
      signal.removeEventListener('abort', end);
      stop();
    },
    SendDTMF: async (channel, data, { signal }) => {
      const [digits = '', gapText = '', lengthText = '', name = ''] = splitArguments(data).map((part) => part.trim());
      const other = name === '' ? channel : channels.find(name);
      if (other === undefined) return log.warn({ channel: channel.id, name }, 'SendDTMF was given no known channel');
      const gap = positive(gapText) ?? defaultGap;
      const milliseconds = positive(lengthText) ?? defaultLength;
      for (const digit of digits) {
        if (signal.aborted || other.isGone) return;
        if (digitsKnown.test(digit)) {
          await pause(clock, milliseconds, signal);
          // Heard at its end, as a receiver knows only then how long it was.
          if (!signal.aborted) other.line.send({ type: 'digit', digit, milliseconds });
          await pause(clock, gap, signal);
        } else await pause(clock, pauses[digit] ?? 0, signal);
      }
    },
  };
}

const echoed: ReadonlySet<string> = new Set(['digit', 'text', 'hold', 'unhold']);

function positive(text: string): number | undefined {
  const number = Number.parseInt(text, 10);
  return number > 0 ? number : undefined;
}

import type { ToneStep } from '../protocol';

/** The pairs of tones that digits are made of (ITU-T Q.23). */
export const dtmfRows: readonly number[] = [697, 770, 852, 941];
export const dtmfColumns: readonly number[] = [1209, 1336, 1477, 1633];
/** Row by row. */
export const dtmfDigits = '123A456B789C*0#D';

export interface DtmfTiming {
  /** Milliseconds of each digit, and of the silence between two. */
  readonly duration: number;
  readonly between: number;
}

/** Milliseconds of the signs that stand for a pause. */
const pauses: Readonly<Record<string, number>> = { w: 500, W: 1000 };

/** Digits as tones that are heard once; `w` waits half a second, `W` a whole one. Any other sign is passed over. */
export function dtmfSteps(digits: string, { duration, between }: DtmfTiming): readonly ToneStep[] {
  const steps: ToneStep[] = [];
  for (const sign of digits) {
    const step = pauses[sign] === undefined ? digitStep(sign, duration) : silence(pauses[sign]);
    if (step === undefined) continue;
    if (steps.length > 0 && between > 0) steps.push(silence(between));
    steps.push(step);
  }
  return steps;
}

function digitStep(sign: string, duration: number): ToneStep | undefined {
  const index = dtmfDigits.indexOf(sign.toUpperCase());
  const [row, column] = [dtmfRows[Math.floor(index / 4)], dtmfColumns[index % 4]];
  if (row === undefined || column === undefined) return undefined;
  return { once: true, frequencies: [row, column], isModulated: false, duration };
}

function silence(duration: number): ToneStep {
  return { once: true, frequencies: [0], isModulated: false, duration };
}

import { strftime } from '../shared/time/strftime';
import { wireTime } from '../shared/time/timestamp';

/** Makes the function that writes the time of a line as `dateformat` of logger.conf says. */
export function dateFormatter(format: string | undefined): (milliseconds: number) => string {
  const make = format === undefined ? wireTime : (milliseconds: number) => strftime(milliseconds, undefined, format);
  let last = { milliseconds: NaN, text: '' };
  // Lines come in bursts: many of them share a millisecond.
  return (milliseconds) => {
    if (last.milliseconds !== milliseconds) last = { milliseconds, text: make(milliseconds) };
    return last.text;
  };
}

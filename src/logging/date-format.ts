import { wireTime } from '../shared/timestamp';

type Part = (date: Date, milliseconds: number) => string;

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = 'January February March April May June July August September October November December'.split(' ');

const parts: Readonly<Record<string, Part>> = {
  a: (date) => (days[date.getDay()] ?? '').slice(0, 3),
  A: (date) => days[date.getDay()] ?? '',
  b: (date) => (months[date.getMonth()] ?? '').slice(0, 3),
  B: (date) => months[date.getMonth()] ?? '',
  d: (date) => padded(date.getDate(), 2),
  e: (date) => String(date.getDate()).padStart(2, ' '),
  F: (date) => `${date.getFullYear()}-${padded(date.getMonth() + 1, 2)}-${padded(date.getDate(), 2)}`,
  H: (date) => padded(date.getHours(), 2),
  I: (date) => padded(date.getHours() % 12 || 12, 2),
  m: (date) => padded(date.getMonth() + 1, 2),
  M: (date) => padded(date.getMinutes(), 2),
  p: (date) => (date.getHours() < 12 ? 'AM' : 'PM'),
  R: (date) => `${padded(date.getHours(), 2)}:${padded(date.getMinutes(), 2)}`,
  s: (_, milliseconds) => String(Math.floor(milliseconds / 1000)),
  S: (date) => padded(date.getSeconds(), 2),
  T: (date) => `${padded(date.getHours(), 2)}:${padded(date.getMinutes(), 2)}:${padded(date.getSeconds(), 2)}`,
  y: (date) => padded(date.getFullYear() % 100, 2),
  Y: (date) => String(date.getFullYear()),
  z: (_, milliseconds) => wireTime(milliseconds).slice(-5),
  '%': () => '%',
};

/**
 * Makes the function that writes the time of a line as `dateformat` of logger.conf says. `%3q` is a fraction of a
 * second with that many digits; a directive we do not know stays as it is written.
 */
export function dateFormatter(format: string | undefined): (milliseconds: number) => string {
  const make = format === undefined ? wireTime : (milliseconds: number) => fill(format, milliseconds);
  let last = { milliseconds: NaN, text: '' };
  // Lines come in bursts: many of them share a millisecond.
  return (milliseconds) => {
    if (last.milliseconds !== milliseconds) last = { milliseconds, text: make(milliseconds) };
    return last.text;
  };
}

function fill(format: string, milliseconds: number): string {
  const date = new Date(milliseconds);
  return format.replace(/%(?:([1-6]?)q|([A-Za-z%]))/g, (directive: string, digits?: string, letter?: string) => {
    if (letter === undefined) return fraction(date, Number(digits === '' ? 3 : digits));
    return parts[letter]?.(date, milliseconds) ?? directive;
  });
}

function fraction(date: Date, digits: number): string {
  return padded(date.getMilliseconds(), 3).padEnd(6, '0').slice(0, digits);
}

function padded(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

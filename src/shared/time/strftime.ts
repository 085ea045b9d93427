/** A moment as the clocks of a place show it. */
export interface Moment {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
  readonly weekday: number;
  /** Minutes that the place is ahead of UTC. */
  readonly ahead: number;
  readonly zoneName: string;
  readonly at: number;
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/**
 * Writes a moment by a pattern, in the way of C. An unknown or missing zone is the server's own. `%3q` is a fraction of a
 * second with that many digits, six at most; a directive that is not known stays as it is written.
 */
export function strftime(at: number, zone: string | undefined, pattern: string): string {
  const moment = momentIn(at, zone);
  return format(moment, pattern);
}

function format(moment: Moment, pattern: string): string {
  return pattern.replace(/%([0-9]*)([A-Za-z%])/g, (whole, size: string, letter: string) => {
    if (letter === 'q') return fraction(moment, size === '' ? 3 : Number(size));
    const combined = combinations.get(letter);
    if (combined !== undefined) return format(moment, combined);
    return fields.get(letter)?.(moment) ?? whole;
  });
}

function fraction({ millisecond }: Moment, digits: number): string {
  return String(millisecond).padStart(3, '0').padEnd(6, '0').slice(0, digits);
}

const two = (value: number, filler = '0'): string => String(value).padStart(2, filler);
const twelve = (hour: number): number => hour % 12 || 12;

const combinations: ReadonlyMap<string, string> = new Map([
  ['c', '%a %b %e %H:%M:%S %Y'],
  ['x', '%m/%d/%y'],
  ['X', '%H:%M:%S'],
  ['D', '%m/%d/%y'],
  ['F', '%Y-%m-%d'],
  ['T', '%H:%M:%S'],
  ['R', '%H:%M'],
  ['r', '%I:%M:%S %p'],
  ['h', '%b'],
]);

const fields: ReadonlyMap<string, (moment: Moment) => string> = new Map(
  Object.entries({
    '%': () => '%',
    n: () => '\n',
    t: () => '\t',
    a: ({ weekday }: Moment) => (weekdays[weekday] ?? '').slice(0, 3),
    A: ({ weekday }: Moment) => weekdays[weekday] ?? '',
    b: ({ month }: Moment) => (months[month - 1] ?? '').slice(0, 3),
    B: ({ month }: Moment) => months[month - 1] ?? '',
    C: ({ year }: Moment) => two(Math.floor(year / 100)),
    d: ({ day }: Moment) => two(day),
    e: ({ day }: Moment) => two(day, ' '),
    H: ({ hour }: Moment) => two(hour),
    I: ({ hour }: Moment) => two(twelve(hour)),
    j: (moment: Moment) => String(dayOfYear(moment)).padStart(3, '0'),
    k: ({ hour }: Moment) => two(hour, ' '),
    l: ({ hour }: Moment) => two(twelve(hour), ' '),
    m: ({ month }: Moment) => two(month),
    M: ({ minute }: Moment) => two(minute),
    p: ({ hour }: Moment) => (hour < 12 ? 'AM' : 'PM'),
    P: ({ hour }: Moment) => (hour < 12 ? 'am' : 'pm'),
    s: ({ at }: Moment) => String(Math.floor(at / 1000)),
    S: ({ second }: Moment) => two(second),
    u: ({ weekday }: Moment) => String(weekday || 7),
    w: ({ weekday }: Moment) => String(weekday),
    y: ({ year }: Moment) => two(year % 100),
    Y: ({ year }: Moment) => String(year),
    z: ({ ahead }: Moment) => {
      const minutes = Math.abs(ahead);
      return `${ahead < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
    },
    Z: ({ zoneName }: Moment) => zoneName,
  }),
);

function dayOfYear({ year, month, day }: Moment): number {
  return Math.round((Date.UTC(year, month - 1, day) - Date.UTC(year, 0, 1)) / 86_400_000) + 1;
}

/** An unknown or missing zone is the server's own. */
export function momentIn(at: number, zone: string | undefined): Moment {
  const parts = new Map(
    formatterOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const number = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  const [year, month, day] = [number('year'), number('month'), number('day')];
  const [hour, minute, second] = [number('hour'), number('minute'), number('second')];
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second);
  return {
    year,
    month,
    day,
    hour,
    minute,
    second,
    at,
    millisecond: ((at % 1000) + 1000) % 1000,
    weekday: new Date(asUtc).getUTCDay(),
    ahead: Math.round((asUtc - at) / 60_000),
    zoneName: parts.get('timeZoneName') ?? '',
  };
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string | undefined): Intl.DateTimeFormat {
  const known = formatters.get(zone ?? '');
  if (known !== undefined) return known;
  if (formatters.size >= 100) formatters.clear();
  const made = makeFormatter(zone) ?? makeFormatter(undefined) ?? new Intl.DateTimeFormat();
  formatters.set(zone ?? '', made);
  return made;
}

function makeFormatter(zone: string | undefined): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      ...(zone === undefined ? {} : { timeZone: zone }),
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
      timeZoneName: 'short',
    } as const);
  } catch {
    return undefined;
  }
}

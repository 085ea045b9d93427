/** When something applies: `9:00-17:00,mon-fri,*,*`, to the minute. */
export interface Timing {
  /** As written, for people. */
  readonly text: string;
  readonly minutes: readonly Range[];
  readonly weekdays: readonly Range[];
  readonly days: readonly Range[];
  readonly months: readonly Range[];
  /** Undefined: the server's own. */
  readonly zone: string | undefined;
}

/** Both ends belong to it; one that ends before it starts goes over midnight, the weekend or new year. */
interface Range {
  readonly from: number;
  readonly to: number;
}

export type ParsedTiming = { readonly timing: Timing } | { readonly refused: string; readonly hint: string };

interface Field {
  readonly name: string;
  readonly hint: string;
  readonly valueOf: (text: string) => number | undefined;
}

const weekdayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const fields: readonly Field[] = [
  { name: 'time', hint: 'write times like 9:00-17:00, or * for any', valueOf: minuteOfDay },
  {
    name: 'day of the week',
    hint: 'write days like mon-fri, or * for any',
    valueOf: (text) => indexOfName(text, weekdayNames),
  },
  {
    name: 'day of the month',
    hint: 'write days like 1-15, or * for any',
    valueOf: (text) => numberUpTo(31, text),
  },
  {
    name: 'month',
    hint: 'write months like jan-mar, or * for any',
    valueOf: (text) => numberUpTo(12, text) ?? plusOne(indexOfName(text, monthNames)),
  },
];

/** Reads times, days of the week, days of the month, months and a time zone; what is left out does not matter. */
export function parseTiming(parts: readonly string[]): ParsedTiming {
  const texts = parts.map((part) => part.trim());
  const ranges: (readonly Range[])[] = [];
  for (const [index, { name, hint, valueOf }] of fields.entries()) {
    const read = rangesOf(texts[index] ?? '*', valueOf);
    if (typeof read === 'string') return { refused: `'${read}' is not a ${name}`, hint };
    ranges.push(read);
  }
  const zone = texts[fields.length] === '' ? undefined : texts[fields.length];
  if (zone !== undefined && !isZone(zone))
    return { refused: `there is no time zone '${zone}'`, hint: 'write one like Europe/Berlin' };
  if (texts.length > fields.length + 1)
    return {
      refused: `'${texts.slice(fields.length + 1).join(',')}' stands after the time zone`,
      hint: 'write times,weekdays,monthdays,months,zone',
    };
  const [minutes = [], weekdays = [], days = [], months = []] = ranges;
  return { timing: { text: texts.join(','), minutes, weekdays, days, months, zone } };
}

/** Whether it applies at that moment, in milliseconds since 1970. */
export function applies({ minutes, weekdays, days, months, zone }: Timing, at: number): boolean {
  const moment = zone === undefined ? localMoment(at) : momentIn(zone, at);
  return (
    within(minutes, moment.minute) &&
    within(weekdays, moment.weekday) &&
    within(days, moment.day) &&
    within(months, moment.month)
  );
}

function within(ranges: readonly Range[], value: number): boolean {
  if (ranges.length === 0) return true;
  return ranges.some(({ from, to }) => (from <= to ? from <= value && value <= to : from <= value || value <= to));
}

/** None for `*`; a text is the piece that could not be read. */
function rangesOf(text: string, valueOf: Field['valueOf']): readonly Range[] | string {
  if (text === '*' || text === '') return [];
  const ranges: Range[] = [];
  for (const piece of text.split('&')) {
    const [first = '', last = first, ...more] = piece.split('-').map((end) => end.trim().toLowerCase());
    const [from, to] = [valueOf(first), valueOf(last)];
    if (from === undefined || to === undefined || more.length > 0) return piece.trim();
    ranges.push({ from, to });
  }
  return ranges;
}

function minuteOfDay(text: string): number | undefined {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  const [hour, minute] = [Number(hours), Number(minutes)];
  return hour < 24 && minute < 60 ? hour * 60 + minute : undefined;
}

function indexOfName(text: string, names: readonly string[]): number | undefined {
  const index = names.indexOf(text.slice(0, 3));
  return index === -1 || !/^[a-z]+$/.test(text) ? undefined : index;
}

function numberUpTo(highest: number, text: string): number | undefined {
  const value = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= highest ? value : undefined;
}

function plusOne(index: number | undefined): number | undefined {
  return index === undefined ? undefined : index + 1;
}

interface Moment {
  readonly minute: number;
  readonly weekday: number;
  readonly day: number;
  readonly month: number;
}

function localMoment(at: number): Moment {
  const date = new Date(at);
  return {
    minute: date.getHours() * 60 + date.getMinutes(),
    weekday: date.getDay(),
    day: date.getDate(),
    month: date.getMonth() + 1,
  };
}

function momentIn(zone: string, at: number): Moment {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
    weekday: 'short',
    day: 'numeric',
    month: 'numeric',
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((each) => each.type === type)?.value ?? '';
  return {
    minute: Number(part('hour')) * 60 + Number(part('minute')),
    weekday: weekdayNames.indexOf(part('weekday').toLowerCase()),
    day: Number(part('day')),
    month: Number(part('month')),
  };
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

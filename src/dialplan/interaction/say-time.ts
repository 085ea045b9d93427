import { sayNumber } from '../../engine/audio/sources/say';
import type { Moment } from '../../shared/time/strftime';
import { momentIn } from '../../shared/time/strftime';

export interface SpokenTime {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** What is said of it, letter by letter; names of sounds stand in single quotes. */
  readonly format: string;
  /** The server's own when none is given. */
  readonly zone?: string | undefined;
  readonly now: number;
}

/** `Sunday, January first, 2026, at ten thirty a.m.` */
export const fullFormat = "ABdY 'digits/at' IMp";
export const dateFormat = 'ABdY';
export const timeFormat = 'IMp';

const dayMs = 86_400_000;

/** The prompts that say a moment in English. Unknown letters are ignored. */
export function sayTime({ at, format, zone, now }: SpokenTime): string[] {
  const moment = momentIn(at, zone);
  const daysAgo = calendarDay(momentIn(now, zone)) - calendarDay(moment);
  return parts(format).flatMap((part) => {
    if (part.length > 1) return [part.slice(1, -1)];
    const combined = combination(part, daysAgo);
    return combined === undefined ? sayLetter(part, moment) : sayTime({ at, format: combined, zone, now });
  });
}

/** Single letters, and quoted names with their quotes. */
function parts(format: string): string[] {
  return format.match(/'[^']+'|./gs) ?? [];
}

/** Letters that stand for others. */
function combination(letter: string, daysAgo: number): string | undefined {
  switch (letter) {
    case 'R':
      return 'HM';
    case 'T':
      return 'HMS';
    case 'Q':
      return relativeDay(daysAgo) ?? dateFormat;
    case 'q':
      if (daysAgo === 0) return '';
      return relativeDay(daysAgo) ?? (daysAgo > 0 && daysAgo < 7 ? 'A' : dateFormat);
    default:
      return undefined;
  }
}

function relativeDay(daysAgo: number): string | undefined {
  if (daysAgo === 0) return "'digits/today'";
  return daysAgo === 1 ? "'digits/yesterday'" : undefined;
}

function calendarDay({ year, month, day }: Moment): number {
  return Math.round(Date.UTC(year, month - 1, day) / dayMs);
}

function sayLetter(letter: string, moment: Moment): string[] {
  const { hour, minute, second } = moment;
  switch (letter) {
    case 'A':
    case 'a':
      return [`digits/day-${moment.weekday}`];
    case 'B':
    case 'b':
    case 'h':
      return [`digits/mon-${moment.month - 1}`];
    case 'm':
      return ordinal(moment.month);
    case 'd':
    case 'e':
      return ordinal(moment.day);
    case 'Y':
      return sayYear(moment.year);
    case 'I':
    case 'l':
      return number(hour % 12 || 12);
    case 'H':
      return hour < 10 ? ['digits/oh', ...(hour === 0 ? [] : number(hour))] : number(hour);
    case 'k':
      return hour === 0 ? ['digits/oh'] : number(hour);
    case 'M':
      return minute === 0 ? ['digits/oclock'] : twoDigits(minute);
    case 'N':
      return minute === 0 ? ['digits/hundred'] : twoDigits(minute);
    case 'S':
      return twoDigits(second);
    case 'P':
    case 'p':
      return [hour < 12 ? 'digits/a-m' : 'digits/p-m'];
    default:
      return [];
  }
}

/** The day of a month: first, second, twenty-first. */
function ordinal(value: number): string[] {
  const ones = value % 10;
  if (value <= 20 || ones === 0) return [`digits/h-${value}`];
  return [`digits/${value - ones}`, `digits/h-${ones}`];
}

/** Two thousand six, but nineteen ninety-nine. */
function sayYear(year: number): string[] {
  if (year >= 2000 || year < 1100) return number(year);
  const rest = year % 100;
  return [...number(Math.floor(year / 100)), ...(rest === 0 ? ['digits/hundred'] : twoDigits(rest))];
}

function twoDigits(value: number): string[] {
  return value < 10 ? ['digits/oh', ...number(value)] : number(value);
}

function number(value: number): string[] {
  const spoken = sayNumber(String(value));
  return 'prompts' in spoken ? [...spoken.prompts] : [];
}

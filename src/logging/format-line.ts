import type { LogFields } from '../shared/logger';
import type { LogFormat } from './channel-configuration';
import { redactFields, redactText } from './redact';
import type { Loggable } from './redact';

export interface LineFacts {
  /** As the channel's `dateformat` writes it. */
  readonly time: string;
  /** Lower case: `notice`. */
  readonly level: string;
  readonly fields: LogFields;
  readonly sentence: string;
  readonly pid: number;
}

/** One entry of the log, cleaned once and written out at most once per format, however many channels write it. */
export class LogLine {
  readonly #texts = new Map<LogFormat, string>();
  readonly #fields: ReturnType<typeof redactFields>;
  readonly #sentence: string;

  constructor(private readonly facts: LineFacts) {
    this.#fields = redactFields(facts.fields);
    this.#sentence = redactText(facts.sentence);
  }

  /** The line with its line feed. */
  as(format: LogFormat): string {
    const made = this.#texts.get(format);
    if (made !== undefined) return made;
    const text = `${this.#write(format)}\n`;
    this.#texts.set(format, text);
    return text;
  }

  #write(format: LogFormat): string {
    const { time, pid } = this.facts;
    const level = this.facts.level.toUpperCase();
    switch (format) {
      case 'default':
        return `[${time}] ${level}[${pid}]: ${this.#words()}`;
      case 'plain':
        return `[${time}] ${level}: ${this.#words()}`;
      case 'json':
        return harmless(`{${member('time', time)},${member('level', level)},${this.#members()}}`);
    }
  }

  #words(): string {
    const pairs = this.#fields.map(([name, value]) => ` ${word(name)}=${word(value)}`);
    return `${harmless(this.#sentence)}${pairs.join('')}`;
  }

  #members(): string {
    const members = this.#fields.map(([name, value]) => member(ours.includes(name) ? `_${name}` : name, value));
    return [member('message', this.#sentence), ...members].join(',');
  }
}

/** A field must not replace a standard member: it is renamed. */
const ours = ['time', 'level', 'message'];

/** Put together by hand: building an object only to serialise it would be the most expensive part of a line. */
function member(name: string, value: Loggable): string {
  return `${JSON.stringify(name)}:${JSON.stringify(value)}`;
}

/** Printable, without blanks, quotes and equals signs. */
const bareWord = /^[!#-<>-~]+$/;

/** Unquoted when unambiguous, else in JSON quotes. */
function word(value: Loggable): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string' && bareWord.test(value)) return value;
  return harmless(JSON.stringify(value));
}

/**
 * Callers can choose texts that end up here (caller names, for example): control characters could forge a line or
 * control the reader's terminal, and so could bidirectional marks.
 */
function harmless(text: string): string {
  if (!/[^ -~]/.test(text)) return text; // fast path for the usual case
  return text.replace(
    /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

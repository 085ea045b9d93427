import type { Difference } from './difference';
import type { Json } from './load-trace';
import { isObject } from './load-trace';
import type { Outcome } from './run-traces';

export interface ReportOptions {
  /** How many differences are shown of each recording. */
  readonly most: number;
}

export function isEqualOutcome({ differences, stale }: Outcome): boolean {
  return differences.length === 0 && stale.length === 0;
}

/** `12 of 20 traces equal`, and what is wrong with the others. */
export function report(outcomes: readonly Outcome[], options: ReportOptions): string {
  const rest = outcomes
    .filter((outcome) => !isEqualOutcome(outcome))
    .map((outcome) => describeOutcome(outcome, options));
  return [...rest, summary(outcomes)].join('\n\n');
}

export function summary(outcomes: readonly Outcome[]): string {
  const again = outcomes
    .filter(({ replays }) => replays > 1)
    .map(({ trace, replays }) => `${trace.id} ${replays} times`);
  return [
    `${outcomes.filter(isEqualOutcome).length} of ${outcomes.length} traces equal`,
    ...(again.length === 0 ? [] : [`replayed more than once: ${again.join(', ')}`]),
  ].join('; ');
}

/** The first differences of one recording, each in a few lines. */
export function describeOutcome({ trace, differences, stale }: Outcome, { most }: ReportOptions): string {
  const more = differences.length - most;
  return [
    `${trace.name}: ${differences.length} differences`,
    ...differences.slice(0, most).map(describeDifference),
    ...(more > 0 ? [`  … and ${more} more`] : []),
    ...stale.map((listed) => `  listed, but does not occur: ${JSON.stringify(listed, patternsToo)}`),
  ].join('\n');
}

function describeDifference({ kind, subject, title, path, expected, got }: Difference): string {
  const head = `  ${kind} · ${subject} · ${title}${path === '' ? '' : ` · ${path}`}`;
  if (expected === undefined && got === undefined) return head;
  return [head, `      expected ${brief(expected)}`, `      got      ${brief(got)}`].join('\n');
}

/** What came, in the order it came. */
export function describeHeard({ trace, heard }: Outcome): string {
  const lines = heard.map(({ ms, ws, event }) => `${String(ms).padStart(6)} ${ws}: ${brief(event)}`);
  return [`${trace.name}: what came`, ...lines].join('\n');
}

function brief(json: Json | undefined): string {
  const text = json === undefined ? 'nothing' : JSON.stringify(json, shorter);
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}

function patternsToo(_key: string, value: unknown): unknown {
  return value instanceof RegExp ? value.source : value;
}

/** Leaves out what is never the cause, and writes a channel as `c1 Up s@default:1 Stasis(tapp)`. */
function shorter(key: string, value: Json): Json | undefined {
  if (key === 'timestamp' || key === 'asterisk_id') return undefined;
  if (!['channel', 'peer', 'caller'].includes(key) || !isObject(value) || !isObject(value['dialplan'])) return value;
  const { context, exten, priority, app_name: app, app_data: data } = value['dialplan'];
  return [
    `${text(value['id'])} ${text(value['state'])}`,
    `${text(exten)}@${text(context)}:${text(priority)}`,
    `${text(app)}(${text(data)})`,
  ].join(' ');
}

function text(json: Json | undefined): string {
  return typeof json === 'string' ? json : JSON.stringify(json ?? '');
}

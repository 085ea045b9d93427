import type { Difference } from './compare/difference';
import type { Outcome } from './replay/run-trace';
import type { Json } from './recording/trace';
import { isObject } from './recording/trace';

export interface ReportOptions {
  /** How many differences are shown of each recording. */
  readonly most: number;
}

/** `12 of 20 traces equal`, and what is wrong with the others. */
export function report(outcomes: readonly Outcome[], options: ReportOptions): string {
  const unequal = outcomes.filter(({ differences }) => differences.length > 0);
  const equal = `${outcomes.length - unequal.length} of ${outcomes.length} traces equal`;
  return [...unequal.map((outcome) => describeOutcome(outcome, options)), equal].join('\n\n');
}

/** The first differences of one recording, each in a few lines. */
export function describeOutcome({ trace, differences }: Outcome, { most }: ReportOptions): string {
  const more = differences.length - most;
  return [
    `${trace.name}: ${differences.length} differences`,
    ...differences.slice(0, most).map(describeDifference),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ].join('\n');
}

/** The differences that are known, and what explains them. */
export function describeExplained({ trace, explained }: Outcome): string {
  return [
    `${trace.name}: ${explained.length} explained differences`,
    ...explained.map(
      ({ difference, explanation }) => `${describeDifference(difference)}\n      because  ${explanation}`,
    ),
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

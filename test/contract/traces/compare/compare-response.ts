import { isRecordedFile, recordedFileFindings } from './audio-file-size';
import type { Finding } from './compare';
import { compareValues } from './compare';
import type { Difference } from './difference';
import type { Placeholders } from './placeholders';
import { summaryFindings } from './summaries';
import type { Json, JsonObject, ResponseStep } from '../recording/trace';
import { isObject, parsed } from '../recording/trace';

/** An answer of ours. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface ResponseCase {
  /** `POST /ari/channels/c1` */
  readonly title: string;
  readonly recorded: ResponseStep;
  readonly answer: Answer;
  readonly placeholders: Placeholders;
}

/** Differ by their nature: our own name, sizes of our own texts, the time. */
const ownHeaders = new Set(['server', 'date', 'content-length']);
/** Says something by its absence too. */
const tellingHeaders = [
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-allow-methods',
];
/** Lists in no particular order. */
const setPaths =
  /^\/ari\/(channels|sounds|asterisk\/modules|asterisk\/logging|asterisk\/config\/dynamic\/.*|endpoints(\/[^/]*)?|deviceStates|mailboxes)$/;

/** Holds an answer against the recorded one. */
export function compareResponse(given: ResponseCase): readonly Difference[] {
  const { recorded, answer, title } = given;
  const about = { subject: `request ${recorded.n}`, title, exchange: String(recorded.n) };
  if (recorded.status !== answer.status) {
    const expected = recorded.status ?? recorded.error;
    return [{ ...about, kind: 'status', path: brief(answer.text), expected, got: answer.status }];
  }
  const named = (kind: Difference['kind']) => (finding: Finding) => ({ ...about, kind, ...finding });
  return [...headerFindings(given).map(named('header')), ...bodyFindings(given).map(named('body'))];
}

function headerFindings({ recorded, answer, placeholders }: ResponseCase): readonly Finding[] {
  const expected = new Map(Object.entries(recorded.headers).map(([name, value]) => [name.toLowerCase(), value]));
  const findings: Finding[] = [];
  for (const [name, value] of expected) {
    if (ownHeaders.has(name)) continue;
    const got = answer.headers[name];
    if (got === undefined || !isSameHeader({ name, value, got, status: answer.status }, placeholders))
      findings.push({ path: name, expected: value, got });
  }
  const telling = tellingHeaders.filter((name) => !expected.has(name) && answer.headers[name] !== undefined);
  return [...findings, ...telling.map((path) => ({ path, expected: undefined, got: answer.headers[path] }))];
}

interface HeaderPair {
  readonly name: string;
  readonly value: string;
  readonly got: string;
  readonly status: number;
}

function isSameHeader({ name, value, got, status }: HeaderPair, placeholders: Placeholders): boolean {
  // The realm is our product's; its pages of errors are JSON like all other errors.
  if (name === 'www-authenticate') return !value.includes('Asterisk') ? value === got : got.startsWith('Basic realm="');
  if (name === 'content-type' && status >= 400) return got.startsWith('application/json');
  return placeholders.accept(value, got);
}

function bodyFindings({ title, recorded, answer, placeholders }: ResponseCase): readonly Finding[] {
  const got = parsed(answer.text) ?? (answer.text === '' ? undefined : answer.text);
  if (answer.status >= 400) return errorFindings(recorded.body, got);
  if (recorded.body === undefined) return got === undefined ? [] : [{ path: '', expected: undefined, got }];
  if (isRecordedFile(recorded.body)) return recordedFileFindings(recorded.body, answer);
  const path = title.replace(/^\S+ /, '').replace(/\?.*/, '');
  if (recorded.isSummarised) return summaryFindings(recorded.body, got, placeholders);
  const isAhead = answer.status === 201 && isBegun(recorded.body, got);
  const expected = isAhead ? { ...recorded.body, state: 'queued' } : recorded.body;
  return compareValues(expected, got, { placeholders, isSet: isSet(path, recorded) });
}

/** Whether something that we have accepted had begun there before the answer went out: it says so now and then. */
function isBegun(expected: Json, got: Json | undefined): expected is JsonObject {
  if (!isObject(expected) || !isObject(got) || got['state'] !== 'queued') return false;
  return expected['state'] === 'playing' || expected['state'] === 'recording';
}

function isSet(path: string, { body }: ResponseStep): boolean {
  // Bridges come sorted by id, and nobody knows which of two generated ids is the smaller one.
  return setPaths.test(path) || (path === '/ari/bridges' && JSON.stringify(body).includes('"<uuid-'));
}

/** The texts of errors are ours; that there is one is not. */
export function errorFindings(expected: Json | undefined, got: Json | undefined): readonly Finding[] {
  if (expected === undefined || expected === '') return [];
  const message = isObject(got) ? got['message'] : undefined;
  return typeof message === 'string' && message !== '' ? [] : [{ path: 'message', expected, got }];
}

function brief(text: string): string {
  const body = parsed(text);
  const message = isObject(body) ? body['message'] : undefined;
  return typeof message === 'string' ? `"${message}"` : '';
}

import type { Wire } from '../../../support/server/http-wire';
import type { Answer } from './compare-response';
import { compareResponse } from './compare-response';
import type { Difference } from './difference';
import type { Placeholders } from './placeholders';
import type { RawResponseStep, ResponseStep } from '../recording/trace';
import { parsed } from '../recording/trace';
import type { TraceHttp } from '../replay/trace-http';

export interface RawCase {
  /** What is sent, byte for byte. */
  readonly text: string;
  readonly http: TraceHttp;
  readonly placeholders: Placeholders;
}

export interface RawCompared {
  readonly answers: readonly Answer[];
  readonly differences: readonly Difference[];
}

/** Milliseconds: how long to wait for an end that was recorded, and for one that was not. */
const [endLimit, moment] = [10_000, 10];

/** Sends a literal request and holds the literal answers against the recorded ones. */
export async function compareRaw(step: RawResponseStep, given: RawCase): Promise<RawCompared> {
  const recorded = answersIn(step);
  const title = given.text.slice(0, given.text.indexOf(' HTTP'));
  const about = { subject: `request ${step.n}`, title, exchange: String(step.n) };
  const { answers, wire } = await given.http.sendRaw(given.text, recorded.length);
  try {
    const isClosed = await endsWithin(wire, step.isClosed ? endLimit : moment);
    const ends: readonly Difference[] =
      isClosed === step.isClosed
        ? []
        : [{ ...about, kind: 'socket', path: 'end', expected: step.isClosed, got: isClosed }];
    const found = recorded.flatMap((one, place) => compareOne(one, answers[place], { ...given, title }));
    return { answers, differences: [...found, ...ends] };
  } finally {
    wire.close();
  }
}

async function endsWithin(wire: Wire, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const open = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  return Promise.race([wire.ended.then(() => true), open]).finally(() => clearTimeout(timer));
}

function compareOne(
  recorded: ResponseStep,
  answer: Answer | undefined,
  given: RawCase & { readonly title: string },
): readonly Difference[] {
  return answer === undefined ? [] : compareResponse({ ...given, recorded, answer });
}

function answersIn({ text, ...step }: RawResponseStep): readonly ResponseStep[] {
  return text
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((answer) => answer !== '')
    .map((answer) => {
      const [head = '', ...rest] = answer.split('\r\n\r\n');
      const [first = '', ...lines] = head.split('\r\n');
      const body = rest.join('\r\n\r\n');
      const headers = lines.map(
        (line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const,
      );
      return {
        ms: step.ms,
        kind: 'response',
        n: step.n,
        error: undefined,
        isSummarised: false,
        status: Number(first.split(' ')[1]),
        headers: Object.fromEntries(headers),
        body: body === '' ? undefined : (parsed(body) ?? body),
      };
    });
}

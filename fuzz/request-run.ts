import type { OpenApiDocument } from '../src/server/contract-mode/open-api-document';
import type { Findings } from './finding';
import { causeOf } from './finding';
import { hostile } from './hostile-requests';
import type { HttpCase } from './http-case';
import { bytesOf, describeCase } from './http-case';
import type { Address } from './http-client';
import { HttpClient } from './http-client';
import { minimise } from './minimise';
import type { Progress } from './progress';
import { randomOf } from './random';
import { RequestCases } from './request-cases';
import type { Target } from './target';
import { addressOf, authorizationOf, tidyUp, defaultTimeoutMs } from './tidy';
import { wrongWith } from './verdict';

export interface RunOptions {
  readonly document: OpenApiDocument;
  readonly target: Target;
  readonly seed: number;
  /** Numbers of the cases to run: from, up to but not including. */
  readonly from: number;
  readonly to: number;
  readonly findings: Findings;
  readonly progress: Progress;
  /** Milliseconds to wait for an answer; usually some seconds. */
  readonly timeoutMs?: number;
}

const lanes = 8;
const tidyEvery = 200;
/** Milliseconds that a case may take to be made smaller, and each of its smaller forms to be answered. */
const minimising = { atMost: 60_000, timeoutMs: 3000 };

/**
 * Sends the cases over several connections in parallel. The choices depend on the seed alone, the order of arrival does
 * not.
 */
export async function runRequests(options: RunOptions): Promise<void> {
  const run = new RequestRun(options);
  await Promise.all(Array.from({ length: lanes }, () => run.lane()));
}

class RequestRun {
  readonly #cases: RequestCases;
  readonly #authorization: string;
  readonly #address: Address;
  readonly #timeoutMs: number;
  #next: number;

  constructor(private readonly options: RunOptions) {
    const { document, target, from } = options;
    this.#timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    this.#cases = new RequestCases(document);
    this.#authorization = authorizationOf(target);
    this.#address = addressOf(target);
    this.#next = from;
  }

  async lane(): Promise<void> {
    const client = new HttpClient(this.#address, this.#timeoutMs);
    const { to, findings, target, progress } = this.options;
    while (this.#next < to && !progress.isStopped && !findings.isFull && target.ending() === undefined) {
      const index = this.#next;
      this.#next += 1;
      progress.began('request', index);
      if (index % tidyEvery === 0) await this.#tidy(index);
      await this.#try(client, index);
      progress.ended('request', index);
    }
    client.close();
  }

  async #tidy(index: number): Promise<void> {
    const { target, findings } = this.options;
    if (await tidyUp(target, this.#timeoutMs)) return;
    const reasons = ['there was no answer to the plain requests between the cases'];
    findings.add('tidy', { where: 'request', index, reasons, shown: '' });
  }

  async #try(client: HttpClient, index: number): Promise<void> {
    const { findings, seed } = this.options;
    const one = requestAt(this.#cases, seed, index);
    const reasons = await this.#reasons(client, one);
    const cause = causeOf(one.expects, reasons);
    if (reasons.length === 0 || !findings.isNews(cause)) return;
    findings.add(cause, { where: 'request', index, reasons, shown: describeCase(one) });
    const smallest = await minimise(one, (smaller) => this.#failsAgain(smaller, cause), minimising.atMost);
    findings.improve(cause, describeCase(smallest));
  }

  async #failsAgain(smaller: HttpCase, cause: string): Promise<boolean> {
    const fresh = new HttpClient(this.#address, Math.min(this.#timeoutMs, minimising.timeoutMs));
    const reasons = await this.#reasons(fresh, smaller);
    fresh.close();
    return reasons.length > 0 && causeOf(smaller.expects, reasons) === cause;
  }

  async #reasons(client: HttpClient, one: HttpCase): Promise<readonly string[]> {
    const named = one.headers.some(([name]) => name === 'Authorization');
    const headers = named ? one.headers : [['Authorization', this.#authorization] as const, ...one.headers];
    const bytes = bytesOf({ ...one, headers });
    if (one.expects === 'gone') {
      await client.abandon(bytes);
      return [];
    }
    const outcome = await client.send(bytes, one.method === 'HEAD');
    if (outcome.kind !== 'silent') this.options.progress.sign();
    // The boundary between such a request and the next one is undefined.
    if (one.expects === 'anything') client.close();
    return wrongWith(one, outcome);
  }
}

/** The case of a number: a third of them good, a third nearly, a third hostile. */
export function requestAt(cases: RequestCases, seed: number, index: number): HttpCase {
  const random = randomOf(seed, index);
  const kind = random.next();
  if (kind < 0.35) return cases.good(random);
  return kind < 0.7 ? cases.nearMiss(random) : hostile(random, cases.good(random));
}

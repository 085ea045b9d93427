import type { OpenApiDocument } from '../src/server/contract/open-api-document';
import type { Findings } from './finding';
import { causeOf } from './finding';
import { hostile } from './hostile-requests';
import type { HttpCase } from './http-case';
import { bytesOf, describeCase } from './http-case';
import type { Address } from './http-client';
import { HttpClient } from './http-client';
import { minimise } from './minimise';
import { randomOf } from './random';
import { RequestCases } from './request-cases';
import type { Target } from './target';
import { addressOf, authorizationOf, tidyUp } from './tidy';
import { wrongWith } from './verdict';

export interface RunOptions {
  readonly document: OpenApiDocument;
  readonly target: Target;
  readonly seed: number;
  /** Numbers of the cases to run: from, up to but not including. */
  readonly from: number;
  readonly to: number;
  readonly findings: Findings;
}

const lanes = 8;
const patience = 20_000;
const tidyEvery = 200;

/** Sends the cases over some connections at once. The choices depend on the seed alone, the order of arrival does not. */
export async function runRequests(options: RunOptions): Promise<void> {
  const run = new RequestRun(options);
  await Promise.all(Array.from({ length: lanes }, () => run.lane()));
}

class RequestRun {
  readonly #cases: RequestCases;
  readonly #authorization: string;
  readonly #address: Address;
  #next: number;

  constructor(private readonly options: RunOptions) {
    const { document, target, from } = options;
    this.#cases = new RequestCases(document);
    this.#authorization = authorizationOf(target);
    this.#address = addressOf(target);
    this.#next = from;
  }

  async lane(): Promise<void> {
    const client = new HttpClient(this.#address, patience);
    const { to, findings, target } = this.options;
    while (this.#next < to && !findings.isFull && target.ending() === undefined) {
      const index = this.#next;
      this.#next += 1;
      if (index % tidyEvery === 0) await tidyUp(target);
      await this.#try(client, index);
    }
    client.close();
  }

  async #try(client: HttpClient, index: number): Promise<void> {
    const one = this.#caseAt(index);
    const reasons = await this.#reasons(client, one);
    const cause = causeOf(one.expects, reasons);
    const { findings } = this.options;
    if (reasons.length === 0 || !findings.isNews(cause)) return;
    findings.add(cause, { where: 'request', index, reasons, shown: describeCase(one) });
    const smallest = await minimise(one, async (smaller) => {
      const fresh = new HttpClient(this.#address, patience);
      const again = await this.#reasons(fresh, smaller);
      fresh.close();
      return again.length > 0 && causeOf(smaller.expects, again) === cause;
    });
    findings.improve(cause, describeCase(smallest));
  }

  #caseAt(index: number): HttpCase {
    const random = randomOf(this.options.seed, index);
    const kind = random.next();
    if (kind < 0.35) return this.#cases.good(random);
    return kind < 0.7 ? this.#cases.nearMiss(random) : hostile(random, this.#cases.good(random));
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
    // Nobody can say where such a request ends and the next one would begin.
    if (one.expects === 'anything') client.close();
    return wrongWith(one, outcome);
  }
}

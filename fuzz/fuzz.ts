import { setTimeout as passed } from 'node:timers/promises';
import type { OpenApiDocument } from '../src/server/contract-mode/open-api-document';
import { readOpenApiDocument } from '../src/server/contract-mode/open-api-document';
import { projectRoot } from '../src/shared/project-root';
import { Audience } from './audience';
import type { Finding } from './finding';
import { Findings } from './finding';
import { runFrames } from './frame-run';
import { guarded, Progress } from './progress';
import { runRequests } from './request-run';
import type { Memory, Target } from './target';
import { authorizationOf } from './tidy';

/** Numbers of cases: from, up to but not including. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface FuzzOptions {
  readonly target: Target;
  readonly seed: number;
  readonly requests: Range;
  readonly frames: Range;
  readonly progress?: Progress;
}

export interface FuzzReport {
  readonly findings: readonly Finding[];
  /** After the warm-up and at the end; undefined where it cannot be measured. */
  readonly memory: { readonly before: Memory; readonly after: Memory } | undefined;
}

/**
 * Bytes; more than this is growth. Code that runs for the first time, caches and counters have to fit in. What the
 * process holds says less, because pages are given back when it suits the allocator.
 */
const allowedGrowth: Memory = { heap: 12 * 2 ** 20, rss: 256 * 2 ** 20 };
const maxFindings = 20;
/** Milliseconds without progress, several times the timeout of one answer, after which a run is aborted. */
const stallLimit = 60_000;
const pingLimit = 60_000;

export function firstOnes(count: number): Range {
  return { from: 0, to: count };
}

/** Sends arbitrary network input to a server, and reports its violations. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { target } = options;
  const run = new Run(options, readOpenApiDocument(projectRoot()));
  await run.section(0, 0.2);
  const before = await target.measure();
  await run.section(0.2, 1);
  const after = await settled(target, before);
  const memory = before === undefined || after === undefined ? undefined : { before, after };
  return { findings: [...run.findings.all, ...(await lastWords(target, memory))], memory };
}

class Run {
  readonly findings = new Findings(maxFindings);
  readonly #progress: Progress;

  constructor(
    private readonly options: FuzzOptions,
    private readonly document: OpenApiDocument,
  ) {
    this.#progress = options.progress ?? new Progress();
  }

  /** The cases from one fraction of the run to another, requests and frames at the same time. */
  async section(start: number, end: number): Promise<void> {
    const { target } = this.options;
    if (this.#progress.isStopped || target.ending() !== undefined) return;
    const audience = new Audience(target, this.findings);
    const stall = await guarded(this.#work(audience, [start, end]), this.#progress, stallLimit);
    audience.close();
    if (stall === undefined) return;
    this.#progress.stop();
    this.findings.add('stall', aboutServer(stall));
  }

  async #work(audience: Audience, [start, end]: readonly [start: number, end: number]): Promise<void> {
    const { target, seed, requests, frames } = this.options;
    const common = { document: this.document, target, findings: this.findings, progress: this.#progress };
    const part = ({ from, to }: Range): Range => ({
      from: from + Math.round((to - from) * start),
      to: from + Math.round((to - from) * end),
    });
    await audience.open();
    await Promise.all([
      runRequests({ ...common, seed, ...part(requests) }),
      runFrames({ ...common, seed: seed + 1, ...part(frames) }),
    ]);
  }
}

/** Connections that have just ended are let go of a moment later. */
async function settled(target: Target, before: Memory | undefined): Promise<Memory | undefined> {
  let memory = await target.measure();
  for (let tries = 0; tries < 20 && before !== undefined && memory !== undefined; tries += 1) {
    if (memory.heap <= before.heap + allowedGrowth.heap) break;
    await passed(250);
    memory = await target.measure();
  }
  return memory;
}

/** Whether the server is still well. */
async function lastWords(target: Target, memory: FuzzReport['memory']): Promise<Finding[]> {
  const ending = target.ending();
  if (ending !== undefined) return [aboutServer(ending)];
  const headers = { authorization: authorizationOf(target) };
  const signal = AbortSignal.timeout(pingLimit);
  const status = await fetch(`${target.url}/ari/asterisk/ping`, { headers, signal }).then(
    (response) => response.status,
    (error: unknown) => String(error),
  );
  const [firstError] = target.errors();
  return [
    ...growthIn(memory),
    ...(firstError === undefined ? [] : [`its log has an error: ${firstError.slice(0, 1000)}`]),
    ...(status === 200 ? [] : [`a ping afterwards: ${status}`]),
  ].map(aboutServer);
}

function growthIn(memory: FuzzReport['memory']): string[] {
  if (memory === undefined) return [];
  const { before, after } = memory;
  return (['heap', 'rss'] as const).flatMap((which) => {
    const growth = after[which] - before[which];
    return growth > allowedGrowth[which] ? [`the ${which} grew by ${Math.round(growth / 1024)} KiB`] : [];
  });
}

function aboutServer(reason: string): Finding {
  return { where: 'server', index: -1, reasons: [reason], shown: 'the run as a whole' };
}

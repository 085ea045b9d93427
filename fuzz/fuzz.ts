import { setTimeout as passed } from 'node:timers/promises';
import type { OpenApiDocument } from '../src/server/contract/open-api-document';
import { readOpenApiDocument } from '../src/server/contract/open-api-document';
import { projectRoot } from '../src/shared/project-root';
import { Audience } from './audience';
import type { Finding } from './finding';
import { Findings } from './finding';
import { runFrames } from './frame-run';
import { runRequests } from './request-run';
import type { Target } from './target';
import { authorizationOf } from './tidy';

export interface FuzzOptions {
  readonly target: Target;
  readonly seed: number;
  readonly requests: number;
  readonly frames: number;
}

export interface FuzzReport {
  readonly findings: readonly Finding[];
  /** Bytes in use after the warm-up and at the end; undefined where it cannot be measured. */
  readonly heap: { readonly before: number; readonly after: number } | undefined;
}

/** More than this is growth. Code that runs for the first time, caches and counters have to fit in. */
const allowedGrowth = 12 * 2 ** 20;
const mostFindings = 20;

/** Throws everything at a server that a network can bring, and tells what the server should not have done. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { target } = options;
  const run = new Run(options, readOpenApiDocument(projectRoot()));
  await run.section(0, 0.2);
  const before = await target.measure();
  await run.section(0.2, 1);
  const after = await settled(target, (before ?? 0) + allowedGrowth);
  const heap = before === undefined || after === undefined ? undefined : { before, after };
  return { findings: [...run.findings.all, ...(await lastWords(target, heap))], heap };
}

class Run {
  readonly findings = new Findings(mostFindings);

  constructor(
    private readonly options: FuzzOptions,
    private readonly document: OpenApiDocument,
  ) {}

  /** The cases from one fraction of the run to another, requests and frames at the same time. */
  async section(start: number, end: number): Promise<void> {
    const { target, seed, requests, frames } = this.options;
    const { findings, document } = this;
    const part = (count: number) => ({ from: Math.round(count * start), to: Math.round(count * end) });
    const audience = new Audience(target, findings);
    await audience.open();
    await Promise.all([
      runRequests({ document, target, seed, findings, ...part(requests) }),
      runFrames({ document, target, seed: seed + 1, findings, ...part(frames) }),
    ]);
    audience.close();
  }
}

/** Connections that have just ended are let go of a moment later. */
async function settled(target: Target, limit: number): Promise<number | undefined> {
  let heap = await target.measure();
  for (let tries = 0; tries < 20 && heap !== undefined && heap > limit; tries += 1) {
    await passed(250);
    heap = await target.measure();
  }
  return heap;
}

/** Whether the server is still well. */
async function lastWords(target: Target, heap: FuzzReport['heap']): Promise<Finding[]> {
  const ending = target.ending();
  if (ending !== undefined) return [aboutServer(ending)];
  const growth = heap === undefined ? 0 : heap.after - heap.before;
  const grown = growth > allowedGrowth ? [aboutServer(`the heap grew by ${Math.round(growth / 1024)} KiB`)] : [];
  const headers = { authorization: authorizationOf(target) };
  const status = await fetch(`${target.url}/ari/asterisk/ping`, { headers }).then(
    (response) => response.status,
    (error: unknown) => String(error),
  );
  return status === 200 ? grown : [...grown, aboutServer(`a ping afterwards: ${status}`)];
}

function aboutServer(reason: string): Finding {
  return { where: 'server', index: -1, reasons: [reason], shown: 'the run as a whole' };
}

import { parseArgs } from 'node:util';
import type { Finding } from './finding';
import type { FuzzReport, Range } from './fuzz';
import { firstOnes, fuzz } from './fuzz';
import { fuzzManager } from './manager-fuzz';
import { Progress } from './progress';
import { fuzzSipFromTerminal, sipUsage } from './sip/sip-cli';
import type { Target } from './target';
import { runningTarget, startTarget } from './target';

const usage = `usage: npm run fuzz -- [--seed N] [--requests N] [--frames N] [--only KIND:N] [--contract]
                       [--url URL --user NAME --password WORD]
       npm run fuzz -- manager [--seed N] [--messages N]    lines and broken messages of the manager interface

  --seed N       repeats a run; without it a new one is made, and printed
  --requests N   how many HTTP requests to send            (default 100000)
  --frames N     how many websocket frames to send         (default 100000)
  --only KIND:N  sends one case of the run, such as request:17 or frame:4711
  --contract     let the OpenAPI document judge every request, too (slow)
  --url URL      a server that runs already, without path; otherwise one is started

${sipUsage}`;

const options = {
  seed: { type: 'string' },
  requests: { type: 'string' },
  frames: { type: 'string' },
  only: { type: 'string' },
  contract: { type: 'boolean' },
  url: { type: 'string' },
  user: { type: 'string' },
  password: { type: 'string' },
} as const;

const reportEvery = 5000;
const exitCodes = { fine: 0, found: 1, misused: 2, interrupted: 3 } as const;

async function main(args: readonly string[]): Promise<number> {
  if (args[0] === 'sip') return fuzzSipFromTerminal(args.slice(1), say);
  if (args[0] === 'manager') return managerMain(args.slice(1));
  const { values } = parseArgs({ args: [...args], options });
  const seed = whole(values.seed, Math.floor(Math.random() * 2 ** 31));
  const cases = casesOf(values);
  say(`seed ${seed}: ${textOf(cases.requests)} requests, ${textOf(cases.frames)} frames`);
  const { url, user = '', password = '', contract = false } = values;
  const target = url === undefined ? await startTarget({ contract }) : runningTarget(url, user, password);
  const progress = new Progress();
  const interruption = untilInterrupted(progress);
  const stopTelling = tellProgress(progress, target);
  const started = Date.now();
  try {
    const report = await fuzz({ target, seed, ...cases, progress });
    for (const finding of report.findings) sayFinding(finding, seed);
    say(summaryOf(report, progress, (Date.now() - started) / 1000));
    if (report.findings.length > 0) return exitCodes.found;
    return interruption() ? exitCodes.interrupted : exitCodes.fine;
  } finally {
    stopTelling();
    await target.close();
  }
}

/** `npm run fuzz -- manager [--seed N] [--messages N]` */
async function managerMain(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { seed: { type: 'string' }, messages: { type: 'string' } },
  });
  const seed = whole(values.seed, Math.floor(Math.random() * 2 ** 31));
  const messages = whole(values.messages, 200_000);
  say(`seed ${seed}: ${messages} messages of the manager interface`);
  const target = await startTarget();
  try {
    const findings = await fuzzManager({ target, seed, messages, say });
    for (const finding of findings) say(finding);
    say(`${findings.length} findings`);
    return findings.length > 0 ? exitCodes.found : exitCodes.fine;
  } finally {
    await target.close();
  }
}

interface Cases {
  readonly requests: Range;
  readonly frames: Range;
}

type CommandLineOptions = Readonly<Partial<Record<'requests' | 'frames' | 'only', string>>>;

function casesOf({ requests, frames, only }: CommandLineOptions): Cases {
  if (only === undefined)
    return { requests: firstOnes(whole(requests, 100_000)), frames: firstOnes(whole(frames, 100_000)) };
  const [, kind, index = ''] = /^(request|frame):(\d+)$/.exec(only) ?? [];
  if (kind === undefined) throw new Error(`'${only}' is neither request:N nor frame:N`);
  const one = { from: Number(index), to: Number(index) + 1 };
  return kind === 'request' ? { requests: one, frames: firstOnes(0) } : { requests: firstOnes(0), frames: one };
}

function textOf({ from, to }: Range): string {
  return from === 0 ? String(to) : `${to - from} (number ${from})`;
}

/** The first signal ends the run with what it has found so far, a second one ends it immediately. */
function untilInterrupted(progress: Progress): () => boolean {
  let isInterrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      say(`interrupted by ${signal}`);
      isInterrupted = true;
      progress.stop();
    });
  }
  return () => isInterrupted;
}

/** A line every few seconds: a silent run would look dead. */
function tellProgress(progress: Progress, target: Target): () => void {
  let [before, at] = [0, Date.now()];
  const line = async (): Promise<void> => {
    const memory = await target.glance();
    const [done, now] = [progress.requests + progress.frames, Date.now()];
    const rate = Math.round((1000 * (done - before)) / Math.max(1, now - at));
    [before, at] = [done, now];
    const size = memory === undefined ? '' : `, rss ${mebibytes(memory.rss)}`;
    say(`  ${progress.requests} requests, ${progress.frames} frames, ${rate}/s${size}`);
  };
  const timer = setInterval(() => void line(), reportEvery);
  return () => clearInterval(timer);
}

function sayFinding({ where, index, reasons, shown }: Finding, seed: number): void {
  const again = index < 0 ? `--seed ${seed}` : `--seed ${seed} --only ${where}:${index}`;
  say(`\n${where}${index < 0 ? '' : ` ${index}`}: ${reasons.slice(0, 3).join('\n  ')}`);
  if (shown !== '') say(`  ${shown}`);
  say(`  again: npm run fuzz -- ${again}`);
}

function summaryOf({ findings, memory }: FuzzReport, { requests, frames }: Progress, seconds: number): string {
  const sizes = (['heap', 'rss'] as const).map(
    (which) => memory && `${which} ${mebibytes(memory.before[which])} -> ${mebibytes(memory.after[which])}`,
  );
  const parts = [`${requests} requests, ${frames} frames`, `${Math.round(seconds)} s`, ...sizes];
  return [...parts.filter((part) => part !== undefined), `findings: ${findings.length}`].join(', ');
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}

function whole(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^\d+$/.test(text)) throw new Error(`'${text}' is not a whole number`);
  return Number(text);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

// A run that waits for something that can no longer happen would otherwise end as if all were well.
process.exitCode = exitCodes.interrupted;
main(process.argv.slice(2)).then(
  // At once: after a stall there are connections that would keep the process.
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(exitCodes.misused);
  },
);

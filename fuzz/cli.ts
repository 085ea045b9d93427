import { parseArgs } from 'node:util';
import type { FuzzReport } from './fuzz';
import { fuzz } from './fuzz';
import { runningTarget, startTarget } from './target';

const usage = `usage: npm run fuzz -- [--seed N] [--requests N] [--frames N] [--contract] [--url URL --user NAME --password WORD]

  --seed N       repeats a run; without it a new one is made, and printed
  --requests N   how many HTTP requests to send            (default 100000)
  --frames N     how many websocket frames to send         (default 100000)
  --contract     let the OpenAPI document judge every request, too (slow)
  --url URL      a server that runs already, without path; otherwise one is started
`;

const options = {
  seed: { type: 'string' },
  requests: { type: 'string' },
  frames: { type: 'string' },
  contract: { type: 'boolean' },
  url: { type: 'string' },
  user: { type: 'string' },
  password: { type: 'string' },
} as const;

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options });
  const seed = whole(values.seed, Math.floor(Math.random() * 2 ** 31));
  const [requests, frames] = [whole(values.requests, 100_000), whole(values.frames, 100_000)];
  say(`seed ${seed}: ${requests} requests, ${frames} frames`);
  const { url, user = '', password = '', contract = false } = values;
  const target = url === undefined ? await startTarget({ contract }) : runningTarget(url, user, password);
  const started = Date.now();
  try {
    const report = await fuzz({ target, seed, requests, frames });
    tell(report, Math.round((Date.now() - started) / 1000));
    return report.findings.length === 0 ? 0 : 1;
  } finally {
    await target.close();
  }
}

function tell({ findings, heap }: FuzzReport, seconds: number): void {
  for (const { where, index, reasons, shown } of findings) {
    say(`\n${where} ${index}: ${reasons.slice(0, 3).join('\n  ')}\n  ${shown}`);
  }
  const sizes = heap && [heap.before, heap.after].map((bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`);
  say(`${sizes === undefined ? '' : `heap ${sizes.join(' -> ')}, `}${seconds} s, findings: ${findings.length}`);
}

function whole(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^\d+$/.test(text)) throw new Error(`'${text}' is not a whole number`);
  return Number(text);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exitCode = 2;
  },
);

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { projectRoot } from '../../src/shared/project-root';
import { median } from '../measure/statistics';
import { say } from '../report';

const runs = 11;
const targetMs = 150;
/** `demo` is the user of the shipped configuration. */
const authorization = `Basic ${Buffer.from('demo:patchbay-demo').toString('base64')}`;
const bundle = join(projectRoot(__dirname), 'dist/bundle');

/** Milliseconds, by what was measured. */
type Times = Readonly<Record<'bare' | 'serve' | 'firstServe' | 'load' | 'firstBay' | 'tenthBay', number[]>>;

const labels: Readonly<Record<keyof Times, string>> = {
  bare: 'node -e 0, the yardstick',
  serve: 'patchbay serve, until its first answer',
  firstServe: 'the same, nothing compiled before',
  load: "require('patchbay/testing')",
  firstBay: 'startPatchbay(), until its first answer',
  tenthBay: 'the same, tenth in its process',
};
const withTarget: readonly (keyof Times)[] = ['serve', 'firstBay', 'tenthBay'];

/**
 * How long it takes from a start to the first answer, beside Node.js itself: of a server in a process of its own with the
 * shipped configuration, and of one in the process of a test. Processes take turns, so that all meet the same machine.
 */
export async function benchStart(): Promise<void> {
  const times: Times = { bare: [], serve: [], firstServe: [], load: [], firstBay: [], tenthBay: [] };
  await keepCompiledCode();
  for (let run = 0; run < runs; run += 1) {
    times.bare.push(bareStart());
    times.serve.push(await startToAnswer());
    times.firstServe.push(await startToAnswer({ NODE_DISABLE_COMPILE_CACHE: '1' }));
    const { load, first, last } = embeddedStarts();
    times.load.push(load);
    times.firstBay.push(first);
    times.tenthBay.push(last);
  }
  say(`node ${process.versions.node}; ${runs} processes each, in turns; milliseconds\n`);
  say(report(times));
}

function report(times: Times): string {
  const bare = Math.min(...times.bare);
  const head = ['', 'fastest', 'median', 'slowest', 'of node -e 0', `target ${targetMs}`];
  const rows = (Object.keys(labels) as (keyof Times)[]).map((name) => {
    const fastest = Math.min(...times[name]);
    const verdict = withTarget.includes(name) ? (fastest < targetMs ? 'pass' : 'FAIL') : '';
    const figures = [fastest, median(times[name]), Math.max(...times[name])].map((time) => time.toFixed(0));
    return [labels[name], ...figures, `${(fastest / bare).toFixed(1)} x`, verdict];
  });
  const table = [head, ...rows].map(([label = '', ...cells]) => label.padEnd(42) + cells.map(padded).join(''));
  return [...table, '', yardstick(bare)].join('\n');
}

function yardstick(bare: number): string {
  return `The target is absolute: a start cannot be faster than Node.js itself, which takes ${bare.toFixed(0)} ms here.`;
}

function padded(cell: string): string {
  return cell.padStart(14);
}

function bareStart(): number {
  const began = performance.now();
  spawnSync(process.execPath, ['-e', '0'], { stdio: 'ignore' });
  return performance.now() - began;
}

/** The first start after a build leaves compiled code for the next ones. */
async function keepCompiledCode(): Promise<void> {
  const isKept = (): boolean => readdirSync(bundle).some((name) => name.includes(`${process.version}-`));
  if (isKept()) return;
  await withServer({}, async (url) => {
    // An application connects in the first seconds, so that what answers it is compiled by then.
    await ping(url);
    while (!isKept()) await wait(100);
  });
}

function embeddedStarts(): { readonly load: number; readonly first: number; readonly last: number } {
  const { stdout, stderr } = spawnSync(process.execPath, [join(__dirname, 'embedded.cjs')], { encoding: 'utf8' });
  if (stdout === '') throw new Error(`no server started in the process of a test: ${stderr}`);
  return JSON.parse(stdout) as ReturnType<typeof embeddedStarts>;
}

function startToAnswer(env: NodeJS.ProcessEnv = {}): Promise<number> {
  const began = performance.now();
  return withServer(env, async (url) => {
    await ping(url);
    return performance.now() - began;
  });
}

async function ping(url: string): Promise<void> {
  const { status } = await fetch(`${url}/ari/asterisk/ping`, { headers: { authorization } });
  if (status !== 200) throw new Error(`the first answer is ${status}`);
}

/** Starts a server, and ends it when the callback is done. */
async function withServer<Result>(env: NodeJS.ProcessEnv, use: (url: string) => Promise<Result>): Promise<Result> {
  const state = mkdtempSync(join(tmpdir(), 'patchbay-bench-start-'));
  const args = [join(bundle, 'main.js'), 'serve', '--port', '0', '--sip-port', '0', '--state', state];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...env },
  });
  try {
    let text = '';
    for await (const chunk of child.stdout) {
      text += (chunk as Buffer).toString();
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
      if (url !== undefined) return await use(url);
    }
    throw new Error('the server has ended: is it built (npm run build)?');
  } finally {
    const ended = once(child, 'exit');
    if (child.exitCode === null) {
      child.kill('SIGKILL');
      await ended;
    }
    rmSync(state, { recursive: true, force: true });
  }
}

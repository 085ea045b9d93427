import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../src/shared/project-root';

const runs = 11;
/** `demo` is the user of the shipped configuration. */
const authorization = `Basic ${Buffer.from('demo:patchbay-demo').toString('base64')}`;

/** Milliseconds from the start of the process to the first answer, with the shipped configuration. */
export async function benchStart(): Promise<void> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push(await startToAnswer());
  times.sort((one, other) => one - other);
  const show = (time: number | undefined): string => `${(time ?? 0).toFixed(0)} ms`;
  process.stdout.write(
    `start to first answer, ${runs} runs: fastest ${show(times[0])}, median ${show(times[Math.floor(runs / 2)])}, slowest ${show(times.at(-1))}\n`,
  );
}

async function startToAnswer(): Promise<number> {
  const state = mkdtempSync(join(tmpdir(), 'patchbay-bench-start-'));
  const main = join(projectRoot(__dirname), 'dist/bundle/main.js');
  const began = performance.now();
  const child = spawn(process.execPath, [main, 'serve', '--port', '0', '--sip-port', '0', '--state', state], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    let text = '';
    for await (const chunk of child.stdout) {
      text += (chunk as Buffer).toString();
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
      if (url === undefined) continue;
      const { status } = await fetch(`${url}/ari/asterisk/ping`, { headers: { authorization } });
      if (status !== 200) throw new Error(`the first answer is ${status}`);
      return performance.now() - began;
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

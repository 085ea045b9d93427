import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';

/** A server to be tested. */
export interface Target {
  /** Without path. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** Bytes in use once all garbage is gone; undefined for a server whose process is not ours. */
  readonly measure: () => Promise<number | undefined>;
  /** How the process ended, if it has. */
  readonly ending: () => string | undefined;
  readonly close: () => Promise<void>;
}

/** A server that runs already, wherever it is. */
export function runningTarget(url: string, user: string, password: string): Target {
  return { url, user, password, measure: async () => undefined, ending: () => undefined, close: async () => undefined };
}

/** What the process of a started server tells us. */
export type ServerNews =
  { readonly url: string; readonly user: string; readonly password: string } | { readonly heap: number };
export type ServerOrder = 'measure' | 'stop';

/** Starts the real server in a process of its own, so that its heap can be measured and its end survived. */
export async function startTarget({ contract = false }: { readonly contract?: boolean } = {}): Promise<Target> {
  const program = [join(__dirname, 'server-process.ts'), ...(contract ? ['--contract'] : [])];
  const child = spawn(process.execPath, ['--expose-gc', '--import', 'tsx', ...program], {
    cwd: resolve(__dirname, '..'),
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  const complaints = tailOf(child);
  const started = await newsFrom(child);
  if (started === undefined || !('url' in started)) throw new Error(`the server did not start: ${complaints()}`);
  return {
    ...started,
    measure: async () => {
      child.send('measure' satisfies ServerOrder);
      const news = await newsFrom(child);
      return news !== undefined && 'heap' in news ? news.heap : undefined;
    },
    ending: () =>
      hasEnded(child) ? `the server ended (${child.exitCode ?? child.signalCode}): ${complaints()}` : undefined,
    close: () => closed(child),
  };
}

async function newsFrom(child: ChildProcess): Promise<ServerNews | undefined> {
  if (hasEnded(child)) return undefined;
  const waiting = new AbortController();
  try {
    const [news] = (await Promise.race([
      once(child, 'message', { signal: waiting.signal }),
      once(child, 'exit', { signal: waiting.signal }).then(() => [undefined]),
    ])) as [ServerNews | undefined];
    return news;
  } finally {
    waiting.abort();
  }
}

async function closed(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const over = once(child, 'exit');
  child.send('stop' satisfies ServerOrder);
  const cut = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await over;
  clearTimeout(cut);
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** The last words on standard error. */
function tailOf({ stderr }: ChildProcess): () => string {
  let text = '';
  stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-4000);
  });
  return () => text.trim();
}

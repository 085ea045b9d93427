import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sourceOptions } from '../test/support/server/source-program';

/** Bytes that a server uses. */
export interface Memory {
  /** What is reachable, in and outside the heap. */
  readonly heap: number;
  readonly rss: number;
}

/** A server to be tested. */
export interface Target {
  /** Without path. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** Where it takes SIP, if it does. */
  readonly ports?: { readonly udp: number; readonly tcp: number };
  /** The port of its manager interface, where that is known. */
  readonly managerPort?: number | undefined;
  /** What is used once all garbage is gone; undefined for a server whose process is not ours, or does not answer. */
  readonly measure: () => Promise<Memory | undefined>;
  /** The same as it is, garbage and all. */
  readonly glance: () => Promise<Memory | undefined>;
  /** Errors that it has written to its log. */
  readonly errors: () => readonly string[];
  /** How the process ended, if it has. */
  readonly ending: () => string | undefined;
  readonly close: () => Promise<void>;
}

/** A server that runs already, wherever it is. */
export function runningTarget(url: string, user: string, password: string): Target {
  return {
    url,
    user,
    password,
    measure: async () => undefined,
    glance: async () => undefined,
    errors: () => [],
    ending: () => undefined,
    close: async () => undefined,
  };
}

/** What the process of a started server tells us: what it was asked for, or that it has started. */
export type ServerNews =
  | {
      readonly about: 'start';
      readonly url: string;
      readonly user: string;
      readonly password: string;
      readonly ports?: { readonly udp: number; readonly tcp: number };
      readonly managerPort: number | undefined;
    }
  | ({ readonly about: 'measure' | 'glance' } & Memory);
export type ServerOrder = 'measure' | 'glance' | 'stop';

/** Where the server keeps its log, below its folder. */
export const logFile = { folder: 'state/log', name: 'messages.log' };

/** Milliseconds; a server that takes longer is stuck, however busy the machine is. */
const timeoutMs = { start: 240_000, news: 120_000, end: 60_000 };

export interface TargetOptions {
  readonly contract?: boolean;
  /** With phones over UDP and TCP. */
  readonly sip?: boolean;
}

/** Starts the real server in a process of its own, so that its heap can be measured and its end survived. */
export async function startTarget({ contract = false, sip = false }: TargetOptions = {}): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-fuzz-'));
  const program = [
    join(__dirname, 'server-process.ts'),
    folder,
    ...(contract ? ['--contract'] : []),
    ...(sip ? ['--sip'] : []),
  ];
  const child = spawn(process.execPath, ['--expose-gc', ...sourceOptions(), ...program], {
    cwd: resolve(__dirname, '..'),
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  const complaints = tailOf(child);
  const close = async (): Promise<void> => {
    await closed(child);
    rmSync(folder, { recursive: true, force: true });
  };
  const started = await newsFrom(child, 'start', timeoutMs.start);
  if (started?.about !== 'start') {
    await close();
    throw new Error(`the server did not start: ${complaints()}`);
  }
  return {
    ...started,
    measure: () => asked(child, 'measure'),
    glance: () => asked(child, 'glance'),
    errors: () => errorsIn(join(folder, logFile.folder)),
    ending: () =>
      hasEnded(child) ? `the server ended (${child.exitCode ?? child.signalCode}): ${complaints()}` : undefined,
    close,
  };
}

async function asked(child: ChildProcess, order: 'measure' | 'glance'): Promise<Memory | undefined> {
  if (!child.connected) return undefined;
  const news = newsFrom(child, order, timeoutMs.news);
  tellTo(child, order);
  const told = await news;
  return told !== undefined && 'heap' in told ? { heap: told.heap, rss: told.rss } : undefined;
}

/** Between the last look and the word, the server may have ended: that is for others to tell. */
function tellTo(child: ChildProcess, order: ServerOrder): void {
  child.send(order, () => undefined);
}

/** Undefined when the server ends, or says nothing for this many milliseconds. */
function newsFrom(child: ChildProcess, about: ServerNews['about'], limit: number): Promise<ServerNews | undefined> {
  if (hasEnded(child)) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const settle = (news?: ServerNews): void => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit);
      resolve(news);
    };
    const timer = setTimeout(settle, limit);
    const onExit = (): void => settle();
    const onMessage = (message: unknown): void => {
      if ((message as ServerNews).about === about) settle(message as ServerNews);
    };
    child.on('message', onMessage).on('exit', onExit);
  });
}

async function closed(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const over = once(child, 'exit');
  if (child.connected) tellTo(child, 'stop');
  const cut = setTimeout(() => child.kill('SIGKILL'), timeoutMs.end);
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

/** Lines of level `error` in the log files of a folder. */
export function errorsIn(folder: string): string[] {
  const files = readdirSync(folder).filter((name) => name.startsWith(logFile.name));
  const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  return lines.filter((line) => /^\[[^\]]*\] ERROR\[/.test(line));
}

import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import type { Clock } from '../../../shared/time/clock';
import type { Logger } from '../../../shared/logger';
import type { StopSignal } from '../../../shared/scheduling/stop-signal';
import type { AgiTransport, OpenedTransport } from './agi-transport';
import { LineReader } from './line-reader';
import { StreamConversation } from './stream-conversation';

export interface ScriptTransportDeps {
  readonly clock: Clock;
  /** Fires when Patchbay closes: no script outlives it. */
  readonly closing: StopSignal;
  /** The whole environment of scripts. What Patchbay was started with is not theirs to see. */
  readonly environment: Readonly<Record<string, string>>;
  readonly log: Logger;
}

export interface ScriptCall {
  readonly path: string;
  readonly arguments: readonly string[];
  /** Named with what the script writes to its error output. */
  readonly channelId: string;
}

/** Milliseconds between the request to end and the end by force. */
const killDelayMs = 5000;

/** Starts a script of this machine. No shell reads its name or its arguments. */
export function openScript(call: ScriptCall, deps: ScriptTransportDeps): Promise<OpenedTransport> {
  const child = start(call, deps);
  if ('reason' in child) return Promise.resolve({ outcome: 'failed', reason: child.reason });
  return new Promise((resolve) => {
    // Stays for good: a signal that cannot be delivered later is an error of the process, too.
    child.on('error', (error) => resolve({ outcome: 'failed', reason: error.message }));
    child.once('spawn', () => {
      logErrors(child, call, deps.log);
      resolve({ outcome: 'open', transport: scriptTransport(child, deps) });
    });
  });
}

function start(
  { path, arguments: given }: ScriptCall,
  { environment }: ScriptTransportDeps,
): ChildProcessWithoutNullStreams | { readonly reason: string } {
  try {
    // A separate process group, so that child processes end with the script.
    return spawn(path, given, { cwd: dirname(path), env: environment, detached: true, shell: false });
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

/** A conversation over the standard input and output of a script. */
function scriptTransport(child: ChildProcessWithoutNullStreams, { clock, closing }: ScriptTransportDeps): AgiTransport {
  const conversation = new StreamConversation(child.stdout, child.stdin);
  const { next, hasNews, onNews, send } = conversation;
  const kill = (): void => signalGroup(child, 'SIGKILL');
  if (closing.aborted) kill();
  closing.addEventListener('abort', kill);
  let cancelKill = (): void => undefined;
  const exited = new Promise<'success' | 'failure'>((resolve) => {
    child.once('exit', (code) => {
      closing.removeEventListener('abort', kill);
      cancelKill();
      resolve(code === 0 ? 'success' : 'failure');
    });
  });
  let isClosed = false;
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    conversation.stop();
    for (const stream of [child.stdin, child.stdout]) stream.destroy();
    if (!isRunning(child)) return;
    signalGroup(child, 'SIGTERM');
    cancelKill = clock.after(killDelayMs, kill);
  };
  return {
    next,
    hasNews,
    onNews,
    send,
    close,
    mayLinger: true,
    hangUp: () => void child.kill('SIGHUP'),
    outcome: () => exited,
  };
}

function isRunning({ exitCode, signalCode }: ChildProcessWithoutNullStreams): boolean {
  return exitCode === null && signalCode === null;
}

function signalGroup(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): void {
  if (child.pid === undefined || !isRunning(child)) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It ended in this instant.
  }
}

/** What a script complains about is for the operator. */
function logErrors({ stderr }: ChildProcessWithoutNullStreams, call: ScriptCall, log: Logger): void {
  const reader = new LineReader();
  const tell = (): void => {
    for (let line = reader.take(); line !== undefined; line = reader.take()) {
      const text = line.kind === 'command' ? line.text : 'a line that is too long to be shown';
      log.warn({ channel: call.channelId, script: call.path, text }, 'an AGI script wrote to its error output');
    }
  };
  stderr.on('data', (chunk: Buffer) => {
    reader.push(chunk);
    tell();
  });
  stderr.on('end', () => {
    reader.end();
    tell();
  });
  stderr.on('error', () => undefined);
}

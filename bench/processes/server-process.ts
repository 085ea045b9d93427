import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { Command } from './cores';

type Child = ChildProcessByStdio<null, Readable, Readable>;

const timeoutMs = 60_000;

/** A server under test, in a process of its own, that says its URL when it is ready. */
export class ServerProcess {
  private constructor(
    readonly url: URL,
    private readonly child: Child,
    /** Where its inspector listens, if it was started with one. */
    readonly inspector: string | undefined,
  ) {}

  get pid(): number {
    return this.child.pid ?? NaN;
  }

  /** Rejects with what the server said when it ends instead of starting. */
  static async start({ program, args }: Command, environment: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
    const env = { ...process.env, ...environment };
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
    try {
      const { url, inspector } = await announcements(child);
      return new ServerProcess(url, child, inspector);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), timeoutMs);
    await ended;
    clearTimeout(timer);
  }
}

interface Announcements {
  readonly url: URL;
  readonly inspector: string | undefined;
}

function announcements(child: Child): Promise<Announcements> {
  return new Promise((resolve, reject) => {
    let [output, complaints] = ['', ''];
    const timer = setTimeout(() => reject(new Error(`it said no URL within ${timeoutMs} ms`)), timeoutMs);
    // Both streams are read to the end: a server whose output is not read would block on a full pipe.
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4000);
      const url = /\bhttp:\/\/[^\s/]+/.exec(output)?.[0];
      if (url !== undefined) resolve({ url: new URL(url), inspector: /\bws:\/\/\S+/.exec(complaints)?.[0] });
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaints = (complaints + text).slice(-4000);
    });
    child.on('error', reject).on('close', (code) => {
      clearTimeout(timer);
      reject(new Error(`it ended with code ${code ?? 'none'}: ${complaints.trim() || output.trim()}`));
    });
  });
}

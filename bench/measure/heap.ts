import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { WebSocket } from 'ws';
import { failureSignal } from '../load/failure';

/** The heap of a Node.js process, seen through its inspector. */
export class Heap {
  readonly #answers = new Map<number, (result: Readonly<Record<string, unknown>>) => void>();
  readonly #failure = failureSignal();
  #asked = 0;

  private constructor(private readonly socket: WebSocket) {
    socket.on('error', this.#failure.fail);
    socket.on('message', (data: Buffer) => {
      const { id, result } = JSON.parse(data.toString('utf8')) as { id?: number; result?: Record<string, unknown> };
      if (id === undefined) return;
      this.#answers.get(id)?.(result ?? {});
      this.#answers.delete(id);
    });
  }

  static async inspect(url: string): Promise<Heap> {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    return new Heap(socket);
  }

  /** Bytes that are in use after everything that can be thrown away has been. */
  async bytesInUse(): Promise<number> {
    // What is only held by a finalizer goes with the second collection.
    await this.#ask('HeapProfiler.collectGarbage');
    await this.#ask('HeapProfiler.collectGarbage');
    const { usedSize } = await this.#ask('Runtime.getHeapUsage');
    return Number(usedSize);
  }

  close(): void {
    this.socket.terminate();
  }

  #ask(method: string): Promise<Readonly<Record<string, unknown>>> {
    this.#asked += 1;
    const id = this.#asked;
    const answer = new Promise<Readonly<Record<string, unknown>>>((resolve) => this.#answers.set(id, resolve));
    this.socket.send(JSON.stringify({ id, method }));
    return Promise.race([answer, this.#failure.failed]);
  }
}

/** Bytes of memory that a process occupies; NaN where that cannot be read. */
export function residentBytes(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid ?? ''}/status`, 'utf8'))?.[1]) * 1024;
  } catch {
    return NaN;
  }
}

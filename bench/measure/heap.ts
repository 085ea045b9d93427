import { readFileSync } from 'node:fs';
import { Inspector } from './inspector';

/** The heap of a Node.js process, seen through its inspector. */
export class Heap {
  constructor(private readonly inspector: Inspector) {}

  static async inspect(url: string): Promise<Heap> {
    return new Heap(await Inspector.connect(url));
  }

  /** Bytes that are in use after everything that can be thrown away has been. */
  async bytesInUse(): Promise<number> {
    // What is only held by a finalizer goes with the second collection.
    await this.inspector.ask('HeapProfiler.collectGarbage');
    await this.inspector.ask('HeapProfiler.collectGarbage');
    const { usedSize } = await this.inspector.ask('Runtime.getHeapUsage');
    return Number(usedSize);
  }

  close(): void {
    this.inspector.close();
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

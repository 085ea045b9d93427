import type { Patchbay } from './patchbay';

/** Milliseconds that a stop may take at most, besides the time that calls get to end by themselves. */
const longestStop = 60_000;

/** As shells count: 128 and the number of the signal. */
const hardExits = { SIGINT: 130, SIGTERM: 143 } as const;

type StopSignalName = keyof typeof hardExits;

/**
 * Signals are heeded from here on: the first SIGINT or SIGTERM stops the server, another one ends the process at once;
 * SIGHUP reads the configuration again. What came before there is a server counts as soon as there is one.
 */
export class ProcessLife {
  readonly #stopped: Promise<string>;
  #stop: (signal: string) => void = () => undefined;
  #patchbay: Patchbay | undefined;
  #stoppedBy: string | undefined;
  #isReloadWanted = false;

  constructor(private readonly process: NodeJS.Process) {
    this.#stopped = new Promise((resolve) => (this.#stop = resolve));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => this.#onStop(signal));
    process.on('SIGHUP', () => this.#onReload());
  }

  /** Resolves with the exit code when the server has been stopped. */
  async lead(patchbay: Patchbay): Promise<number> {
    this.#patchbay = patchbay;
    if (this.#isReloadWanted) this.#onReload();
    // Without a listener nothing else might keep the process alive.
    const alive = setInterval(() => undefined, 3_600_000);
    const signal = await this.#stopped;
    clearInterval(alive);
    patchbay.log.info({ signal }, 'asked to stop');
    const deadline = setTimeout(() => this.#end('it took too long', 1), longestStop + patchbay.grace).unref();
    await patchbay.close();
    clearTimeout(deadline);
    return 0;
  }

  #onStop(signal: StopSignalName): void {
    if (this.#stoppedBy !== undefined) return this.#end(`${signal} came while it stopped`, hardExits[signal]);
    this.#stoppedBy = signal;
    this.#stop(signal);
  }

  #onReload(): void {
    this.#isReloadWanted = this.#patchbay === undefined;
    if (this.#stoppedBy === undefined) void this.#patchbay?.reload();
  }

  /** Nothing more is waited for, except that the log is written. */
  #end(reason: string, code: number): void {
    this.#patchbay?.log.error({ reason }, 'the process ends at once');
    this.#patchbay?.flushLog();
    this.process.exit(code);
  }
}

import type { Patchbay } from '../patchbay';

/** Milliseconds that a stop may take at most, besides the time that calls get to end by themselves. */
const longestStop = 60_000;

/** As shells count: 128 and the number of the signal. */
const hardExits = { SIGINT: 130, SIGTERM: 143 } as const;

type StopSignalName = keyof typeof hardExits;

/**
 * Handles signals from here on: the first SIGINT or SIGTERM stops the server, another one ends the process immediately;
 * SIGHUP reloads the configuration. Signals during the start take effect as soon as the server exists.
 */
export class ProcessLife {
  readonly #stopped: Promise<string>;
  #stop: (reason: string) => void = () => undefined;
  #patchbay: Patchbay | undefined;
  #stoppedBy: string | undefined;
  #isReloadWanted = false;
  #code = 0;

  constructor(private readonly process: NodeJS.Process) {
    this.#stopped = new Promise((resolve) => (this.#stop = resolve));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => this.#onStop(signal));
    process.on('SIGHUP', () => this.#onReload());
    // Unhandled rejections arrive here, too.
    process.on('uncaughtException', (error, origin) => this.#onFault(error, origin));
    process.on('exit', () => this.#patchbay?.flushLog());
  }

  /** Resolves with the exit code when the server has been stopped. */
  async lead(patchbay: Patchbay): Promise<number> {
    this.#patchbay = patchbay;
    if (this.#isReloadWanted) this.#onReload();
    // Without a listener nothing else might keep the process alive.
    const alive = setInterval(() => undefined, 3_600_000);
    const reason = await this.#stopped;
    clearInterval(alive);
    patchbay.log.info({ reason }, 'the server stops');
    const deadline = setTimeout(() => this.#end('it took too long', 1), longestStop + patchbay.grace).unref();
    await patchbay.close(this.#code === 0 ? patchbay.grace : 0);
    clearTimeout(deadline);
    return this.#code;
  }

  /** Stops the server as the first signal does. */
  requestStop(): void {
    if (this.#stoppedBy !== undefined) return;
    this.#stoppedBy = 'a command';
    this.#stop('a command');
  }

  #onStop(signal: StopSignalName): void {
    if (this.#stoppedBy !== undefined) return this.#end(`${signal} came while it stopped`, hardExits[signal]);
    this.#stoppedBy = signal;
    this.#stop(signal);
  }

  /** The state of the server is unknown: it shuts down as on request, without a grace period. */
  #onFault(error: unknown, origin: string): void {
    const { log, flushLog } = this.#patchbay ?? {};
    if (log === undefined) {
      process.stderr.write(`patchbay: ${error instanceof Error ? error.stack : String(error)}\n`);
      return this.process.exit(1);
    }
    log.error({ error, origin }, 'unexpected exception: the server stops');
    flushLog?.();
    this.#code = 1;
    this.#stoppedBy ??= origin;
    this.#stop(origin);
  }

  #onReload(): void {
    this.#isReloadWanted = this.#patchbay === undefined;
    if (this.#stoppedBy === undefined) void this.#patchbay?.reload();
  }

  /** Nothing more is waited for, except that the log is written. */
  #end(reason: string, code: number): void {
    this.#patchbay?.log.error({ reason }, 'the process ends immediately');
    this.#patchbay?.flushLog();
    this.process.exit(code);
  }
}

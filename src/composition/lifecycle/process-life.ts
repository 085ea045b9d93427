import type { Patchbay } from '../patchbay';

/** Milliseconds that a stop may take at most, besides the time that calls get to end by themselves. */
const longestStop = 60_000;

/** As shells count: 128 and the number of the signal. */
const hardExits = { SIGINT: 130, SIGTERM: 143 } as const;

const command = 'a command';

/** How a command wants the server to stop. */
export interface StopRequest {
  /** Without time for calls to end by themselves. */
  readonly isNow: boolean;
  readonly isRestart: boolean;
}

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
  #isNow = false;
  #isRestart = false;
  readonly #release: () => void;

  constructor(private readonly process: NodeJS.Process) {
    this.#stopped = new Promise((resolve) => (this.#stop = resolve));
    const onExit = (): void => this.#patchbay?.flushLog();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, this.#onStop);
    process.on('SIGHUP', this.#onReload);
    // Unhandled rejections arrive here, too.
    process.on('uncaughtException', this.#onFault);
    process.on('exit', onExit);
    this.#release = () => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, this.#onStop);
      process.off('SIGHUP', this.#onReload);
      process.off('uncaughtException', this.#onFault);
      process.off('exit', onExit);
    };
  }

  /** Whether the server is to be started again, once it has been stopped. */
  get isRestart(): boolean {
    return this.#isRestart && this.#code === 0 && this.#stoppedBy === command;
  }

  /** No longer handles signals. */
  release(): void {
    this.#release();
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
    await patchbay.close(this.#code === 0 && !this.#isNow ? patchbay.grace : 0);
    clearTimeout(deadline);
    return this.#code;
  }

  /** Stops the server as the first signal does. */
  requestStop({ isNow, isRestart }: StopRequest): void {
    if (this.#stoppedBy !== undefined) return;
    this.#isNow = isNow;
    this.#isRestart = isRestart;
    this.#stoppedBy = command;
    this.#stop(command);
  }

  readonly #onStop = (signal: NodeJS.Signals): void => {
    if (this.#stoppedBy !== undefined)
      return this.#end(`${signal} came while it stopped`, hardExits[signal as StopSignalName]);
    this.#stoppedBy = signal;
    this.#stop(signal);
  };

  /** The state of the server is unknown: it shuts down as on request, without a grace period. */
  readonly #onFault = (error: unknown, origin: string): void => {
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
  };

  readonly #onReload = (): void => {
    this.#isReloadWanted = this.#patchbay === undefined;
    if (this.#stoppedBy === undefined) void this.#patchbay?.reload();
  };

  /** Nothing more is waited for, except that the log is written. */
  #end(reason: string, code: number): void {
    this.#patchbay?.log.error({ reason }, 'the process ends immediately');
    this.#patchbay?.flushLog();
    this.process.exit(code);
  }
}

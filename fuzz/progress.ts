export type CaseKind = 'request' | 'frame';

/** What a run has done, what it is doing, and since when nothing has come of it. */
export class Progress {
  readonly #done: Record<CaseKind, number> = { request: 0, frame: 0 };
  readonly #underWay = new Set<string>();
  #lastSign: number;
  #isStopped = false;

  constructor(private readonly now: () => number = Date.now) {
    this.#lastSign = now();
  }

  get requests(): number {
    return this.#done.request;
  }

  get frames(): number {
    return this.#done.frame;
  }

  /** Cases that have been begun and not ended, by their numbers. */
  get underWay(): readonly string[] {
    return [...this.#underWay];
  }

  /** Milliseconds since anything was heard from the server. */
  get idle(): number {
    return this.now() - this.#lastSign;
  }

  /** Whether no further case should be begun. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  stop(): void {
    this.#isStopped = true;
  }

  began(kind: CaseKind, index: number): void {
    this.#underWay.add(`${kind} ${index}`);
  }

  ended(kind: CaseKind, index: number): void {
    this.#underWay.delete(`${kind} ${index}`);
    this.#done[kind] += 1;
  }

  /** The server has done something. The end of a case does not count: it also ends without an answer. */
  sign(): void {
    this.#lastSign = this.now();
  }
}

/** Waits for the work, but not for ever: says so when nothing has moved for this many milliseconds. */
export async function guarded(work: Promise<void>, progress: Progress, limit: number): Promise<string | undefined> {
  let watch: NodeJS.Timeout | undefined;
  const stall = new Promise<string>((resolve) => {
    watch = setInterval(
      () => {
        if (progress.idle >= limit) resolve(stalled(progress));
      },
      Math.min(1000, limit),
    );
  });
  try {
    progress.sign();
    return await Promise.race([work.then(() => undefined), stall]);
  } finally {
    clearInterval(watch);
  }
}

function stalled({ idle, underWay }: Progress): string {
  return `nothing has moved for ${Math.round(idle / 1000)} s; under way: ${underWay.join(', ') || 'nothing'}`;
}

import type { ReservedRoom } from './reserved-room';

/** Starts writes in the order of their calls, each when there is room for it. */
export class RoomyWrites {
  readonly #underWay = new Set<Promise<unknown>>();
  /** Settles when the last write that had to wait has been started or refused. */
  #turn: Promise<unknown> | undefined;

  constructor(private readonly room: ReservedRoom) {}

  /** Fails as the write does, or with what the disk says when there is no room. */
  run<Result>(bytes: number, write: () => Promise<Result>): Promise<Result> {
    if (this.#turn === undefined && this.room.take(bytes)) return this.#start(write);
    const hasRoom = (this.#turn ?? Promise.resolve()).then(() => this.#claim(bytes));
    const result = hasRoom.then(() => this.#start(write));
    const turn = hasRoom.catch(() => undefined);
    this.#turn = turn;
    void turn.then(() => {
      if (this.#turn === turn) this.#turn = undefined;
    });
    return result;
  }

  /** Resolves when all that was asked for has been written or refused. */
  async idle(): Promise<void> {
    while (this.#turn !== undefined) await this.#turn;
    await Promise.allSettled(this.#underWay);
  }

  async #claim(bytes: number): Promise<void> {
    if (this.room.take(bytes)) return;
    await Promise.allSettled(this.#underWay);
    const refusal = await this.room.make(bytes).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!this.room.take(bytes)) throw refusal;
  }

  #start<Result>(write: () => Promise<Result>): Promise<Result> {
    const writing = write();
    this.#underWay.add(writing);
    const end = (): void => void this.#underWay.delete(writing);
    writing.then(end, end);
    return writing;
  }
}

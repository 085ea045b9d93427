import type { PlaySource } from '../plays/play-source';
import type { MediaNotice, ProgramAudio } from '../protocol';
import { ProgramSource } from './program-source';
import { ProgramStream } from './program-stream';

export interface ProgramStreamsDeps {
  readonly now: () => number;
  readonly tell: (notice: MediaNotice) => void;
}

interface Shared {
  readonly stream: ProgramStream;
  listeners: number;
}

/** All programs with listeners. Each runs once, from its first listener to its last. */
export class ProgramStreams {
  readonly #streams = new Map<string, Shared>();
  /** Programs that are being ended. */
  readonly #ending = new Set<Promise<void>>();

  constructor(private readonly deps: ProgramStreamsDeps) {}

  open(program: ProgramAudio, rate: number): PlaySource {
    const key = JSON.stringify(program);
    const shared = this.#streams.get(key) ?? { stream: this.#start(program), listeners: 0 };
    this.#streams.set(key, shared);
    shared.listeners += 1;
    return new ProgramSource(shared.stream, rate, () => this.#leave(key, shared));
  }

  /** Resolves when all of them have exited. */
  async settled(): Promise<void> {
    await Promise.all(this.#ending);
  }

  #start(program: ProgramAudio): ProgramStream {
    const { now, tell } = this.deps;
    const { name } = program;
    return new ProgramStream(program, {
      now,
      onEnded: (reason) => tell({ tell: 'program-ended', program: name, reason }),
    });
  }

  #leave(key: string, shared: Shared): void {
    shared.listeners -= 1;
    if (shared.listeners > 0) return;
    this.#streams.delete(key);
    const ending = shared.stream.close();
    this.#ending.add(ending);
    void ending.finally(() => this.#ending.delete(ending));
  }
}

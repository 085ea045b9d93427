import type { Trace } from '../recording/trace';

/**
 * The changes of something that several sockets tell of, each in its own time. A change is new when a socket tells it that
 * has told all those before.
 */
export class SeenChanges {
  readonly #changes = new Map<string, { readonly change: string; readonly ms: number }[]>();
  readonly #told = new Map<string, number>();
  readonly #opened: ReadonlyMap<string, number>;

  constructor({ steps }: Trace) {
    this.#opened = new Map(steps.flatMap((step) => (step.kind === 'ws-connect' ? [[step.ws, step.ms] as const] : [])));
  }

  isNew(ws: string, subject: string, { change, ms }: { readonly change: string; readonly ms: number }): boolean {
    const changes = this.#changes.get(subject) ?? [];
    this.#changes.set(subject, changes);
    const key = `${ws} ${subject}`;
    // A socket does not tell what was before it.
    const told = this.#told.get(key) ?? changes.filter((one) => one.ms < (this.#opened.get(ws) ?? 0)).length;
    this.#told.set(key, told + 1);
    if (changes[told] !== undefined) return false;
    changes.push({ change, ms });
    return true;
  }
}

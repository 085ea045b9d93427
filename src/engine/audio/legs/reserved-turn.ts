import type { Command } from './command-queue';

/** A place in a queue for a command that is still being put together. */
export class ReservedTurn implements Command {
  #command: Command | undefined;
  #isGivenUp = false;
  #isAbandoned = false;
  #over: (() => void) | undefined;

  get isAbandoned(): boolean {
    return this.#isAbandoned;
  }

  start(over: () => void): void {
    this.#over = over;
    if (this.#isGivenUp) over();
    else this.#command?.start(over);
  }

  /** The queue does not wait for a command that does not exist yet. */
  abandon(): void {
    this.#isAbandoned = true;
    if (this.#command === undefined) this.#over?.();
    else this.#command.abandon();
  }

  /** Without a command the turn is given up. */
  fill(command: Command | undefined): void {
    this.#command = command;
    this.#isGivenUp = command === undefined;
    if (this.#isAbandoned) command?.abandon();
    else if (command === undefined) this.#over?.();
    else if (this.#over !== undefined) command.start(this.#over);
  }
}

import type { ServerConfig } from '../../config/server-config';
import type { Dialplan } from '../../dialplan/plan/dialplan';

export interface ConfigurationFiles {
  readonly config: ServerConfig;
  readonly dialplan: Dialplan;
}

/** What the configuration files say, for modules that start or reload. */
export class Configuration {
  #isStarting = true;
  #held: ConfigurationFiles | undefined;

  constructor(
    private readonly first: ConfigurationFiles,
    private readonly readAgain: () => ConfigurationFiles,
  ) {}

  /**
   * The configuration read at the start, during the start; afterwards the files are read again. Throws when they have a
   * problem.
   */
  readonly read = (): ConfigurationFiles => this.#held ?? (this.#isStarting ? this.first : this.readAgain());

  /** Reads the files once for all who read meanwhile. Throws when they have a problem, and then nothing is done. */
  async readingOnce(action: () => Promise<void>): Promise<void> {
    this.#held = this.read();
    try {
      await action();
    } finally {
      this.#held = undefined;
    }
  }

  endStart(): void {
    this.#isStarting = false;
  }
}

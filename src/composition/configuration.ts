import type { ServerConfig } from '../config/server-config';
import type { Dialplan } from '../dialplan/dialplan';

export interface ConfigurationFiles {
  readonly config: ServerConfig;
  readonly dialplan: Dialplan;
}

/** What the configuration files say, for modules that start or reload. */
export class Configuration {
  #isStarting = true;

  constructor(
    private readonly first: ConfigurationFiles,
    private readonly readAgain: () => ConfigurationFiles,
  ) {}

  /** What was read for the start of the server, until that is over; afterwards the files are read anew. Throws when they have a problem. */
  readonly read = (): ConfigurationFiles => (this.#isStarting ? this.first : this.readAgain());

  endStart(): void {
    this.#isStarting = false;
  }
}

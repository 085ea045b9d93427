export interface ServerInfoFacts {
  readonly build: BuildFacts;
  readonly version: string;
  /** Six colon-separated hexadecimal pairs; every message of this server carries it. */
  readonly entityId: string;
  readonly config: ConfigFacts;
  readonly startedAt: number;
  /** Milliseconds since 1970; undefined before the first reload. */
  readonly lastReload: () => number | undefined;
  readonly now: () => number;
}

/** Where and how this server was made. */
export interface BuildFacts {
  readonly os: string;
  readonly kernel: string;
  readonly machine: string;
  readonly options: string;
  readonly date: string;
  readonly user: string;
}

export interface ConfigFacts {
  readonly systemName: string;
  readonly defaultLanguage: string;
  readonly runUser: string;
  readonly runGroup: string;
  readonly maxCalls: number | undefined;
  readonly maxFiles: number | undefined;
  readonly maxLoad: number | undefined;
}

/** What the server can say about itself. */
export class ServerInfo {
  constructor(private readonly facts: ServerInfoFacts) {}

  get build(): BuildFacts {
    return this.facts.build;
  }

  get system(): { readonly version: string; readonly entityId: string } {
    const { version, entityId } = this.facts;
    return { version, entityId };
  }

  get config(): ConfigFacts {
    return this.facts.config;
  }

  /** Having started counts as having read the configuration. */
  get status(): { readonly startedAt: number; readonly reloadedAt: number } {
    const { startedAt, lastReload } = this.facts;
    return { startedAt, reloadedAt: lastReload() ?? startedAt };
  }

  ping(): { readonly at: number; readonly entityId: string } {
    return { at: this.facts.now(), entityId: this.facts.entityId };
  }
}

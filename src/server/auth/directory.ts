import { hash } from 'node:crypto';
import type { UserConfig } from '../../config/server-config';
import type { Admission } from './admission';
import type { AuthResult } from './auth-result';
import { RecentMap } from '../../shared/recent-map';
import { makeUser } from './user';
import type { User } from './user';

/** Credentials exactly as they were presented. */
export interface Presentation {
  readonly kind: 'basic' | 'api-key';
  readonly text: string;
}

const longestRemembered = 1024;
const mostRemembered = 1000;

/** The users of one reading of the configuration, and what was found out about them. Replaced as a whole. */
export class Directory {
  /** Checks under way, so that equal requests at the same moment share one. */
  readonly pending = new Map<string, Promise<AuthResult>>();
  readonly #configs: readonly UserConfig[];
  readonly #users: ReadonlyMap<string, User>;
  readonly #standInKey: string;
  readonly #admissions = {
    basic: new RecentMap<Admission>(mostRemembered),
    'api-key': new RecentMap<Admission>(mostRemembered),
  };

  constructor(configs: readonly UserConfig[]) {
    this.#configs = configs;
    this.#users = new Map(configs.map((config) => [config.name, makeUser(config)]));
    this.#standInKey = hash('sha256', JSON.stringify(configs.map(({ password }) => password)));
  }

  find(name: string): User | undefined {
    return this.#users.get(name);
  }

  /**
   * The configuration whose password a claim to this name is compared with. An unknown name gets somebody else's, so
   * that it takes as long as a known one. Formats differ in cost, so the choice is spread over all users, and it stays
   * the same for a name even after a restart: a name whose cost changed would give itself away. The key keeps
   * outsiders from working the choice out.
   */
  comparedWith(name: string): UserConfig | undefined {
    // Chosen for known names too, because choosing takes time as well.
    const choice = hash('sha256', `${this.#standInKey} ${name}`, 'buffer').readUInt32BE();
    const standIn = this.#configs[choice % this.#configs.length];
    return this.#users.get(name)?.config ?? standIn;
  }

  /**
   * What is remembered about credentials. A Map compares two texts only after hashes over all their characters have
   * matched, and these are seeded afresh in every process: the time of a lookup says nothing about how much of a guess
   * was right.
   */
  recall({ kind, text }: Presentation): Admission | undefined {
    return this.#admissions[kind].get(text);
  }

  remember({ kind, text }: Presentation, admission: Admission): void {
    // V8 hashes very long texts by their length alone, which would undo what recall relies on.
    if (text.length <= longestRemembered) this.#admissions[kind].set(text, admission);
  }
}

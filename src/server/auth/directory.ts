import { hash } from 'node:crypto';
import type { UserConfig } from '../../config/server-config';
import type { AuthCache } from './auth-cache';
import type { AuthResult } from './auth-result';
import { RecentMap } from '../../shared/limits/recent-map';
import { makeUser } from './user';
import type { User } from './user';

/** Credentials exactly as they were presented. */
export interface Presentation {
  readonly kind: 'basic' | 'api-key';
  readonly text: string;
}

const longestRemembered = 1024;
const maxRemembered = 1000;

/** The users of one version of the configuration, with cached results of password checks. Replaced as a whole. */
export class Directory {
  /** Running checks, so that equal concurrent requests share one. */
  readonly pending = new Map<string, Promise<AuthResult>>();
  readonly #configs: readonly UserConfig[];
  readonly #users: ReadonlyMap<string, User>;
  readonly #standInKey: string;
  readonly #admissions = {
    basic: new RecentMap<AuthCache>(maxRemembered),
    'api-key': new RecentMap<AuthCache>(maxRemembered),
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
   * The configuration whose password a claim to this name is compared with. An unknown name gets that of another user,
   * so that the check takes as long as for a known one. Formats differ in cost, so the choice is spread over all users,
   * and it stays the same for a name even after a restart: a name whose cost changed would be recognisable as unknown.
   * The key prevents clients from computing the choice.
   */
  comparedWith(name: string): UserConfig | undefined {
    // Chosen for known names too, because choosing takes time as well.
    const choice = hash('sha256', `${this.#standInKey} ${name}`, 'buffer').readUInt32BE();
    const standIn = this.#configs[choice % this.#configs.length];
    return this.#users.get(name)?.config ?? standIn;
  }

  /**
   * The cached result for credentials. A Map compares two texts only after hashes over all their characters have
   * matched, and these are seeded afresh in every process: the time of a lookup does not reveal how much of a guess was
   * right.
   */
  recall({ kind, text }: Presentation): AuthCache | undefined {
    return this.#admissions[kind].get(text);
  }

  remember({ kind, text }: Presentation, admission: AuthCache): void {
    // V8 hashes very long texts by their length alone, which would break the assumption of recall.
    if (text.length <= longestRemembered) this.#admissions[kind].set(text, admission);
  }
}

import { rightsOf } from '../../policy/rights';
import type { Rights } from '../../policy/rights';
import type { UserConfig } from '../../config/server-config';

/** An authenticated user. */
export interface User {
  readonly name: string;
  readonly rights: Rights;
  readonly config: UserConfig;
}

export function makeUser(config: UserConfig): User {
  return { name: config.name, rights: rightsOf(config), config };
}

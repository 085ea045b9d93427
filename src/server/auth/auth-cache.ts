import type { User } from './user';
import { RecentMap } from '../../shared/limits/recent-map';

const addressesKept = 64;

/** Valid credentials, and the addresses that have authenticated with them. */
export class AuthCache {
  readonly result: { readonly outcome: 'ok'; readonly user: User };
  readonly #addresses = new RecentMap<true>(addressesKept);
  #latest: string | undefined;

  constructor(readonly user: User) {
    this.result = { outcome: 'ok', user };
  }

  has(address: string | undefined): boolean {
    if (address === undefined) return false;
    if (address === this.#latest) return true;
    if (this.#addresses.get(address) === undefined) return false;
    this.#latest = address;
    return true;
  }

  add(address: string | undefined): void {
    if (address !== undefined) this.#addresses.set(address, true);
    this.#latest = address;
  }
}

import type { ClaimedKind } from '../../contract/route';
import type { Logger } from '../../shared/logger';
import { isUuid } from '../../shared/text/uuid';
import type { Bucket } from '../cluster-link';

export interface ClaimsDeps {
  readonly own: Bucket;
  readonly node: string;
  readonly isUp: () => boolean;
  readonly isLive: (node: string) => boolean;
  /** Whether this node has the object. */
  readonly has: (kind: ClaimedKind, id: string) => boolean;
  readonly log: Logger;
}

export interface ClaimedId {
  readonly kind: ClaimedKind;
  readonly id: string;
}

/** `taken`: an object of another node has the id. `unknown`: the other nodes cannot be asked. */
export type ClaimOutcome = 'claimed' | 'own' | 'taken' | 'unknown';

/** How many owners are remembered. */
const mostOwners = 10_000;

/** Ids that clients chose: each belongs to one node for as long as its object exists. */
export class Claims {
  /** Claims of this node, with their revision: 0 for one that the other nodes do not know of yet. */
  readonly #held = new Map<string, number>();

  /** The owners of ids that were looked for last. */
  readonly #owners = new Map<string, string>();

  constructor(private readonly deps: ClaimsDeps) {}

  /**
   * The node that has the object of an id, or had it a while ago: one that does not have it any more asks again, with
   * `isFresh`. Undefined for an id that is not in use.
   */
  async ownerOf(kind: string, id: string, isFresh: boolean): Promise<string | undefined> {
    const key = keyOf(kind, id);
    const known = this.#owners.get(key);
    if (!isFresh && known !== undefined && this.deps.isLive(known)) return known;
    const owner = (await this.deps.own.get(key))?.value;
    this.#owners.delete(key);
    if (owner !== undefined) this.#owners.set(key, owner);
    const [oldest] = this.#owners.size > mostOwners ? this.#owners.keys() : [];
    if (oldest !== undefined) this.#owners.delete(oldest);
    return owner;
  }

  async claim({ kind, id }: ClaimedId): Promise<ClaimOutcome> {
    const key = keyOf(kind, id);
    // An object of this node: its handler says what that means.
    if (this.#held.has(key) || this.deps.has(kind, id)) return 'own';
    if (!this.deps.isUp()) return this.#claimLater(key, id);
    try {
      const revision = await this.#take(key);
      if (revision === undefined) return 'taken';
      this.#held.set(key, revision);
      return 'claimed';
    } catch (error) {
      this.deps.log.warn({ error, key }, 'an id could not be claimed: shared state cannot be written');
      return 'unknown';
    }
  }

  /** The object has ended, or was not made. */
  release({ kind, id }: { readonly kind: string; readonly id: string }): void {
    const key = keyOf(kind, id);
    const revision = this.#held.get(key);
    if (revision === undefined) return;
    this.#held.delete(key);
    if (revision === 0 || !this.deps.isUp()) return;
    this.deps.own.removeIf(key, revision).catch((error: unknown) => {
      this.deps.log.warn({ error, key }, 'a claimed id could not be released; it is free when this node is gone');
    });
  }

  /** An object that was made may have ended before its maker was told. */
  releaseUnlessThere(claimed: ClaimedId): void {
    if (!this.deps.has(claimed.kind, claimed.id)) this.release(claimed);
  }

  /** The connection is back: other nodes learn of what was made meanwhile. */
  async announce(): Promise<void> {
    for (const [key, revision] of this.#held) {
      if (revision !== 0) continue;
      const made = await this.#take(key);
      if (made === undefined) this.deps.log.error({ key }, 'an id was given to objects of two nodes');
      else if (this.#held.has(key)) this.#held.set(key, made);
    }
  }

  /** A UUID is not chosen twice by chance, so that calls can go on without the other nodes. */
  #claimLater(key: string, id: string): ClaimOutcome {
    if (!isUuid(id)) return 'unknown';
    this.#held.set(key, 0);
    return 'claimed';
  }

  async #take(key: string): Promise<number | undefined> {
    const { own, node, isLive } = this.deps;
    const made = await own.putIf(key, node, 0);
    if (made !== undefined) return made;
    const entry = await own.get(key);
    if (entry === undefined) return own.putIf(key, node, 0);
    // Left behind by a node that died, or by an earlier process of this one.
    const isAbandoned = entry.value === node || (entry.value !== undefined && !isLive(entry.value));
    return isAbandoned ? own.putIf(key, node, entry.revision) : undefined;
  }
}

function keyOf(kind: string, id: string): string {
  // Ids may contain dots, which separate the parts of a key.
  return `${kind}.${Buffer.from(id, 'utf8').toString('hex')}`;
}

import type { OwnedKind } from '../../contract/route';
import type { Members } from '../members';
import type { Claims } from './claims';

/** Where an object is. `unknown`: the other nodes cannot be asked. `search`: only they can say. */
export type Place = { readonly at: 'here' | 'search' | 'unknown' } | { readonly at: 'node'; readonly node: string };

export interface LocatorDeps {
  readonly members: Pick<Members, 'id' | 'isLive' | 'views'>;
  readonly claims: Pick<Claims, 'ownerOf'>;
  readonly isUp: () => boolean;
  /** Whether this node has the object; undefined for kinds of which that is not known without trying. */
  readonly has: (kind: OwnedKind, id: string) => boolean | undefined;
  /** The nodes that hold sockets of an application, this one first. */
  readonly holdersOf: (application: string) => readonly string[];
}

const here: Place = { at: 'here' };

/** Finds the node that has an object: by its own list, by the node's id in front of the id, or among the claimed ids. */
export class Locator {
  constructor(private readonly deps: LocatorDeps) {}

  /** `isPassedOn`: another node has looked for it by the id of the node. */
  async locate(kind: OwnedKind, id: string, isPassedOn: boolean): Promise<Place> {
    const { members, claims, isUp, has, holdersOf } = this.deps;
    if (kind === 'application') return this.#at(holdersOf(id)[0]);
    if (kind === 'node') return this.#at(id);
    const isHere = has(kind, id);
    if (isHere === true) return here;
    if (isHere === undefined) return isPassedOn ? here : { at: 'search' };
    const maker = makerOf(id, members);
    if (maker !== undefined && maker !== members.id) return this.#at(maker);
    if (!isUp()) return { at: 'unknown' };
    // The name of a channel rather than its id.
    if (id.includes('/')) return isPassedOn ? here : { at: 'search' };
    return claims.ownerOf(kind, id, isPassedOn).then(
      (node) => this.#at(node),
      // The connection was lost while NATS was asked.
      () => ({ at: 'unknown' }),
    );
  }

  /** What a dead node had does not exist any more, and this node says so. */
  #at(node: string | undefined): Place {
    const { members } = this.deps;
    return node === undefined || node === members.id || !members.isLive(node) ? here : { at: 'node', node };
  }
}

/** The node whose id is in front of an id that a node has made. */
function makerOf(id: string, members: LocatorDeps['members']): string | undefined {
  const dash = id.indexOf('-');
  if (dash < 1) return undefined;
  const prefix = id.slice(0, dash);
  return members.views().find((node) => node.id === prefix)?.id;
}

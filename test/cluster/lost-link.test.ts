import type { Bucket } from '../../src/cluster/cluster-link';
import { Claims } from '../../src/cluster/routing/claims';
import { Locator } from '../../src/cluster/routing/locate';
import { makeLogger } from '../../src/shared/logger';

const lost = (): Promise<never> => Promise.reject(new Error('timeout'));
const bucket: Bucket = { get: lost, list: lost, put: lost, putIf: lost, remove: lost, removeIf: lost, watch: lost };

/** The connection counts as up until its loss is noticed. */
const isUp = (): boolean => true;

describe('shared state that stops answering', () => {
  const claims = new Claims({
    own: bucket,
    node: 'a',
    isUp,
    log: makeLogger(() => undefined),
    isLive: () => true,
    has: () => false,
  });

  it('leaves the owner of an object unknown', async () => {
    const members = { id: 'a', views: () => [], isLive: () => true };
    const locator = new Locator({ members, claims, isUp, has: () => false, holdersOf: () => [] });

    expect(await locator.locate('channel', 'chosen', false)).toEqual({ at: 'unknown' });
  });

  it('leaves it unknown whether an id is free', async () => {
    expect(await claims.claim({ kind: 'channel', id: 'chosen' })).toBe('unknown');
  });
});

import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Bucket, BucketKind, ClusterLink } from '../../src/cluster/cluster-link';
import { connectNats } from '../../src/cluster/nats/nats-link';
import { acceptsSeveral } from '../../src/cluster/nats/write-turns';
import { makeLogger } from '../../src/shared/logger';
import { NatsMember } from '../../soak/cluster/nats-member';
import type { Sites } from '../../soak/cluster/sites';
import { onLoopback } from '../../soak/cluster/sites';
import { clusterConfig, hasNats, natsHint } from '../support/cluster-rig';
import { ForeignPrograms } from '../support/interop/programs';

const suite = hasNats ? describe : describe.skip;
const writes = 20;
const installedNats = (): string => spawnSync('nats-server', ['--version'], { encoding: 'utf8' }).stdout;

suite(`three NATS servers${natsHint}`, () => {
  const programs = new ForeignPrograms();
  const links: ClusterLink[] = [];
  const said: string[] = [];
  afterEach(async () => {
    for (const link of links) await link.close();
    await programs.close();
  });

  async function openLinks(sites: Sites): Promise<void> {
    const log = makeLogger(
      (level, { version }, sentence) => void said.push(`${level} ${String(version)}: ${sentence}`),
    );
    for (const { client } of sites.all)
      links.push(await connectNats({ config: clusterConfig([`nats://${client}`], 3), uuid: randomUUID, log }));
  }

  async function bucketsOf(name: string, kind: BucketKind): Promise<readonly Bucket[]> {
    const buckets: Bucket[] = [];
    for (const link of links) buckets.push(await link.bucket(name, kind));
    return buckets;
  }

  /** How many of the writers were told that they have succeeded, each time. */
  async function winners(buckets: readonly Bucket[]): Promise<readonly number[]> {
    const counts: number[] = [];
    const count = (results: readonly unknown[]): void =>
      void counts.push(results.filter((result) => result !== undefined && result !== false).length);
    for (let index = 0; index < writes; index += 1) {
      const key = `key${index}`;
      const revision = async (): Promise<number> => (await buckets[0]?.get(key))?.revision ?? 0;
      count(await Promise.all(buckets.map((bucket) => bucket.putIf(key, randomUUID(), 0))));
      const made = await revision();
      count(await Promise.all(buckets.map((bucket) => bucket.putIf(key, randomUUID(), made))));
      const changed = await revision();
      count(await Promise.all(buckets.map((bucket) => bucket.removeIf(key, changed))));
      count(await Promise.all(buckets.map((bucket) => bucket.putIf(key, randomUUID(), 0))));
    }
    return counts;
  }

  it('let one of several nodes change a key that they change in the same moment', async () => {
    const sites = await onLoopback();
    const members = sites.all.map((_, index) => new NatsMember(programs, sites.all, index));
    await Promise.all(members.map((member) => member.start()));
    await openLinks(sites);
    const once = Array<number>(4 * writes).fill(1);

    expect(await winners(await bucketsOf('kept', {}))).toEqual(once);
    expect(await winners(await bucketsOf('erased', { erases: true }))).toEqual(once);
    const [, version = ''] = /v([\d.]+)/.exec(installedNats()) ?? [];
    const isOld = /^2\.\d\./.test(version);
    const warning = new RegExp(`^warn ${version}: .* use 2.10 or newer$`);
    expect(said).toHaveLength(isOld ? links.length : 0);
    for (const each of said) expect(each).toMatch(warning);
  });
});

describe('turns of writers', () => {
  it.each([
    ['2.9.10', true],
    ['2.8.4', true],
    ['1.4.1', true],
    ['2.9.21', false],
    ['2.10.0-beta.1', false],
    ['2.12.1', false],
    ['3.0.0', false],
  ])('with NATS %s are needed: %s', (version, expected) => expect(acceptsSeveral(version)).toBe(expected));
});

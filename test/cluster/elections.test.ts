import { randomUUID } from 'node:crypto';
import type { ClusterLink } from '../../src/cluster/cluster-link';
import { connectNats } from '../../src/cluster/nats/nats-link';
import { makeLogger } from '../../src/shared/logger';
import { NatsMember } from '../../soak/cluster/nats-member';
import { onLoopback } from '../../soak/cluster/sites';
import { clusterConfig, hasNats, natsHint } from '../support/cluster-rig';
import { ForeignPrograms } from '../support/interop/programs';

const suite = hasNats ? describe : describe.skip;

suite(`a node that starts while NATS elects its leaders${natsHint}`, () => {
  const programs = new ForeignPrograms();
  let link: ClusterLink | undefined;
  afterEach(async () => {
    await link?.close();
    await programs.close();
  });

  it('waits until there is one, and then has what nodes share', async () => {
    const sites = await onLoopback();
    const [first, ...others] = sites.all.map((_, index) => new NatsMember(programs, sites.all, index));
    await first?.start();
    const config = clusterConfig([`nats://${sites.all[0]?.client}`], 3);
    link = await connectNats({ config, uuid: randomUUID, log: makeLogger(() => undefined) });

    const refusals: unknown[] = [];
    const opening = link.bucket('state').catch((error: unknown) => void refusals.push(error));
    await Promise.all(others.map((member) => member.start()));
    const bucket = await opening;

    expect(refusals).toEqual([]);
    await bucket?.put('key', 'value');
    expect(await bucket?.get('key')).toMatchObject({ value: 'value' });
  });
});

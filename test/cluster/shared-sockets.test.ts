import type { Channel } from '../../generated/models';
import { until } from '../support/calls/call-events';
import { ClusterRig, hasNats, natsHint, patientTimes } from '../support/cluster-rig';
import type { ServedProcess } from '../support/server/served-process';
import type { AppSocket, Message } from '../support/sockets/socket-peer';

const suite = hasNats ? describe : describe.skip;

const channelOf = ({ channel }: Message): string => (channel as Channel | undefined)?.id ?? '';
const share = (node: ServedProcess, id: string): Promise<AppSocket> =>
  node.open(`app=hello&shared=true&socketId=${id}`);
const create = (id: string): string => `channels/create?endpoint=Local/up@default&app=hello&channelId=${id}`;

/** The channels that a socket was told of by events of this type. */
async function told(socket: AppSocket, type: string): Promise<readonly string[]> {
  return (await socket.sofar()).filter((message) => message.type === type).map(channelOf);
}

/** The next so many channels that a socket is told of by events of this type. */
async function next(socket: AppSocket, type: string, count: number): Promise<ReadonlySet<string>> {
  const channels = new Set<string>();
  while (channels.size < count) {
    const message = await socket.next();
    if (message.type === type) channels.add(channelOf(message));
  }
  return channels;
}

/** Sends a request for each id at once, and waits for the answers. */
async function ask(socket: AppSocket, method: string, uris: readonly string[]): Promise<void> {
  for (const uri of uris) socket.send({ method, uri });
  for (const { status_code: status } of await socket.take(uris.length)) expect([200, 204]).toContain(status);
}

const ids = (prefix: string, length: number): readonly string[] =>
  Array.from({ length }, (_, index) => `${prefix}-${index}`);

suite(`sockets of one application on two nodes${natsHint}`, () => {
  let rig: ClusterRig;
  beforeAll(async () => {
    rig = await ClusterRig.start(['a', 'b'], {}, patientTimes);
  });
  afterAll(() => rig.close());

  it('share 1,000 calls of both nodes evenly, and one gets the calls of the other when that is lost', async () => {
    const [a, b] = [rig.node(0), rig.node(1)];
    const [one, two] = [await share(a, 'one'), await share(b, 'two')];
    const [here, there] = [await a.open('app=other-a'), await b.open('app=other-b')];
    const [onA, onB] = [ids('a-1', 500), ids('b-1', 500)];
    await Promise.all([ask(here, 'POST', onA.map(create)), ask(there, 'POST', onB.map(create))]);
    const first = await next(one, 'StasisStart', 500);
    const second = await next(two, 'StasisStart', 500);
    expect(new Set([...first, ...second])).toEqual(new Set([...onA, ...onB]));

    await one.abort();

    expect(await next(two, 'CallHandedOver', 500)).toEqual(first);
    const hangUp = (id: string): string => `channels/${id}`;
    await Promise.all([ask(here, 'DELETE', onA.map(hangUp)), ask(there, 'DELETE', onB.map(hangUp))]);
    expect(await next(two, 'StasisEnd', 1000)).toEqual(new Set([...onA, ...onB]));
    for (const socket of [two, here, there]) await socket.close();
  }, 120_000);

  it('have the calls that are asked for on their behalf, wherever these are made', async () => {
    const [a, b] = [rig.node(0), rig.node(1)];
    const [one, two] = [await share(a, 'one'), await share(b, 'two')];
    for (const id of ['b-21', 'b-22'])
      await b.rest.call('POST', `/${create(id)}`, { headers: { 'patchbay-socket': 'one' } });

    expect(await next(one, 'StasisStart', 2)).toEqual(new Set(['b-21', 'b-22']));
    expect(await told(two, 'StasisStart')).toEqual([]);
    for (const id of ['b-21', 'b-22']) await a.rest.delete(`/channels/${id}`);
    expect(await next(one, 'StasisEnd', 2)).toEqual(new Set(['b-21', 'b-22']));
    for (const socket of [one, two]) await socket.close();
  }, 60_000);

  it('have one filter', async () => {
    const [a, b] = [rig.node(0), rig.node(1)];
    const [one, two] = [await share(a, 'one'), await share(b, 'two')];
    await a.rest.put('/applications/hello/eventFilter', { disallowed: [{ type: 'ChannelVarset' }] });
    for (const id of ['b-31', 'b-32']) {
      await b.rest.post(`/${create(id)}`);
      await b.rest.post(`/channels/${id}/variable?variable=NAME&value=x`);
      await b.rest.delete(`/channels/${id}`);
    }

    const types = [...(await untilEnded(one)), ...(await untilEnded(two))];
    expect(types).toContain('StasisEnd');
    expect(types).not.toContain('ChannelVarset');
    await a.rest.put('/applications/hello/eventFilter', {});
    for (const socket of [one, two]) await socket.close();
  }, 60_000);

  it('have their filter and what they are subscribed to on a node that joins later, and so have others', async () => {
    const [a, b] = [rig.node(0), rig.node(1)];
    const [one, alone] = [await share(a, 'one'), await b.open('app=alone')];
    await a.rest.put('/applications/hello/eventFilter', { disallowed: [{ type: 'ChannelVarset' }] });
    await a.rest.put('/applications/alone/eventFilter', { disallowed: [{ type: 'BridgeCreated' }] });
    await b.rest.post('/applications/alone/subscription?eventSource=deviceState:Stasis:lamp,bridge:,channel:');

    const c = await rig.startNode('c');

    const two = await share(c, 'two');
    await b.rest.call('POST', `/${create('c-71')}`, { headers: { 'patchbay-socket': 'two' } });
    await b.rest.post('/channels/c-71/variable?variable=NAME&value=x');
    await b.rest.delete('/channels/c-71');
    expect(await untilEnded(two)).not.toContain('ChannelVarset');
    expect((await c.rest.get('/applications/alone')).body).toMatchObject({ device_names: ['Stasis:lamp'] });
    await c.rest.put('/deviceStates/Stasis:lamp?deviceState=BUSY');
    await until(alone, 'DeviceStateChanged Stasis:lamp BUSY');
    // The filter stays when another node gets the socket.
    const moved = await c.open('app=alone');
    await b.rest.post('/bridges/b-72');
    await b.rest.delete('/bridges/b-72');
    const types = [(await moved.next()).type];
    while (types.at(-1) !== 'BridgeDestroyed') types.push((await moved.next()).type);
    expect(types).not.toContain('BridgeCreated');
    await a.rest.put('/applications/hello/eventFilter', {});
    for (const socket of [one, two, moved]) await socket.close();
    c.signal('SIGTERM');
    await c.finished;
  }, 60_000);

  it('hear of a bridge on another node where the call is', async () => {
    const [a, b] = [rig.node(0), rig.node(1)];
    const [one, two] = [await share(a, 'one'), await share(b, 'two')];
    await b.rest.call('POST', `/${create('b-61')}`, { headers: { 'patchbay-socket': 'two' } });
    await until(two, 'StasisStart b-61');
    await a.rest.post('/bridges/room');
    expect((await b.rest.post('/bridges/room/addChannel?channel=b-61')).status).toBe(204);

    await until(two, 'ChannelEnteredBridge room b-61');
    await a.rest.delete('/bridges/room');
    await until(two, 'ChannelLeftBridge room b-61');

    expect((await one.sofar()).map(({ type }) => type)).toEqual([]);
    await a.rest.delete('/channels/b-61');
    for (const socket of [one, two]) await socket.close();
  }, 60_000);

  it('are replaced by one of the same id, or by one that does not share, on another node', async () => {
    const [a, b] = [rig.node(0), rig.node(1)];
    const one = await share(a, 'one');
    await a.rest.post(`/${create('a-41')}`);
    await until(one, 'StasisStart a-41');

    const again = await share(b, 'one');
    await until(one, 'ApplicationReplaced');
    expect(await next(again, 'CallHandedOver', 1)).toEqual(new Set(['a-41']));
    const alone = await a.open('app=hello');
    await until(again, 'ApplicationReplaced');
    const shared = await share(b, 'three');
    await until(alone, 'ApplicationReplaced');
    expect(await next(shared, 'CallHandedOver', 1)).toEqual(new Set(['a-41']));

    await b.rest.delete('/channels/a-41');
    expect(await next(shared, 'StasisEnd', 1)).toEqual(new Set(['a-41']));
    for (const socket of [one, again, alone, shared]) await socket.close();
  }, 60_000);

  it('lose their node: its sockets’ calls go to the others, and the ends of its calls to their sockets', async () => {
    const [a, b] = [rig.node(0), rig.node(1)];
    const [one, two, three] = [await share(a, 'one'), await share(b, 'two'), await share(b, 'three')];
    const [onA, onB] = [ids('a-5', 3), ids('b-5', 3)];
    for (const id of onA) await a.rest.post(`/${create(id)}`);
    for (const id of onB) await b.rest.post(`/${create(id)}`);
    const starts = [
      await next(one, 'StasisStart', 2),
      await next(two, 'StasisStart', 2),
      await next(three, 'StasisStart', 2),
    ];
    const [atOne = '', atTwo = '', atThree = ''] = starts.map((all) => [...all].find((id) => id.startsWith('a-')));

    a.signal('SIGKILL');

    expect(await next(two, 'StasisEnd', 1)).toEqual(new Set([atTwo]));
    expect(await next(three, 'StasisEnd', 1)).toEqual(new Set([atThree]));
    const orphan = [...(starts[0] ?? [])].find((id) => id !== atOne) ?? '';
    const [own] = await Promise.race([next(two, 'CallHandedOver', 1), next(three, 'CallHandedOver', 1)]);
    expect(own).toBe(orphan);
  }, 60_000);
});

/** The types of all events until a channel leaves the application. */
async function untilEnded(socket: AppSocket): Promise<readonly string[]> {
  const types: string[] = [];
  while (types.at(-1) !== 'StasisEnd') types.push((await socket.next()).type);
  return types;
}

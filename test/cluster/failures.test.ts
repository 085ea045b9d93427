import { ClusterRig, hasNats, natsHint } from '../support/cluster-rig';
import { cases } from '../support/effort';
import { eventually } from '../support/eventually';
import type { ServedProcess } from '../support/served-process';
import type { AppSocket, Message } from '../support/socket-peer';

// Only in the long form: a node has been seen to end when NATS was killed, about once in eight runs and for a reason that
// is not known yet.
const isAsked = cases({ few: 0, many: 1 }) > 0;
const suite = hasNats && isAsked ? describe : describe.skip;
const hint = isAsked ? natsHint : ' (skipped: npm run test:long)';

async function until(socket: AppSocket, isLast: (message: Message) => boolean): Promise<readonly Message[]> {
  const seen: Message[] = [];
  for (;;) {
    const message = await socket.next();
    seen.push(message);
    if (isLast(message)) return seen;
  }
}

async function makeChannel(node: ServedProcess, id: string): Promise<string> {
  const made = await node.rest.post(`/channels/create?endpoint=Local/up@default&app=talk&channelId=${id}`);
  expect(made.status).toBe(200);
  return id;
}

/** What was told of a channel, in its order. */
function toldOf(messages: readonly Message[], id: string): readonly string[] {
  const about = messages.filter((message) => (message['channel'] as { readonly id?: string } | undefined)?.id === id);
  return about.map(({ type }) => type);
}

suite(`a cluster of which something fails${hint}`, () => {
  let rig: ClusterRig;
  beforeAll(async () => {
    rig = await ClusterRig.start();
  }, 120_000);
  afterAll(() => rig.close(), 25_000);

  it('goes on without NATS, refuses what needs other nodes, and recovers by itself', async () => {
    const [one, two] = [rig.node(0), rig.node(1)];
    const socket = await one.open('app=talk');
    const [here, there] = [await makeChannel(one, 'here'), await makeChannel(two, 'there')];
    await until(socket, ({ type, channel }) => type === 'StasisStart' && JSON.stringify(channel).includes('there'));

    await rig.nats.kill();
    await eventually(
      async () => (await one.rest.get(`/channels/${there}`)).status === 503,
      () => 'a request for another node is not refused',
    );
    expect((await one.rest.get(`/channels/${here}`)).status).toBe(200);
    expect((await one.rest.put('/mailboxes/box?oldMessages=0&newMessages=1')).status).toBe(503);
    expect((await two.rest.post(`/channels/${there}/variable?variable=COLOUR&value=red`)).status).toBe(204);
    await rig.nats.start();

    await eventually(
      async () => (await one.rest.get(`/channels/${there}`)).status === 200,
      () => 'the nodes do not find each other again',
    );
    await one.rest.delete(`/channels/${here}`);
    await one.rest.delete(`/channels/${there}`);
    await until(
      socket,
      ({ type, channel }) => type === 'ChannelDestroyed' && JSON.stringify(channel).includes('there'),
    );
    await socket.close();
  }, 25_000);

  it('reports the ends of a killed node’s channels once, and leaves other calls alone', async () => {
    const [one, two, three] = [rig.node(0), rig.node(1), rig.node(2)];
    const socket = await one.open('app=talk');
    const kept = await makeChannel(two, 'kept');
    const lost = await makeChannel(three, 'lost');
    await three.rest.post('/bridges/room');
    expect((await one.rest.post(`/bridges/room/addChannel?channel=${lost}`)).status).toBe(204);
    await until(socket, ({ type }) => type === 'ChannelEnteredBridge');

    three.signal('SIGKILL');
    const told = await until(
      socket,
      (message) => message.type === 'ChannelDestroyed' && JSON.stringify(message).includes('"lost"'),
    );

    expect(toldOf(told, lost)).toEqual(['ChannelLeftBridge', 'StasisEnd', 'ChannelDestroyed']);
    expect(told.at(-1)).toMatchObject({ cause: 38 });
    expect((await one.rest.get(`/channels/${lost}`)).status).toBe(404);
    expect((await one.rest.get(`/channels/${kept}`)).status).toBe(200);
    expect(toldOf(await socket.sofar(), lost)).toEqual([]);
    const { headers } = await one.rest.get('/channels');
    expect(headers.get('patchbay-missing-nodes')).toBeNull();
    await one.rest.delete(`/channels/${kept}`);
    await socket.close();
  }, 25_000);

  it('ends the calls of a node that was considered dead when it comes back', async () => {
    const [one, two] = [rig.node(0), rig.node(1)];
    const socket = await one.open('app=talk');
    const frozen = await makeChannel(two, 'frozen');
    await until(socket, ({ type }) => type === 'StasisStart');

    two.signal('SIGSTOP');
    const told = await until(
      socket,
      (message) => message.type === 'ChannelDestroyed' && JSON.stringify(message).includes('"frozen"'),
    );
    two.signal('SIGCONT');

    expect(toldOf(told, frozen)).toEqual(['StasisEnd', 'ChannelDestroyed']);
    await eventually(
      async () => ((await two.rest.get('/channels')).body as readonly unknown[]).length === 0,
      () => 'the node that came back still has its calls',
    );
    await eventually(
      async () => (await two.rest.post('/channels/create?endpoint=Local/up@default&app=talk')).status === 200,
      () => 'the node that came back takes no calls',
    );
    expect(toldOf(await socket.sofar(), frozen)).toEqual([]);
    await socket.close();
  }, 25_000);
});

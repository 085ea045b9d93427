import type { Channel } from '../../generated/models';
import { loadNats } from '../../src/cluster/nats/load-nats';
import { ClusterRig, hasNats, natsHint } from '../support/cluster-rig';
import { eventually } from '../support/eventually';
import type { ServedProcess } from '../support/server/served-process';
import type { AppSocket, Message } from '../support/sockets/socket-peer';

const suite = hasNats ? describe : describe.skip;

/** Of a client that only listens. */
const watcher = {
  name: 'test',
  maxReconnectAttempts: 0,
  reconnectTimeWait: 1000,
  pingInterval: 60_000,
  maxPingOut: 2,
  timeout: 5000,
};

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

suite(`a cluster of which something fails${natsHint}`, () => {
  let rig: ClusterRig;
  beforeAll(async () => {
    rig = await ClusterRig.start();
  });
  afterAll(() => rig.close());

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
  });

  it('stores what others need to end a call before the application hears of it', async () => {
    const [one, two] = [rig.node(0), rig.node(1)];
    const socket = await one.open('app=talk');
    const connection = await loadNats().connect({ ...watcher, servers: [rig.nats.url] });
    const seen: string[] = [];
    const callback = (_: unknown, { subject, data }: { readonly subject: string; readonly data: Uint8Array }): void => {
      const text = Buffer.from(data).toString('utf8');
      if (text.includes('"StasisStart"')) seen.push('StasisStart');
      else if (subject.startsWith('$KV') && text.includes('"application":"talk"')) seen.push('record');
    };
    for (const subject of ['pb.patchbay.evt.>', '$KV.pb-patchbay-chan.>']) connection.subscribe(subject, { callback });
    await connection.flush();

    const id = await makeChannel(two, 'ordered');

    await eventually(
      () => seen.includes('StasisStart'),
      () => 'the call does not enter its application',
    );
    expect(seen[0]).toBe('record');
    await two.rest.delete(`/channels/${id}`);
    await connection.close();
    await socket.close();
  });

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
  });

  it('ends what a frozen node has told of, and ends its calls when it comes back', async () => {
    const [one, two] = [rig.node(0), rig.node(1)];
    const socket = await one.open('app=talk');
    const calls = Array.from({ length: 12 }, (_, index) => `frozen${index}`);
    const made = calls.map((id) =>
      two.rest.post(`/channels/create?endpoint=Local/up@default&app=talk&channelId=${id}`),
    );
    const before = await until(socket, ({ type }) => type === 'StasisStart');

    // Some of the calls have just been announced, others are still on their way.
    two.signal('SIGSTOP');
    const kept = await makeChannel(one, 'after');
    const gone = new Set<string>();
    const told = [...before];
    const isKnown = (id: string): boolean => toldOf(told, id).includes('StasisStart');
    while (gone.size === 0 || !calls.filter(isKnown).every((id) => gone.has(id))) {
      const message = await socket.next();
      told.push(message);
      if (message.type === 'ChannelDestroyed') gone.add((message['channel'] as { readonly id: string }).id);
    }
    const resumedAt = Date.now();
    two.signal('SIGCONT');

    for (const id of calls.filter(isKnown))
      expect(toldOf(told, id).filter((type) => /^(Stasis|ChannelDestroyed)/.test(type))).toEqual([
        'StasisStart',
        'StasisEnd',
        'ChannelDestroyed',
      ]);
    // A request that had not been read yet makes a call of the node that came back, which stays.
    let left: readonly Channel[] = [];
    await eventually(
      async () => {
        const all = (await two.rest.get('/channels')).body as readonly Channel[];
        left = all.filter(({ id, creationtime }) => id.startsWith('frozen') && Date.parse(creationtime) < resumedAt);
        return left.length === 0;
      },
      () => `the node that came back at ${resumedAt} still has its calls: ${JSON.stringify(left)}`,
    );
    await eventually(
      async () => (await two.rest.post('/channels/create?endpoint=Local/up@default&app=talk')).status === 200,
      () => 'the node that came back takes no calls',
    );
    await Promise.allSettled(made);
    expect((await one.rest.get(`/channels/${kept}`)).status).toBe(200);
    await one.rest.delete(`/channels/${kept}`);
    await socket.close();
  });
});

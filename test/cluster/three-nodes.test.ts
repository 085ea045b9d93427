import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '../../generated/routes';
import { ClusterRig, hasNats, natsHint } from '../support/cluster-rig';
import { eventually } from '../support/eventually';
import type { ServedProcess } from '../support/server/served-process';
import type { AppSocket, Message } from '../support/sockets/socket-peer';
import { MatrixObjects } from './matrix-objects';

const suite = hasNats ? describe : describe.skip;

/** The next event of a type; those before it are passed over. */
async function nextOf(socket: AppSocket, type: string): Promise<Message> {
  for (;;) {
    const message = await socket.next();
    if (message.type === type) return message;
  }
}

suite(`three nodes${natsHint}`, () => {
  let rig: ClusterRig;
  let [a, b, c]: ServedProcess[] = [];
  const nodes = (): readonly [ServedProcess, ServedProcess, ServedProcess] => {
    if (a === undefined || b === undefined || c === undefined) throw new Error('the nodes were not started');
    return [a, b, c];
  };
  const makeChannel = async (node: ServedProcess, app: string, more = ''): Promise<string> => {
    const { status, body } = await node.rest.post(`/channels/create?endpoint=Local/up@default&app=${app}${more}`);
    expect(status).toBe(200);
    return (body as { readonly id: string }).id;
  };

  beforeAll(async () => {
    rig = await ClusterRig.start();
    [a, b, c] = rig.nodes;
    await rig.node(1).open('app=home,matrix');
  });
  afterAll(() => rig.close());

  it('answers on every node for a channel of one of them', async () => {
    const [one, two, three] = nodes();
    const id = await makeChannel(one, 'home');

    expect(id).toMatch(/^a-/);
    const answers = await Promise.all([one, two, three].map(({ rest }) => rest.get(`/channels/${id}`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect((await three.rest.delete(`/channels/${id}`)).status).toBe(204);
    expect((await two.rest.get(`/channels/${id}`)).status).toBe(404);
  });

  it('brings a call of one node to the socket on another one, and refuses its id everywhere', async () => {
    const [one, two, three] = nodes();
    const socket = await two.open('app=hello');
    await makeChannel(one, 'hello', '&channelId=chosen');

    const start = await nextOf(socket, 'StasisStart');

    expect(start).toMatchObject({ channel: { id: 'chosen' }, application: 'hello' });
    const again = await three.rest.post('/channels/create?endpoint=Local/up@default&app=hello&channelId=chosen');
    expect(again.status).toBe(409);
    expect((await three.rest.get('/applications/hello')).body).toMatchObject({ channel_ids: ['chosen'] });
    await three.rest.delete('/channels/chosen');
    expect(await nextOf(socket, 'ChannelDestroyed')).toMatchObject({ channel: { id: 'chosen' } });
    await socket.close();
  });

  it('creates a channel for a bridge on the node of the bridge', async () => {
    const [one, two] = nodes();
    const made = await two.rest.post('/bridges');
    const bridge = (made.body as { readonly id: string }).id;
    await two.rest.post('/bridges/a-chosen');

    const ids = [
      await makeChannel(one, 'home', `&bridge=${bridge}`),
      await makeChannel(one, 'home', '&bridge=a-chosen'),
      ((await one.rest.post(`/channels?endpoint=Local/up@default&app=home&bridge=${bridge}`)).body as { id: string })
        .id,
    ];

    expect(ids.map((id) => id.slice(0, 2))).toEqual(['b-', 'b-', 'b-']);
    const refused = await one.rest.post('/channels?endpoint=Local/up@default&app=home&bridge=b-none');
    expect([refused.status, refused.body]).toMatchObject([404, { message: "there is no bridge 'b-none'" }]);
    await Promise.all(ids.map((id) => one.rest.delete(`/channels/${id}`)));
    for (const id of [bridge, 'a-chosen']) await one.rest.delete(`/bridges/${id}`);
  });

  it('gives a released id to another node', async () => {
    const [one, two] = nodes();
    const id = await makeChannel(one, 'home', '&channelId=free');
    await two.rest.delete(`/channels/${id}`);

    await eventually(
      async () => (await two.rest.post('/bridges/free')).status === 200,
      () => 'the id is not free',
    );
    expect((await one.rest.delete('/bridges/free')).status).toBe(204);
  });

  it('lists the channels of all nodes', async () => {
    const all = nodes();
    const ids = await Promise.all(all.map((node) => makeChannel(node, 'home')));

    const { body, headers } = await all[1].rest.get('/channels');

    const listed = (body as readonly { readonly id: string }[]).map(({ id }) => id);
    expect(listed).toEqual(expect.arrayContaining(ids));
    expect(headers.get('patchbay-missing-nodes')).toBeNull();
    await Promise.all(ids.map((id) => all[0].rest.delete(`/channels/${id}`)));
  });

  it('lets the newest socket of an application replace an older one on another node', async () => {
    const [one, two, three] = nodes();
    const old = await one.open('app=moved');
    const young = await two.open('app=moved');

    expect(await nextOf(old, 'ApplicationReplaced')).toMatchObject({ application: 'moved' });
    const id = await makeChannel(three, 'moved');
    expect(await nextOf(young, 'StasisStart')).toMatchObject({ channel: { id } });
    await one.rest.delete(`/channels/${id}`);
    await Promise.all([old.close(), young.close()]);
  });

  it('subscribes an application to an object of another node', async () => {
    const [one, two, three] = nodes();
    const socket = await one.open('app=watcher');
    const made = await two.rest.post('/bridges?type=mixing');
    const { id } = made.body as { readonly id: string };

    const { status, body } = await three.rest.post(`/applications/watcher/subscription?eventSource=bridge:${id}`);

    expect(status).toBe(200);
    expect(body).toMatchObject({ bridge_ids: [id] });
    await one.rest.delete(`/bridges/${id}`);
    expect(await nextOf(socket, 'BridgeDestroyed')).toMatchObject({ bridge: { id } });
    await socket.close();
  });

  it('shares device states, mailboxes, global variables and configuration objects', async () => {
    const [one, two, three] = nodes();
    const socket = await three.open('app=lamps');
    await one.rest.post('/applications/lamps/subscription?eventSource=deviceState:');
    expect((await one.rest.put('/deviceStates/Stasis:lamp?deviceState=INUSE')).status).toBe(204);
    await one.rest.put('/mailboxes/box?oldMessages=1&newMessages=2');
    await one.rest.post('/server/variable?variable=COLOUR&value=blue');
    await one.rest.put('/server/res_ari/user/guest', { fields: [{ attribute: 'password', value: 'secret' }] });

    const facts = ['/deviceStates/Stasis:lamp', '/mailboxes/box', '/server/variable?variable=COLOUR'];
    const read = async (target: string): Promise<string> => JSON.stringify((await two.rest.get(target)).body);
    let seen = '';
    await eventually(
      async () => {
        seen = (await Promise.all([...facts, '/server/res_ari/user/guest'].map(read))).join();
        return /INUSE.*"new_messages":2.*blue.*attribute/.test(seen);
      },
      () => `another node knows only ${seen}`,
    );
    expect(await nextOf(socket, 'DeviceStateChanged')).toMatchObject({ device_state: { name: 'Stasis:lamp' } });
    const later = (await socket.sofar()).map((message) => JSON.stringify(message));
    expect(later.filter((text) => text.includes('Stasis:lamp'))).toEqual([]);
    await socket.close();
  });

  it('reads a recording that another node has stored', async () => {
    const [one, two] = nodes();
    const folder = join(one.folder, 'state', 'spool', 'recording');
    mkdirSync(folder, { recursive: true });
    const bytes = Buffer.alloc(600_000, 'patchbay');
    writeFileSync(join(folder, 'far.sln16'), bytes);

    const authorization = `Basic ${Buffer.from('asterisk:asterisk').toString('base64')}`;
    const file = await fetch(`${two.origin}/ari/recordings/stored/far/file`, { headers: { authorization } });

    expect(file.status).toBe(200);
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('refuses a node whose id a living one has', async () => {
    await expect(rig.startNode('a')).rejects.toThrow(/a living node has the id a already/);
  });

  describe('every operation of the spec', () => {
    const owned = routes.filter(({ owner, websocketProtocol }) => owner !== 'here' && websocketProtocol === undefined);

    it.each(owned.map((route) => [route.operation, route] as const))(
      'gives the same answer on a node that does not own the object: %s',
      async (_, route) => {
        const [one, two] = nodes();
        const objects = new MatrixObjects(one);

        const [own, other] = [await objects.call(route, one), await objects.call(route, two)];

        expect(other.status).toBe(own.status);
        expect(other.shape).toEqual(own.shape);
        await objects.clean();
      },
      30_000,
    );
  });
});

import type { AppSocket, Message } from '../../support/sockets/socket-peer';
import type { Rest, RestAnswer } from '../../support/sockets/socket-rest';
import { hears, namesIn, RightsRig, statusOf } from './rights-rig';

const websocketClients = ['speech', 'sales-speech']
  .map((name) => `[${name}]\ntype = websocket_client\nconnection_type = per_call_config\nuri = ws://127.0.0.1:1/\n`)
  .join('\n');

let rig: RightsRig;
const as = (name: string): Rest => rig.as(name);
const open = (name: string, query: string): Promise<AppSocket> => rig.open(name, query);
const call: RightsRig['call'] = (...args) => rig.call(...args);

/** Ids of all channels and bridges that a message shows. */
function shownIn(message: Message): string[] {
  const { channel, bridge, peer, caller, playback, recording } = message as unknown as Record<
    string,
    Readonly<Record<string, string>> | undefined
  >;
  const targets = [playback, recording].flatMap((media) => media?.['target_uri']?.split(':')[1] ?? []);
  return [...[channel, bridge, peer, caller].flatMap((object) => object?.['id'] ?? []), ...targets];
}

let sales: AppSocket;
let support: AppSocket;
beforeAll(async () => {
  rig = await RightsRig.start({ 'websocket_client.conf': websocketClients });
});
beforeEach(async () => {
  sales = await open('sales', 'sales-1,sales-2');
  support = await open('support', 'support');
  await call('sales', 'own-call', { app: 'sales-1', socket: sales });
  await call('support', 'foreign-call', { app: 'support', socket: support });
  await as('admin').post('/channels/plain-call?endpoint=Local/up@default&extension=up');
  await as('sales').post('/bridges/own-bridge');
  await as('support').post('/bridges/foreign-bridge');
});
afterEach(async () => {
  for (const kind of ['channels', 'bridges'])
    for (const id of namesIn(await as('admin').get(`/${kind}`))) await as('admin').delete(`/${kind}/${id}`);
  await rig.sockets.closeAll();
});
afterAll(() => rig.close());

describe('what a user who is limited to applications sees', () => {
  it('is only its own channels and bridges', async () => {
    const channels = namesIn(await as('sales').get('/channels'));

    expect(channels).toEqual(expect.arrayContaining(['own-call']));
    for (const id of channels) expect(id).not.toMatch(/foreign|plain/);
    expect(channels).toHaveLength(2); // both halves of its Local call
    expect(namesIn(await as('sales').get('/bridges'))).toEqual(['own-bridge']);
    expect(namesIn(await as('sales').get('/applications'))).toEqual(['sales-1', 'sales-2']);
    expect(namesIn(await as('admin').get('/channels')).length).toBeGreaterThan(4);
    expect(namesIn(await as('admin').get('/bridges'))).toEqual(['foreign-bridge', 'own-bridge']);
  });

  it('depends on the applications alone: a bridge of sales-* is not for a user of sales-1', async () => {
    expect(await statusOf(as('clerk').get('/channels/own-call'))).toBe(200);
    expect(await statusOf(as('clerk').get('/bridges/own-bridge'))).toBe(404);
  });

  it('is a call only as long as it is in its application', async () => {
    expect(await statusOf(as('admin').post('/channels/own-call/move?app=support'))).toBe(204);
    await hears(support, 'StasisStart', 'own-call');

    expect(await statusOf(as('sales').get('/channels/own-call'))).toBe(404);
    expect(await statusOf(as('support').get('/channels/own-call'))).toBe(200);
  });

  it('includes devices and mailboxes of the name of its applications', async () => {
    const own = as('sales');

    expect(await statusOf(own.put('/deviceStates/Stasis:sales-1?deviceState=BUSY'))).toBe(204);
    expect(await statusOf(own.put('/deviceStates/Stasis:other?deviceState=BUSY'))).toBe(403);
    await as('admin').put('/deviceStates/Stasis:other?deviceState=BUSY');
    expect(namesIn(await own.get('/deviceStates'))).toEqual(['Stasis:sales-1']);
    expect(await statusOf(own.put('/mailboxes/sales-box?oldMessages=1&newMessages=0'))).toBe(204);
    expect(await statusOf(own.get('/mailboxes/other'))).toBe(403);
  });
});

describe('what a user who is limited to applications may do', () => {
  it.each([
    ['POST', '/channels/own-call/move?app=support'],
    ['POST', '/channels?endpoint=Local/up@default&app=support'],
    ['POST', '/channels?endpoint=Local/up@default&extension=up'],
    ['POST', '/channels/create?endpoint=Local/up@default&app=support'],
    ['POST', '/channels/own-call/snoop?spy=in&app=support'],
    ['POST', '/channels/externalMedia?app=support&external_host=127.0.0.1:9&format=ulaw'],
    ['POST', '/events/user/x?application=support'],
    ['GET', '/server/variable?variable=TRUNK'],
    ['POST', '/server/variable?variable=TRUNK&value=1'],
    ['GET', '/server/modules'],
    ['GET', '/server/logging'],
    ['GET', '/server/res_ari/user/admin'],
    ['GET', '/endpoints'],
    ['GET', '/channels/own-call/variable?variable=GLOBAL(TRUNK)'],
    ['GET', '/channels/own-call/variable?variable=IMPORT(foreign-call,UNIQUEID)'],
    ['GET', '/channels/own-call/variable?variable=CHANNELS()'],
    ['GET', '/channels/own-call/variables?variables=EVAL(%24%7BGLOBAL(TRUNK)%7D)'],
    ['POST', '/channels/own-call/variable?variable=GLOBAL(TRUNK)&value=1'],
    ['POST', '/applications/sales-1/subscription?eventSource=deviceState:Stasis:other'],
  ])('is not %s %s', async (method, path) => {
    expect(await statusOf(as('sales').call(method, path))).toBe(403);
  });

  it('does not include global variables by way of a channel', async () => {
    expect((await as('admin').get('/channels/own-call/variable?variable=TRUNK')).body).toEqual({ value: 'hidden' });
    expect(await statusOf(as('sales').get('/channels/own-call/variable?variable=TRUNK'))).toBe(404);
    expect(await statusOf(as('sales').post('/channels/own-call/variables', { variables: { 'GLOBAL(A)': '1' } }))).toBe(
      403,
    );
  });

  it('is everything with what is its own', async () => {
    const own = as('sales');
    const statuses = [
      await own.get('/channels/own-call/variable?variable=CHANNEL(name)'),
      await own.post('/channels/own-call/variable?variable=X&value=1'),
      await own.post('/bridges/own-bridge/addChannel?channel=own-call'),
      await own.post('/bridges/own-bridge/play?media=tone:ring'),
      await own.post('/applications/sales-2/subscription?eventSource=channel:own-call'),
      await own.post('/channels/own-call/move?app=sales-2'),
      await own.delete('/bridges/own-bridge'),
      await own.delete('/channels/own-call'),
      await own.get('/server/ping'),
      await own.get('/server/info'),
    ].map(({ status }) => status);

    expect(statuses).toEqual([200, 204, 204, 201, 200, 204, 204, 204, 200, 200]);
  });

  it('is read-only for a bridge in which another user joined its call with others', async () => {
    await as('admin').post('/bridges/shared');
    await as('admin').post('/bridges/shared/addChannel?channel=own-call,foreign-call');

    expect(await statusOf(as('sales').get('/bridges/shared'))).toBe(200);
    for (const { body } of [await as('sales').get('/bridges/shared'), await as('sales').get('/bridges')])
      expect(JSON.stringify(body)).toMatch(/^(?!.*foreign).*"channels":\["own-call"\]/);
    const told = 'application=sales-1&source=bridge:';
    expect(await statusOf(as('sales').post(`/events/user/news?${told}shared`))).toBe(422);
    expect(await statusOf(as('sales').post(`/events/user/news?${told}own-bridge`))).toBe(204);
    for (const path of ['/bridges/shared/play?media=tone:ring', '/bridges/shared/addChannel?channel=own-call'])
      expect(await statusOf(as('sales').post(path))).toBe(403);
    expect(await statusOf(as('sales').delete('/bridges/shared'))).toBe(403);
    expect(await statusOf(as('support').delete('/bridges/shared'))).toBe(403);
    expect(await statusOf(as('sales').delete('/channels/own-call'))).toBe(204);
  });

  it('is to call over a websocket client of the name of one of its applications, and no other', async () => {
    const media = 'transport=websocket&encapsulation=none&format=ulaw&app=sales-1';
    const external = (host: string): Promise<RestAnswer> =>
      as('sales').post(`/channels/externalMedia?external_host=${host}&${media}`);
    const originated = (endpoint: string): Promise<RestAnswer> =>
      as('sales').post(`/channels?endpoint=${endpoint}&app=sales-1`);
    const created = (endpoint: string): Promise<RestAnswer> =>
      as('sales').post(`/channels/create?endpoint=${endpoint}&app=sales-1`);

    expect(await statusOf(external('speech'))).toBe(403);
    expect(await statusOf(originated('WebSocket/speech'))).toBe(403);
    expect(await statusOf(originated('websocket/speech/c(ulaw)'))).toBe(403);
    expect(await statusOf(created('WebSocket/speech'))).toBe(403);
    expect(await statusOf(external('sales-speech'))).toBe(200);
    expect(await statusOf(created('WebSocket/INCOMING'))).toBe(200);
    expect(await statusOf(as('admin').post(`/channels/externalMedia?external_host=speech&${media}`))).toBe(200);
  });

  it('is to claim a call that was offered to one of its applications', async () => {
    await as('admin').post('/channels/offered?endpoint=Local/offer@default&extension=up');
    const { channel } = (await hears(support, 'CallBroadcast', 'support')) as unknown as {
      readonly channel: { readonly id: string };
    };
    const claim = (name: string, app: string): Promise<RestAnswer> =>
      as(name).post(`/events/claim?channelId=${channel.id}&application=${app}`);

    expect(await statusOf(claim('sales', 'support'))).toBe(403);
    expect(await statusOf(claim('sales', 'sales-1'))).toBe(404);
    expect(await statusOf(claim('support', 'support'))).toBe(204);
  });
});

describe('what a user who is limited to applications hears', () => {
  it('is about its own calls, even if it asks for everything', async () => {
    const all = await open('sales', 'sales-all&subscribeAll=true');
    const everything = await open('admin', 'everything&subscribeAll=true');
    await call('support', 'foreign-2', { app: 'support', socket: support });
    await as('support').post('/bridges/foreign-bridge/addChannel?channel=foreign-2');
    await as('support').post('/channels/foreign-2/variable?variable=X&value=1');
    await as('admin').post('/server/variable?variable=GLOBAL_ONE&value=1');
    await as('admin').put('/deviceStates/Stasis:elsewhere?deviceState=INUSE');
    await call('sales', 'own-2', { app: 'sales-1', socket: sales });
    await as('sales').post('/bridges/own-bridge/addChannel?channel=own-2');
    await as('sales').put('/deviceStates/Stasis:sales-lamp?deviceState=INUSE');
    await as('sales').delete('/channels/own-2');
    await hears(everything, 'ChannelDestroyed', 'own-2');

    const heard = await all.sofar();

    expect(JSON.stringify(heard)).not.toMatch(/foreign|plain-call|GLOBAL_ONE|elsewhere/);
    expect(heard.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['ChannelVarset', 'ChannelEnteredBridge', 'DeviceStateChanged', 'ChannelDestroyed']),
    );
    expect(new Set(heard.flatMap(shownIn))).toContain('own-2');
  });

  it('begins with the beginning of its calls', async () => {
    const all = await open('sales', 'sales-all&subscribeAll=true');
    await call('sales', 'own-2', { app: 'sales-1', socket: sales });
    await as('sales').post('/channels/create?channelId=own-3&endpoint=Local/up@default&app=sales-1');
    await as('sales').post('/channels/own-2/snoop?snoopId=own-4&spy=both&app=sales-1');
    const media = 'transport=websocket&encapsulation=none&connection_type=server&format=ulaw';
    await as('sales').post(`/channels/externalMedia?channelId=own-5&app=sales-1&${media}`);
    await hears(sales, 'StasisStart', 'own-4');

    const created = (await all.sofar()).filter(({ type }) => type === 'ChannelCreated').flatMap(shownIn);

    expect(created).toEqual(expect.arrayContaining(['own-2', 'own-3', 'own-4', 'own-5']));
  });

  it('leaves the channels of others out of the bridges that it shows', async () => {
    const all = await open('sales', 'sales-all&subscribeAll=true');
    await as('admin').post('/bridges/shared');
    await as('admin').post('/bridges/shared/addChannel?channel=foreign-call');
    await as('admin').post('/bridges/shared/addChannel?channel=own-call');
    const entered = await hears(all, 'ChannelEnteredBridge', 'own-call');
    await as('admin').post('/bridges/shared/removeChannel?channel=own-call');
    const left = await hears(all, 'ChannelLeftBridge', 'own-call');

    expect(entered).toMatchObject({ bridge: { id: 'shared', channels: ['own-call'] }, channel: { id: 'own-call' } });
    expect(left).toMatchObject({ bridge: { id: 'shared', channels: [] } });
  });

  it('includes subscriptions that a user with more rights made for its application', async () => {
    await as('admin').post('/applications/sales-1/subscription?eventSource=channel:foreign-call');
    await as('support').post('/channels/foreign-call/variable?variable=X&value=granted');

    expect((await sales.sofar()).map(({ type }) => type)).toContain('ChannelVarset');
    await as('admin').delete('/applications/sales-1/subscription?eventSource=channel:foreign-call');
    await as('support').post('/channels/foreign-call/variable?variable=X&value=not');
    expect(await sales.sofar()).toEqual([]);
  });
});

import { RunningServer } from '../../support/server/running-server';
import type { RestAnswer } from '../../support/sockets/socket-rest';
import { refusal, Rest } from '../../support/sockets/socket-rest';
import { Sockets } from '../../support/sockets/socket-peer';

let server: RunningServer;
let rest: Rest;
const sockets = new Sockets(() => server.origin);
const path = '/applications/subapp/subscription';
const subscribe = (...sources: readonly string[]): Promise<RestAnswer> =>
  rest.post(`${path}?eventSource=${sources.map(encodeURIComponent).join(',')}`);
const unsubscribe = (...sources: readonly string[]): Promise<RestAnswer> =>
  rest.delete(`${path}?eventSource=${sources.map(encodeURIComponent).join(',')}`);

beforeAll(async () => {
  server = await RunningServer.start();
  rest = new Rest(server.origin);
});
afterEach(() => sockets.closeAll());
afterAll(() => server.close());

/** The name is used again by every test, so that none may leave subscriptions behind. */
async function aSubscriber() {
  const socket = await sockets.open('app=subapp');
  const { body } = await rest.get('/applications/subapp');
  const { device_names: left } = body as { readonly device_names: readonly string[] };
  if (left.length > 0) await unsubscribe(...left.map((name) => `deviceState:${name}`));
  return socket;
}
const lamp = (name: string, state: string): Promise<RestAnswer> =>
  rest.put(`/deviceStates/${encodeURIComponent(name)}?deviceState=${state}`);

describe('subscribing to device states', () => {
  it('brings the events of exactly these devices, whether or not they exist', async () => {
    const socket = await aSubscriber();

    const { status, body } = await subscribe('deviceState:Stasis:lamp', 'deviceState:Local/x@y');
    await lamp('Stasis:lamp', 'BUSY');
    await lamp('Stasis:other', 'BUSY');

    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'subapp', device_names: ['Stasis:lamp', 'Local/x@y'] });
    expect((await socket.sofar()).map(({ device_state: state }) => state)).toEqual([
      { name: 'Stasis:lamp', state: 'BUSY' },
    ]);
    await Promise.all(['Stasis:lamp', 'Stasis:other'].map((name) => rest.delete(`/deviceStates/${name}`)));
  });

  it('is not counted: once taken back, it is over', async () => {
    const socket = await aSubscriber();
    await subscribe('deviceState:Stasis:counted');
    await subscribe('deviceState:Stasis:counted');

    expect((await unsubscribe('deviceState:Stasis:counted')).body).toMatchObject({ device_names: [] });
    await lamp('Stasis:counted', 'INUSE');

    expect(await socket.sofar()).toEqual([]);
    expect((await unsubscribe('deviceState:Stasis:counted')).status).toBe(422);
  });

  it.each([
    ['in the query, comma-separated', { query: '?eventSource=deviceState:Stasis:a,deviceState:Stasis:b' }],
    ['in the query, repeated', { query: '?eventSource=deviceState:Stasis:a&eventSource=deviceState:Stasis:b' }],
    ['as a JSON array', { body: { eventSource: ['deviceState:Stasis:a', 'deviceState:Stasis:b'] } }],
  ])('takes a list %s', async (_how, { query = '', body }: { query?: string; body?: object }) => {
    await aSubscriber();

    const answer = await rest.post(`${path}${query}`, body);

    expect(answer.body).toMatchObject({ device_names: ['Stasis:a', 'Stasis:b'] });
  });
});

describe('subscribing to what cannot be subscribed to', () => {
  it.each([
    ['no source', path, 400, 'parameter-missing', ['eventSource']],
    ['an empty source', `${path}?eventSource=`, 400, 'parameter-missing', ['eventSource']],
    ['an unknown scheme', `${path}?eventSource=bogus:x`, 400, 'request-invalid', ['bogus:x', 'deviceState:']],
    ['no scheme', `${path}?eventSource=noscheme`, 400, 'request-invalid', ['noscheme']],
    ['a scheme without colon', `${path}?eventSource=channel`, 400, 'request-invalid', ['channel:']],
    ['a scheme in capitals', `${path}?eventSource=CHANNEL:c1`, 400, 'request-invalid', ['CHANNEL:c1']],
    ['a blank in front', `${path}?eventSource=%20channel:c1`, 400, 'request-invalid', ['channel:']],
    ['an unknown channel', `${path}?eventSource=channel:nochan`, 422, 'unprocessable', ['channel:nochan']],
    ['an unknown bridge', `${path}?eventSource=bridge:nobridge`, 422, 'unprocessable', ['bridge:nobridge']],
    ['an unknown endpoint', `${path}?eventSource=endpoint:PJSIP/alice`, 422, 'unprocessable', ['PJSIP/alice']],
    ['an unknown technology', `${path}?eventSource=endpoint:NOTECH`, 422, 'unprocessable', ['endpoint:NOTECH']],
    [
      'an unknown application',
      '/applications/nobody/subscription?eventSource=channel:c1',
      404,
      'not-found',
      ['nobody'],
    ],
  ])('is refused for %s', async (_what, target, status, code, words) => {
    await aSubscriber();

    const answer = await rest.post(target);

    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(refusal(code, ...words));
  });

  it.each([
    ['an unknown object', ['deviceState:Stasis:two', 'channel:nochan'], 422],
    ['an unknown scheme', ['deviceState:Stasis:two', 'bogus:x'], 400],
  ])('subscribes to nothing of a list with %s in it', async (_what, sources, status) => {
    await aSubscriber();

    expect((await subscribe(...sources)).status).toBe(status);
    expect((await rest.get('/applications/subapp')).body).toMatchObject({ device_names: [] });
  });
});

describe('unsubscribing', () => {
  it.each([
    ['no source', path, 400, 'parameter-missing', ['eventSource']],
    ['an unknown scheme', `${path}?eventSource=bogus:x`, 400, 'request-invalid', ['bogus:x']],
    ['a device not subscribed to', `${path}?eventSource=deviceState:Stasis:never`, 422, 'unprocessable', ['never']],
    ['a channel not subscribed to', `${path}?eventSource=channel:c1`, 422, 'unprocessable', ['channel:c1']],
    ['a kind not subscribed to', `${path}?eventSource=bridge:`, 422, 'unprocessable', ['bridge:']],
    ['an unknown application', '/applications/nobody/subscription?eventSource=channel:', 404, 'not-found', ['nobody']],
  ])('is refused for %s', async (_what, target, status, code, words) => {
    await aSubscriber();

    const answer = await rest.delete(target);

    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(refusal(code, ...words));
  });

  it('takes back nothing of a list with one source too many', async () => {
    await aSubscriber();
    await subscribe('deviceState:Stasis:kept');

    expect((await unsubscribe('deviceState:Stasis:kept', 'deviceState:Stasis:never')).status).toBe(422);

    expect((await rest.get('/applications/subapp')).body).toMatchObject({ device_names: ['Stasis:kept'] });
  });
});

describe('subscribing to whole kinds', () => {
  const kinds = [
    ['channel', 'channel_ids', '__AST_CHANNEL_ALL_TOPIC'],
    ['bridge', 'bridge_ids', '__AST_BRIDGE_ALL_TOPIC'],
    ['endpoint', 'endpoint_ids', '__AST_ENDPOINT_ALL_TOPIC'],
    ['deviceState', 'device_names', '__AST_DEVICE_STATE_ALL_TOPIC'],
  ] as const;

  it.each(kinds)('is done with %s: and shown in %s', async (kind, field, name) => {
    await aSubscriber();

    expect((await subscribe(`${kind}:`)).body).toMatchObject({ [field]: [name] });
    expect((await unsubscribe(`${kind}:`)).body).toMatchObject({ [field]: [] });
  });

  it.each(kinds)('of %s is also known by the name that %s shows', async (kind, field, name) => {
    await aSubscriber();

    expect((await subscribe(`${kind}:${name}`)).body).toMatchObject({ [field]: [name] });
    expect((await unsubscribe(`${kind}:${name}`)).body).toMatchObject({ [field]: [] });
    expect((await unsubscribe(`${kind}:${name}`)).status).toBe(422);
  });

  it('is not counted', async () => {
    await aSubscriber();
    await subscribe('deviceState:');
    await subscribe('deviceState:');

    expect((await unsubscribe('deviceState:')).body).toMatchObject({ device_names: [] });
  });

  it('absorbs single sources that come later, which cannot be taken back then', async () => {
    const socket = await aSubscriber();
    await subscribe('deviceState:');

    expect((await subscribe('deviceState:Stasis:one')).body).toMatchObject({
      device_names: ['__AST_DEVICE_STATE_ALL_TOPIC'],
    });
    const refused = await unsubscribe('deviceState:Stasis:one');
    await lamp('Stasis:one', 'RINGING');

    expect([refused.status, refused.body]).toEqual([
      422,
      expect.objectContaining(refusal('unprocessable', 'Stasis:one', 'deviceState:')),
    ]);
    expect(await socket.sofar()).toHaveLength(1);
    await rest.delete('/deviceStates/Stasis:one');
  });

  it('after a single source still brings each event once, and each goes by itself', async () => {
    const socket = await aSubscriber();
    await subscribe('deviceState:Stasis:both');
    await subscribe('deviceState:');

    await lamp('Stasis:both', 'BUSY');
    expect(await socket.sofar()).toHaveLength(1);
    await unsubscribe('deviceState:');
    await lamp('Stasis:both', 'INUSE');
    expect(await socket.sofar()).toHaveLength(1);
    await unsubscribe('deviceState:Stasis:both');
    await lamp('Stasis:both', 'BUSY');
    expect(await socket.sofar()).toHaveLength(0);
    await rest.delete('/deviceStates/Stasis:both');
  });

  it('reports global variables to subscribers of all channels only', async () => {
    const socket = await aSubscriber();
    const devices = await sockets.open('app=devices');
    await rest.post('/applications/devices/subscription?eventSource=deviceState:,bridge:,endpoint:');
    await subscribe('channel:');

    await rest.post('/server/variable?variable=WEATHER&value=fine');

    expect(await socket.sofar()).toMatchObject([{ type: 'ChannelVarset', variable: 'WEATHER', value: 'fine' }]);
    expect(await devices.sofar()).toEqual([]);
  });
});

describe('the rights of subscribing', () => {
  it('are not those of a user who may only read, by either door', async () => {
    const reader = await sockets.open('app=subapp', { user: 'reader:readerpw' });
    const overHttp = await new Rest(server.origin, 'reader:readerpw').post(`${path}?eventSource=channel:`);
    const overSocket = await reader.ask({ method: 'POST', uri: `${path.slice(1)}?eventSource=channel:` });

    expect([overHttp.status, overSocket['status_code']]).toEqual([403, 403]);
    expect((await rest.get('/applications/subapp')).body).toMatchObject({ channel_ids: [] });
  });
});

import type { JsonValue } from '../../src/contract/json';
import { ApiRig, messageOf } from './api-rig';

const existing = ['channel:c1', 'channel:c2', 'bridge:b1', 'endpoint:PJSIP/alice', 'endpoint:PJSIP'];

let api: ApiRig;
beforeEach(() => {
  api = new ApiRig({ subjects: { exists: (kind, id) => existing.includes(`${kind}:${id}`) } });
});
afterEach(() => api.close());

const nothing = {
  channel_ids: [],
  bridge_ids: [],
  endpoint_ids: [],
  device_names: [],
  events_allowed: [],
  events_disallowed: [],
};
const shown = (name: string, more: object = {}) => ({ status: 200, body: { name, ...nothing, ...more } });

const subscribe = (source: string) => api.ask('POST', `/applications/app/subscription?eventSource=${source}`);
const unsubscribe = (source: string) => api.ask('DELETE', `/applications/app/subscription?eventSource=${source}`);
const filter = (body?: JsonValue) => api.ask('PUT', '/applications/app/eventFilter', body);

describe('the applications resource', () => {
  it('lists applications by name while their sockets hold them', async () => {
    expect(await api.ask('GET', '/applications')).toEqual({ status: 200, body: [] });
    const zebra = api.connect('zebra');
    api.connect('ant');

    expect(await api.ask('GET', '/applications')).toEqual({
      status: 200,
      body: [
        { name: 'ant', ...nothing },
        { name: 'zebra', ...nothing },
      ],
    });
    api.applications.unregister('zebra', zebra);
    expect(await api.ask('GET', '/applications')).toMatchObject({ body: [{ name: 'ant' }] });
  });

  it('shows one application, its name being case-sensitive', async () => {
    api.connect('app');

    expect(await api.ask('GET', '/applications/app')).toEqual(shown('app'));
    expect(await api.ask('GET', '/applications/APP')).toMatchObject({ status: 404 });
  });

  it('shows under known names what an application is subscribed to as a whole', async () => {
    api.connect('all', true);

    expect(await api.ask('GET', '/applications/all')).toEqual(
      shown('all', {
        channel_ids: ['__AST_CHANNEL_ALL_TOPIC'],
        bridge_ids: ['__AST_BRIDGE_ALL_TOPIC'],
        endpoint_ids: ['__AST_ENDPOINT_ALL_TOPIC'],
        device_names: ['__AST_DEVICE_STATE_ALL_TOPIC'],
      }),
    );
  });

  it.each([
    ['GET', '/applications/nobody'],
    ['POST', '/applications/nobody/subscription?eventSource=channel:c1'],
    ['POST', '/applications/nobody/subscription?eventSource=bogus'],
    ['DELETE', '/applications/nobody/subscription?eventSource=channel:c1'],
    ['PUT', '/applications/nobody/eventFilter'],
  ])('knows no application at %s %s and says how they come into being', async (method, target) => {
    const reply = await api.ask(method, target);

    expect(reply.status).toBe(404);
    expect(messageOf(reply)).toContain("there is no application 'nobody': it is created when a websocket names it");
  });
});

describe('a message about a name', () => {
  it('does not repeat it at any length', async () => {
    const reply = await api.ask('GET', `/applications/${'x'.repeat(4000)}`);

    expect(messageOf(reply)).toContain(`'${'x'.repeat(77)}...'`);
    expect(messageOf(reply).length).toBeLessThan(300);
  });
});

describe('subscribing', () => {
  beforeEach(() => void api.connect('app'));

  it('takes every kind of source', async () => {
    expect(await subscribe('channel:c1')).toEqual(shown('app', { channel_ids: ['c1'] }));
    await subscribe('bridge:b1');
    await subscribe('endpoint:PJSIP/alice');
    await subscribe('endpoint:PJSIP');

    expect(await subscribe('deviceState:Stasis:lamp')).toEqual(
      shown('app', {
        channel_ids: ['c1'],
        bridge_ids: ['b1'],
        endpoint_ids: ['PJSIP/alice', 'PJSIP'],
        device_names: ['Stasis:lamp'],
      }),
    );
  });

  it('takes several sources in every form of a list', async () => {
    await subscribe('channel:c1,bridge:b1');
    await api.ask('POST', '/applications/app/subscription?eventSource=deviceState:a&eventSource=deviceState:b');

    expect(
      await api.ask('POST', '/applications/app/subscription', { eventSource: ['deviceState:c', 'deviceState:d'] }),
    ).toEqual(shown('app', { channel_ids: ['c1'], bridge_ids: ['b1'], device_names: ['a', 'b', 'c', 'd'] }));
  });

  it.each(['channel:', 'bridge:', 'endpoint:', 'deviceState:'])('takes everything of a kind: %s', async (source) => {
    expect(await subscribe(source)).toMatchObject({ status: 200 });
  });

  it.each(['bogus:x', 'noscheme', 'channel', 'CHANNEL:c1', ':c1', 'channel:c1,%20bridge:b1'])(
    'refuses %j, whose scheme is none, and says which there are',
    async (source) => {
      const reply = await subscribe(source);

      expect(reply.status).toBe(400);
      expect(messageOf(reply)).toContain('begin it with channel:, bridge:, endpoint:, deviceState: in exactly this');
    },
  );

  it('needs a source', async () => {
    for (const target of ['/applications/app/subscription', '/applications/app/subscription?eventSource='])
      expect(await api.ask('POST', target)).toMatchObject({ status: 400, body: { parameter: 'eventSource' } });
  });

  it.each(['channel:nochan', 'bridge:nobridge', 'endpoint:PJSIP/bob', 'endpoint:Local', 'endpoint:pjsip'])(
    'refuses %s, which does not exist',
    async (source) => {
      const reply = await subscribe(source);

      expect(reply.status).toBe(422);
      expect(messageOf(reply)).toContain(`the event source '${source}' does not exist`);
    },
  );

  it.each([
    ['deviceState:Stasis:two,channel:nochan', 422],
    ['channel:c1,bogus:x', 400],
  ])('does all of a list or nothing: %s', async (source, status) => {
    expect((await subscribe(source)).status).toBe(status);
    expect(await api.ask('GET', '/applications/app')).toEqual(shown('app'));
  });

  it('does not record single sources under the whole of their kind', async () => {
    await subscribe('channel:');

    expect(await subscribe('channel:c1')).toEqual(shown('app', { channel_ids: ['__AST_CHANNEL_ALL_TOPIC'] }));
  });
});

describe('unsubscribing', () => {
  beforeEach(() => void api.connect('app'));

  it('takes back as often as was subscribed, except for devices', async () => {
    await subscribe('channel:c1,channel:c1,deviceState:x,deviceState:x');

    expect(await unsubscribe('channel:c1')).toMatchObject({ body: { channel_ids: ['c1'] } });
    expect(await unsubscribe('channel:c1')).toMatchObject({ body: { channel_ids: [] } });
    expect(await unsubscribe('channel:c1')).toMatchObject({ status: 422 });
    expect(await unsubscribe('deviceState:x')).toMatchObject({ body: { device_names: [] } });
    expect(await unsubscribe('deviceState:x')).toMatchObject({ status: 422 });
  });

  it.each(['channel:', 'bridge:', 'endpoint:', 'deviceState:', 'channel:__AST_CHANNEL_ALL_TOPIC'])(
    'takes back everything of a kind: %s',
    async (source) => {
      await subscribe('channel:,bridge:,endpoint:,deviceState:');

      expect(await unsubscribe(source)).toMatchObject({ status: 200 });
      expect(await unsubscribe(source)).toMatchObject({ status: 422 });
    },
  );

  it('refuses what is not subscribed to and takes back nothing of such a list', async () => {
    await subscribe('channel:c1');

    const reply = await unsubscribe('channel:c1,channel:c2');

    expect(reply.status).toBe(422);
    expect(messageOf(reply)).toContain(
      "'channel:c2' is not among the subscriptions of 'app', so nothing was taken back",
    );
    expect(await api.ask('GET', '/applications/app')).toEqual(shown('app', { channel_ids: ['c1'] }));
  });

  it('says what can be taken back instead of a source that is only covered by its kind', async () => {
    await subscribe('channel:');

    const reply = await unsubscribe('channel:c1');

    expect(reply.status).toBe(422);
    expect(messageOf(reply)).toContain('only channel: as a whole is');
  });

  it('refuses a bad scheme and a missing source', async () => {
    expect(await unsubscribe('bogus:x')).toMatchObject({ status: 400 });
    expect(await unsubscribe('')).toMatchObject({ status: 400 });
  });

  it('ends an application that nothing else keeps', async () => {
    const listener = api.connect('app');
    await subscribe('channel:c1');
    api.applications.unregister('app', listener);
    expect(await api.ask('GET', '/applications/app')).toMatchObject({ status: 200 });

    expect(await unsubscribe('channel:c1')).toEqual(shown('app'));

    expect(await api.ask('GET', '/applications/app')).toMatchObject({ status: 404 });
  });
});

describe('the event filter', () => {
  const dial = { type: 'Dial' };
  const start = { type: 'StasisStart', note: 'kept' };

  beforeEach(() => void api.connect('app'));

  it('changes only the lists that are given', async () => {
    expect(await filter({ allowed: [dial] })).toEqual(shown('app', { events_allowed: [dial] }));
    expect(await filter({ disallowed: [start] })).toEqual(
      shown('app', { events_allowed: [dial], events_disallowed: [start] }),
    );
    expect(await filter({ bogus: [] })).toMatchObject({ body: { events_allowed: [dial] } });
    expect(await filter({ allowed: [] })).toEqual(shown('app', { events_disallowed: [start] }));
    expect(await api.ask('GET', '/applications/app')).toEqual(shown('app', { events_disallowed: [start] }));
  });

  it.each([[undefined], [{}], [[]]])('is cleared by %j', async (body) => {
    await filter({ allowed: [dial], disallowed: [dial] });

    expect(await filter(body)).toEqual(shown('app'));
  });

  it.each([
    [{ allowed: null }],
    [{ allowed: 'Dial' }],
    [{ allowed: ['Dial'] }],
    [{ allowed: [{}] }],
    [{ allowed: [{ type: 5 }] }],
    [{ disallowed: [{ type: '' }] }],
    ['text'],
  ])('stays as it was when %j is put', async (body) => {
    await filter({ allowed: [dial] });

    const reply = await filter(body);

    expect(reply.status).toBe(400);
    expect(messageOf(reply)).toContain('{"type": "StasisStart"}');
    expect(await api.ask('GET', '/applications/app')).toEqual(shown('app', { events_allowed: [dial] }));
  });

  it('holds events back at once', async () => {
    const listener = api.connect('app');
    await subscribe('deviceState:');
    await filter({ disallowed: [{ type: 'DeviceStateChanged' }] });
    await api.ask('PUT', '/deviceStates/Stasis:lamp?deviceState=BUSY');
    await filter();
    await api.ask('PUT', '/deviceStates/Stasis:lamp?deviceState=INUSE');

    expect(listener.facts).toMatchObject([{ device_state: { state: 'INUSE' } }]);
  });
});

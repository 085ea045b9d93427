import type { Bridge, Channel } from '../../generated/models';
import type { JsonObject } from '../../src/contract/json';
import { aStasisStart } from '../support/client/client-events';
import { ApiRig, messageOf } from './api-rig';

const channel = (id: string): Channel => aStasisStart(id).channel;
const bridge: Bridge = {
  id: 'b1',
  technology: 'simple_bridge',
  bridge_type: 'mixing',
  type: 'mixing',
  bridge_class: 'stasis',
  creator: 'Stasis',
  name: '',
  channels: [],
  creationtime: '2026-11-15T01:02:45.022+0000',
};

let api: ApiRig;
beforeEach(() => {
  api = new ApiRig({
    subjects: {
      channel: (id) => (['c1', 'c2'].includes(id) ? channel(id) : undefined),
      bridge: (id) => (id === 'b1' ? bridge : undefined),
    },
    broadcasts: {
      claim: (channelId) => (channelId === 'free' ? 'claimed' : channelId === 'taken' ? 'too-late' : 'not-broadcast'),
    },
  });
});
afterEach(() => api.close());

const send = (target: string, body?: JsonObject) => api.ask('POST', `/events/user/${target}`, body);

describe('a user event', () => {
  it('goes only to the named application', async () => {
    const [app, all] = [api.connect('app'), api.connect('all', true)];

    expect(await send('plain?application=app')).toEqual({ status: 204 });

    expect(app.facts).toEqual([{ type: 'ChannelUserevent', eventname: 'plain', userevent: { eventname: 'plain' } }]);
    expect(app.messages).toMatchObject([{ application: 'app', asterisk_id: '02:00:00:00:00:01' }]);
    expect(all.messages).toEqual([]);
  });

  it('carries variables of any type, whose names can do no harm', async () => {
    const app = api.connect('app');
    const variables = JSON.parse(
      '{"a":"one","n":5,"deep":{"x":[1,2]},"nil":null,"type":"Evil","eventname":"y","__proto__":{"z":1}}',
    ) as JsonObject;

    expect(await send('with%20space?application=app', { variables })).toEqual({ status: 204 });

    expect(app.facts).toMatchObject([{ type: 'ChannelUserevent', eventname: 'with space' }]);
    expect(JSON.stringify(app.facts[0]?.['userevent'])).toBe(
      '{"a":"one","n":5,"deep":{"x":[1,2]},"nil":null,"type":"Evil","eventname":"with space","__proto__":{"z":1}}',
    );
  });

  it('shows the objects it is about', async () => {
    const app = api.connect('app');
    api.endpoints.register({
      technology: 'PJSIP',
      list: () => [],
      get: (resource) => ({ resource, state: 'online' }),
    });

    expect(await send('e?application=app&source=channel:c1,bridge:b1,endpoint:PJSIP/x')).toEqual({ status: 204 });

    expect(app.facts).toMatchObject([
      { channel: { id: 'c1' }, bridge: { id: 'b1' }, endpoint: { technology: 'PJSIP', resource: 'x' } },
    ]);
  });

  it('shows the last of several objects of a kind', async () => {
    const app = api.connect('app');

    await send('e', { application: 'app', source: ['channel:c1', 'channel:c2'] });

    expect(app.facts).toMatchObject([{ channel: { id: 'c2' } }]);
  });

  it.each([
    ['noapp', 'application'],
    ['noapp?application=', 'application'],
  ])('needs an application: %s', async (target, parameter) => {
    expect(await send(target)).toMatchObject({ status: 400, body: { parameter } });
  });

  it('needs an application that exists', async () => {
    expect(await send('bad?application=nobody&source=bogus')).toMatchObject({ status: 404 });
  });

  it.each(['deviceState:Stasis:x', 'bogus:x', 'noscheme', 'channel:c1,bogus:x'])(
    'cannot be about %s, and says what it can be about',
    async (source) => {
      const app = api.connect('app');

      const reply = await send(`bad?application=app&source=${source}`);

      expect(reply.status).toBe(400);
      expect(messageOf(reply)).toContain('begin it with channel:, bridge:, endpoint: in exactly this spelling');
      expect(app.messages).toEqual([]);
    },
  );

  it.each([
    'channel:nochan',
    'bridge:nobridge',
    'endpoint:PJSIP/x',
    'endpoint:PJSIP',
    'channel:',
    'channel:nochan,channel:c1',
  ])('cannot be about %s, which does not exist', async (source) => {
    const app = api.connect('app');

    const reply = await send(`bad?application=app&source=${source}`);

    expect(reply.status).toBe(422);
    expect(messageOf(reply)).toContain('does not exist, so no event was sent');
    expect(app.messages).toEqual([]);
  });

  it.each([['text'], [[1]], [5]])('refuses %j as its variables', async (variables) => {
    api.connect('app');

    expect(await send('bad?application=app', { variables })).toMatchObject({
      status: 400,
      body: { parameter: 'variables' },
    });
  });
});

describe('claiming a channel', () => {
  it.each([
    ['free', 204],
    ['taken', 409],
    ['nochan', 404],
  ])('answers the claim of %s with %d', async (channelId, status) => {
    expect((await api.ask('POST', `/events/claim?channelId=${channelId}&application=app`)).status).toBe(status);
  });

  it('needs a channel and an application', async () => {
    expect(await api.ask('POST', '/events/claim?application=a')).toMatchObject({ body: { parameter: 'channelId' } });
    expect(await api.ask('POST', '/events/claim?channelId=c')).toMatchObject({ body: { parameter: 'application' } });
  });

  it('is not possible without its module', async () => {
    const bare = new ApiRig({ unloaded: ['res_stasis_broadcast'] });

    expect(await bare.ask('POST', '/events/claim?channelId=c&application=a')).toMatchObject({ status: 501 });
    bare.close();
  });
});

import { someTime } from '../engine/engine-rig';
import { ApiRig, messageOf } from './api-rig';
import { buildFacts, entityId, ServerRig } from './server-rig';

let server: ServerRig;
beforeEach(async () => {
  server = await ServerRig.make();
});
afterEach(() => server.close());

describe('ping and info', () => {
  it('answers a ping with the time and the id of the server, under both names of the resource', async () => {
    const pong = {
      status: 200,
      body: { ping: 'pong', timestamp: expect.any(String) as string, asterisk_id: entityId },
    };

    expect(await server.ask('GET', '/server/ping')).toEqual(pong);
    expect(await server.ask('GET', '/asterisk/ping')).toEqual(pong);
  });

  it('tells everything about itself, or the sections that are wanted', async () => {
    const build = buildFacts;
    const config = {
      name: 'desk',
      default_language: 'en',
      max_channels: 100,
      max_load: 0.9,
      setid: { user: 'pb', group: 'staff' },
    };
    const system = { version: '2.1.0', entity_id: entityId };

    const reply = await server.ask('GET', '/server/info');

    expect(reply).toMatchObject({ status: 200, body: { build, system, config } });
    expect(Object.keys(reply.body as object)).toEqual(['build', 'system', 'config', 'status']);
    expect(await server.ask('GET', '/server/info?only=config,BUILD')).toEqual({ status: 200, body: { build, config } });
    expect(await server.ask('GET', '/server/info?only=system&only=system')).toEqual({ status: 200, body: { system } });
  });

  it('tells when it was started and when a module was last reloaded', async () => {
    const status = async () =>
      ((await server.ask('GET', '/server/info?only=status')).body as Record<string, Record<string, string>>)['status'];
    const before = await status();
    expect(before?.['last_reload_time']).toBe(before?.['startup_time']);

    await server.ask('PUT', '/server/modules/pbx_config.so');

    const after = await status();
    expect(after?.['startup_time']).toBe(before?.['startup_time']);
    expect(after?.['last_reload_time']).not.toBe(after?.['startup_time']);
  });

  it('refuses a section that there is not', async () => {
    expect(await server.ask('GET', '/server/info?only=bogus,system')).toMatchObject({
      status: 400,
      body: { parameter: 'only' },
    });
  });
});

describe('global variables', () => {
  const get = async (name: string) => (await server.ask('GET', `/server/variable?variable=${name}`)).body;

  it('are read, whether or not they are set', async () => {
    expect(await get('GREETING')).toEqual({ value: 'hello' });
    expect(await get('NOSUCHVAR')).toEqual({ value: '' });
    expect(await get('MATH(2*21,int)')).toEqual({ value: '' });
    expect(await get('EPOCH')).toEqual({ value: String(Math.floor(someTime / 1000)) });
  });

  it('are set from the query and from JSON, and removed without a value', async () => {
    expect(await server.ask('POST', '/server/variable?variable=FRESH&value=a%20b,c%20%26%20d')).toEqual({
      status: 204,
    });
    expect(await get('FRESH')).toEqual({ value: 'a b,c & d' });
    expect(await server.ask('POST', '/server/variable', { variable: 'GLOBAL(FRESH)', value: 5 })).toEqual({
      status: 204,
    });
    expect(await get('FRESH')).toEqual({ value: '5' });
    expect(await server.ask('POST', '/server/variable?variable=FRESH')).toEqual({ status: 204 });
    expect(await get('FRESH')).toEqual({ value: '' });
  });

  it.each([
    ['GET', '/server/variable'],
    ['GET', '/server/variable?variable='],
    ['POST', '/server/variable?value=x'],
  ])('need a name: %s %s', async (method, target) => {
    expect(await server.ask(method, target)).toMatchObject({ status: 400, body: { parameter: 'variable' } });
  });

  it('need a name inside the function, too', async () => {
    expect(await server.ask('POST', '/server/variable?variable=GLOBAL()&value=x')).toMatchObject({ status: 400 });
  });

  it('cannot be a way to dangerous functions', async () => {
    const reply = await server.ask('POST', '/server/variable?variable=SHELL(ls)&value=x');

    expect(reply.status).toBe(403);
    expect(messageOf(reply)).toContain('SHELL reaches out of the telephone system');
    expect(messageOf(reply)).toContain('live_dangerously=yes');
  });

  it('are reported, without a channel, to subscribers of all channels', () => {
    const api = new ApiRig({ subjects: { exists: () => true } });
    const [all, one, devices] = [api.connect('all'), api.connect('one'), api.connect('devices')];
    const subscribe = (name: string, kind: 'channel' | 'deviceState', id: string) => {
      const application = api.applications.get(name);
      if (application !== undefined) api.applications.subscribe(application, kind, id);
    };
    subscribe('all', 'channel', '');
    subscribe('one', 'channel', 'c1');
    subscribe('devices', 'deviceState', '');

    api.variables.set('FRESH', 'x');
    api.variables.set('FRESH', undefined);

    expect(all.facts).toEqual([
      { type: 'ChannelVarset', variable: 'FRESH', value: 'x' },
      { type: 'ChannelVarset', variable: 'FRESH', value: '' },
    ]);
    expect([...one.messages, ...devices.messages]).toEqual([]);
    api.close();
  });
});

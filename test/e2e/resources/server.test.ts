import { RunningServer } from '../../support/server/running-server';
import { refusal, Rest } from '../../support/sockets/socket-rest';
import { Sockets } from '../../support/sockets/socket-peer';

let server: RunningServer;
let rest: Rest;
const sockets = new Sockets(() => server.origin);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d{4}$/) as string;

const files = {
  'asterisk.conf': `[options]
systemname = north
entityid = 02:11:22:33:44:55
defaultlanguage = de
maxcalls = 100
maxload = 0.9
maxfiles = 1000
runuser = pbx
rungroup = pbx
`,
  'extensions.conf': '[globals]\nGREETING = hello from globals\nEMPTYGLOBAL =\n',
};

beforeAll(async () => {
  server = await RunningServer.start(files);
  rest = new Rest(server.origin);
});
afterEach(() => sockets.closeAll());
afterAll(() => server.close());

describe('the server', () => {
  it.each(['server', 'asterisk'])('answers a ping under /%s', async (name) => {
    const { status, body, headers } = await rest.get(`/${name}/ping`);

    expect([status, body]).toEqual([200, { ping: 'pong', timestamp: time, asterisk_id: '02:11:22:33:44:55' }]);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('cache-control')).toBe('no-cache, no-store');
  });

  it('says what it is, how it is configured and how it is doing', async () => {
    const { status, body } = await rest.get('/server/info');

    expect([status, body]).toEqual([
      200,
      {
        build: {
          os: expect.any(String) as string,
          kernel: expect.any(String) as string,
          machine: expect.any(String) as string,
          options: expect.any(String) as string,
          date: expect.any(String) as string,
          user: expect.any(String) as string,
        },
        system: { version: expect.stringContaining('Patchbay') as string, entity_id: '02:11:22:33:44:55' },
        config: {
          name: 'north',
          default_language: 'de',
          max_channels: 100,
          max_open_files: 1000,
          max_load: 0.9,
          setid: { user: 'pbx', group: 'pbx' },
        },
        status: { startup_time: time, last_reload_time: time },
      },
    ]);
  });

  it.each([
    ['?only=build', ['build']],
    ['?only=status,config', ['config', 'status']],
    ['?only=system&only=status', ['system', 'status']],
    ['?only=SYSTEM', ['system']],
    ['?only=', ['build', 'system', 'config', 'status']],
    ['?unknownparam=x', ['build', 'system', 'config', 'status']],
  ])('says only what is asked for with %s', async (query, sections) => {
    const { status, body } = await rest.get(`/asterisk/info${query}`);

    expect([status, Object.keys(body as object)]).toEqual([200, sections]);
  });

  it.each(['bogus', 'bogus,system'])('refuses to tell of %s', async (only) => {
    const { status, body } = await rest.get(`/server/info?only=${only}`);

    expect([status, body]).toEqual([
      400,
      { ...refusal('parameter-invalid', 'bogus', 'system'), parameter: 'only', allowed: expect.any(String) as string },
    ]);
  });

  it('tells when its configuration was last read', async () => {
    const times = async (): Promise<Record<'startup_time' | 'last_reload_time', string>> => {
      const { body } = await rest.get('/server/info?only=status');
      return (body as { status: Record<'startup_time' | 'last_reload_time', string> }).status;
    };
    const before = await times();

    expect((await rest.put('/server/modules/res_ari')).status).toBe(204);

    const after = await times();
    expect(after.startup_time).toBe(before.startup_time);
    expect(after.last_reload_time > before.last_reload_time).toBe(true);
  });
});

describe('global variables', () => {
  const value = async (name: string): Promise<unknown> => {
    const { status, body } = await rest.get(`/server/variable?variable=${encodeURIComponent(name)}`);
    return status === 200 ? (body as { value: string }).value : status;
  };

  it.each([
    ['one that extensions.conf sets', 'GREETING', 'hello from globals'],
    ['one that extensions.conf sets to nothing', 'EMPTYGLOBAL', ''],
    ['one that nobody sets', 'NOSUCHVAR', ''],
    ['one in another case', 'greeting', ''],
    ['a function', 'MATH(2*21,int)', ''],
    ['a function that nobody knows', 'NOFUNC(1)', ''],
    ['a dangerous function', 'ENV(PATH)', ''],
    ['an ancestor of all objects', '__proto__', ''],
    ['a built-in one', 'SYSTEMNAME', 'north'],
    ['another built-in one', 'ENTITYID', '02:11:22:33:44:55'],
    ['the time', 'EPOCH', expect.stringMatching(/^\d{10}$/) as string],
  ])('are read: %s', async (_what, name, expected) => {
    expect(await value(name)).toEqual(expected);
  });

  it('are set, changed and removed', async () => {
    expect((await rest.post('/server/variable?variable=FRESH&value=a%20b,c%20%26%20d')).status).toBe(204);
    expect(await value('FRESH')).toBe('a b,c & d');
    expect((await rest.post('/asterisk/variable', { variable: 'FRESH', value: 'from json' })).status).toBe(204);
    expect(await value('FRESH')).toBe('from json');
    expect((await rest.post('/server/variable?variable=FRESH')).status).toBe(204);
    expect(await value('FRESH')).toBe('');
    expect((await rest.post('/server/variable?variable=GLOBAL(VIAFUNC)&value=yes')).status).toBe(204);
    expect(await value('VIAFUNC')).toBe('yes');
  });

  it('share their operation with the functions of the dialplan that need no channel', async () => {
    const write = (name: string, text: string) =>
      rest.post(`/server/variable?${new URLSearchParams({ variable: name, value: text }).toString()}`);

    expect((await write('DEVICE_STATE(Custom:lamp)', 'INUSE')).status).toBe(204);
    expect((await rest.get('/deviceStates/Custom:lamp')).body).toMatchObject({ state: 'INUSE' });
  });

  it('are reported to subscribers of all channels, without a channel', async () => {
    const watcher = await sockets.open('app=watcher&subscribeAll=true');
    const other = await sockets.open('app=other');

    await rest.post('/server/variable?variable=TOLD&value=1');
    await rest.post('/server/variable?variable=TOLD');
    await rest.post('/server/variable?variable=NOFUNC(1)&value=1');

    const events = await watcher.sofar();
    expect(events.map(({ type, variable, value: text }) => [type, variable, text])).toEqual([
      ['ChannelVarset', 'TOLD', '1'],
      ['ChannelVarset', 'TOLD', ''],
    ]);
    expect(events[0]).not.toHaveProperty('channel');
    expect(await other.sofar()).toEqual([]);
  });

  it.each([
    ['GET', '/server/variable', 400, 'parameter-missing', ['variable']],
    ['GET', '/server/variable?variable=', 400, 'parameter-missing', ['variable']],
    ['POST', '/server/variable?value=x', 400, 'parameter-missing', ['variable']],
    ['POST', '/server/variable?variable=GLOBAL()&value=x', 400, 'request-invalid', ['GLOBAL()']],
    ['POST', '/server/variable?variable=SHELL(ls)&value=x', 403, 'forbidden', ['SHELL', 'live_dangerously']],
    ['POST', '/server/variable?variable=NOFUNC(1)&value=x', 400, 'request-invalid', ['NOFUNC(1)']],
    ['POST', '/server/variable?variable=CALLERID(num)&value=x', 400, 'request-invalid', ['CALLERID(num)', 'channel']],
    ['DELETE', '/server/variable?variable=X', 405, 'method-not-allowed', ['GET', 'POST']],
  ])('refuse %s %s with %i', async (method, target, status, code, words) => {
    const answer = await rest.call(method, target);

    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(refusal(code, ...words));
  });
});

import { RunningServer } from '../../support/server/running-server';
import { refusal, Rest } from '../../support/sockets/socket-rest';
import { AppSocket, Sockets } from '../../support/sockets/socket-peer';
import { askToUpgrade } from '../../support/sockets/socket-upgrade';

const users = `[general]
enabled = yes
[asterisk]
type = user
password = asterisk
[reader]
type = user
read_only = yes
password = readerpw
[fenced]
type = user
password = fencedpw
deny = 0.0.0.0/0.0.0.0
[scoped]
type = user
password = scopedpw
applications = sales*
[elsewhere]
type = user
password = elsewherepw
resources = channels
`;

let server: RunningServer;
const sockets = new Sockets(() => server.origin);
const ask = (target: string, extras?: Parameters<typeof askToUpgrade>[1]) =>
  askToUpgrade(`${server.origin}${target}`, extras);
const basic = (user: string): string => `Basic ${Buffer.from(user).toString('base64')}`;

beforeAll(async () => {
  server = await RunningServer.start({ 'ari.conf': users });
});
afterEach(() => sockets.closeAll());
afterAll(() => server.close());

describe('opening the event socket', () => {
  it.each([
    ['no application', '/ari/events', 'parameter-missing', ['app']],
    ['an empty application', '/ari/events?app=', 'parameter-missing', ['app']],
    ['nothing but a comma', '/ari/events?app=,', 'request-invalid', ['app', 'without a name']],
    ['nothing but a blank', '/ari/events?app=%20', 'request-invalid', ['app', 'without a name']],
    ['a name missing in the list', '/ari/events?app=a,,b', 'request-invalid', ['app', 'without a name']],
    ['a name that is too long', `/ari/events?app=${'a'.repeat(74)}`, 'request-invalid', ['app', '73']],
    ['a subscribeAll that is neither', '/ari/events?app=a&subscribeAll=bogus', 'parameter-invalid', ['subscribeAll']],
    ['a resume that is neither', '/ari/events?app=a&resume=maybe', 'parameter-invalid', ['resume', "'maybe'"]],
    ['a last number that is none', '/ari/events?app=a&resume=1&lastSequence=x', 'request-invalid', ['lastSequence']],
    [
      'a last number without resuming',
      '/ari/events?app=a&lastSequence=5',
      'request-invalid',
      ['lastSequence', 'resume'],
    ],
    ['a negative last number', '/ari/events?app=a&resume=1&lastSequence=-1', 'request-invalid', ['lastSequence']],
    [
      'a last number beyond all numbers',
      '/ari/events?app=a&resume=1&lastSequence=99999999999999999999',
      'request-invalid',
      ['lastSequence'],
    ],
    [
      'a last number for nobody in particular',
      '/ari/events?app=a,b&resume=1&lastSequence=5',
      'request-invalid',
      ['lastSequence', 'application:number'],
    ],
    [
      'a last number of another application',
      '/ari/events?app=a&resume=1&lastSequence=b:5',
      'request-invalid',
      ["'b'", "'app'"],
    ],
  ])('is refused with 400 for %s', async (_what, target, code, words) => {
    const { status, headers, body } = await ask(target);

    expect([status, headers['content-type']]).toEqual([400, 'application/json']);
    expect(body).toMatchObject(refusal(code, ...words));
  });

  it.each([
    ['no credentials', '/ari/events?app=x', undefined],
    ['a wrong password in the URL', '/ari/events?app=x&api_key=asterisk:bad', undefined],
    ['a wrong password in the header', '/ari/events?app=x', basic('asterisk:bad')],
    ['an unknown user', '/ari/events?app=x', basic('nobody:asterisk')],
    ['a wrong header in spite of a right key', '/ari/events?app=x&api_key=asterisk:asterisk', basic('asterisk:bad')],
  ])('is refused with 401 and a challenge for %s', async (_what, target, authorization) => {
    const { status, headers, body } = await ask(target, { headers: { authorization } });

    expect([status, headers['content-type']]).toEqual([401, 'application/json']);
    expect(headers['www-authenticate']).toMatch(/^Basic realm="[^"]+"$/);
    expect(body).toMatchObject(refusal('unauthenticated'));
  });

  it.each([
    ['from an address that the user may not come from', 'x', 'fenced:fencedpw', ['address']],
    ['for an application outside the scope', 'sales,support', 'scoped:scopedpw', ['support']],
    ['by a user of other resources', 'x', 'elsewhere:elsewherepw', ['events']],
  ])('is refused with 403 %s', async (_what, apps, user, words) => {
    const { status, headers, body } = await ask(`/ari/events?app=${apps}`, { headers: { authorization: basic(user) } });

    expect([status, headers['content-type']]).toEqual([403, 'application/json']);
    expect(body).toMatchObject(refusal('forbidden', ...words));
  });

  it.each(['/ari/nothing?app=x', '/ari/events/?app=x', '/ari/channels?app=x', '/events?app=x', '/ari?app=x'])(
    'is refused with 404 at %s',
    async (target) => {
      const { status, headers, body } = await ask(target);

      expect([status, headers['content-type']]).toEqual([404, 'application/json']);
      expect(body).toMatchObject(refusal('not-found'));
    },
  );

  it.each([
    ['no upgrade is asked for', { upgrade: undefined, connection: 'close' }],
    ['something else is asked for', { upgrade: 'h2c' }],
  ])('is refused with 426 when %s', async (_what, headers) => {
    const answer = await ask('/ari/events?app=x', { headers });

    expect([answer.status, answer.headers['content-type']]).toEqual([426, 'application/json']);
    expect(answer.body).toMatchObject(refusal('upgrade-required', 'upgrade'));
  });

  it.each([
    ['a version nobody speaks', { 'sec-websocket-version': '12' }],
    ['no version', { 'sec-websocket-version': undefined }],
    ['no key', { 'sec-websocket-key': undefined }],
    ['a key that is none', { 'sec-websocket-key': 'short' }],
    ['the same subprotocol twice', { 'sec-websocket-protocol': 'ari, ari' }],
  ])('is refused with 400, in JSON and naming our versions, for %s', async (_what, headers) => {
    const answer = await ask('/ari/events?app=x', { headers });

    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/json']);
    expect(answer.headers['sec-websocket-version']).toBe('13, 8');
    expect(answer.body).toMatchObject(refusal('request-invalid', 'handshake'));
  });

  it('is refused with 405 by any other method', async () => {
    const answer = await ask('/ari/events?app=x', { method: 'POST' });

    expect([answer.status, answer.headers['allow']]).toEqual([405, 'OPTIONS,GET']);
  });

  it('registers nothing when it is refused', async () => {
    await ask('/ari/events?app=ghost&subscribeAll=bogus');
    await ask('/ari/events?app=ghost', { headers: { 'sec-websocket-protocol': 'bogus' } });
    await ask('/ari/events?app=ghost', { headers: { 'sec-websocket-version': '12' } });

    expect((await new Rest(server.origin).get('/applications/ghost')).status).toBe(404);
  });
});

describe('the subprotocol', () => {
  it.each([
    ['ari', 'ari'],
    ['bogus, ari', 'ari'],
    ['ari,bogus', 'ari'],
    [undefined, undefined],
  ])('offered as %s is agreed on as %s', async (offered, agreed) => {
    const { status, headers } = await ask('/ari/events?app=x', { headers: { 'sec-websocket-protocol': offered } });

    expect([status, headers['sec-websocket-protocol']]).toEqual([101, agreed]);
  });

  it.each(['bogus', 'bogus, media', 'ARI'])('offered as %s is refused', async (offered) => {
    const { status, headers, body } = await ask('/ari/events?app=x', {
      headers: { 'sec-websocket-protocol': offered },
    });

    expect([status, headers['content-type']]).toEqual([400, 'application/json']);
    expect(headers['sec-websocket-version']).toBe('13, 8');
    expect(body).toMatchObject(refusal('request-invalid', offered, "'ari'"));
  });
});

describe('an open event socket', () => {
  const applications = async (): Promise<string[]> => {
    const { body } = await new Rest(server.origin).get('/applications');
    return (body as { name: string; channel_ids: string[] }[]).map(
      ({ name, channel_ids: channels }) => `${name}: ${channels.length === 0 ? 'none' : 'all'}`,
    );
  };

  it('belongs to the user of the key in its URL or of the header that opened it', async () => {
    const key = await ask('/ari/events?app=x&api_key=reader:readerpw', { headers: { authorization: undefined } });
    const header = await ask('/ari/events?app=x', { headers: { authorization: basic('reader:readerpw') } });
    const scoped = await ask('/ari/events?app=sales,sales-2', { headers: { authorization: basic('scoped:scopedpw') } });

    expect([key.status, header.status, scoped.status]).toEqual([101, 101, 101]);
  });

  it('subscribes to everything in any spelling of yes, and to nothing in any spelling of no', async () => {
    const yes = ['true', 'yes', 'y', 't', '1', 'on', 'TRUE', 'Yes'];
    const no = ['false', 'no', 'n', 'f', '0', 'off', 'False', ''];
    for (const word of yes) await sockets.open(`app=yes-${word}&subscribeAll=${word}`);
    for (const word of no) await sockets.open(`app=no-${word}&subscribeAll=${word}`);

    expect(await applications()).toEqual(
      expect.arrayContaining([...yes.map((word) => `yes-${word}: all`), ...no.map((word) => `no-${word}: none`)]),
    );
  });

  it('serves every application that is named, once, however the names are given', async () => {
    await sockets.open('app=a,b&app=c&app=a');
    await sockets.open('app=name%20with%20space');
    await sockets.open('app=in+form&app=a/b');
    await sockets.open(`app=${'l'.repeat(73)}`);

    expect(await applications()).toEqual(
      ['a', 'a/b', 'b', 'c', 'in form', 'l'.repeat(73), 'name with space'].sort().map((name) => `${name}: none`),
    );
    const rest = new Rest(server.origin);
    expect((await rest.get('/applications/name%20with%20space')).body).toMatchObject({ name: 'name with space' });
    expect((await rest.get('/applications/a%2Fb')).body).toMatchObject({ name: 'a/b' });
  });

  it('hears each event once per application, each with its own name', async () => {
    const socket = await sockets.open('app=one,two&subscribeAll=yes');

    await new Rest(server.origin).put('/deviceStates/Stasis:door?deviceState=BUSY');

    const messages = await socket.sofar();
    expect(messages.map(({ type, application }) => [type, application])).toEqual([
      ['DeviceStateChanged', 'one'],
      ['DeviceStateChanged', 'two'],
    ]);
  });
});

describe('the event socket of a server that is not open for it', () => {
  it('is refused like every other request when ari.conf switches the interface off', async () => {
    const closed = await RunningServer.start({ 'ari.conf': users.replace('yes', 'no') });
    try {
      const { status, body } = await askToUpgrade(`${closed.origin}/ari/events?app=x`);
      const plain = await new Rest(closed.origin).get('/server/ping');
      const { message } = plain.body as { readonly message: string };
      expect([status, body]).toEqual([plain.status, expect.objectContaining({ message })]);
      expect(message).toContain('ari.conf');
    } finally {
      await closed.close();
    }
  });

  it('is refused with 501 when its module is not loaded', async () => {
    const closed = await RunningServer.start({
      'modules.conf': '[modules]\nautoload = yes\nnoload = res_http_websocket.so\n',
    });
    try {
      const { status, body } = await askToUpgrade(`${closed.origin}/ari/events?app=x`);
      expect([status, body]).toEqual([
        501,
        expect.objectContaining(refusal('module-not-loaded', 'res_http_websocket')),
      ]);
    } finally {
      await closed.close();
    }
  });

  it('is found behind the prefix of http.conf, in any case', async () => {
    const prefixed = await RunningServer.start({
      'http.conf': '[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = 0\nprefix = pbx\n',
    });
    try {
      const status = async (path: string) => (await askToUpgrade(`${prefixed.origin}${path}?app=x`)).status;
      expect(await Promise.all(['/pbx/ari/events', '/PBX/ari/events', '/ari/events'].map(status))).toEqual([
        101, 101, 404,
      ]);
    } finally {
      await prefixed.close();
    }
  });
});

describe('credentials for the event socket', () => {
  it('that were wrong are told by the socket client as 401', async () => {
    await expect(AppSocket.open(server.origin, 'app=x', { user: 'asterisk:wrong' })).rejects.toThrow('401');
  });
});

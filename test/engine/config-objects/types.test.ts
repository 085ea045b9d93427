import { describeConfigFailure } from '../../../src/engine/config-objects/config-object-failure';
import type { ConfigFailure } from '../../../src/engine/config-objects/config-object-failure';
import type { ConfigObjects } from '../../../src/engine/config-objects/config-objects';
import { client, fields, socket, Stage, user, users, valuesOf } from './config-objects-stage';

let stage: Stage;
let objects: ConfigObjects;

beforeEach(() => {
  stage = new Stage();
  objects = stage.objects(stage.sections, stage.memory);
});
afterEach(() => stage.clear());

type Values = Readonly<Record<string, string>>;

async function refusal(ref: ReturnType<typeof user>, values: Values): Promise<string> {
  return describeConfigFailure(ref, (await objects.put(ref, fields(values))) as ConfigFailure);
}

describe('a user', () => {
  const put = (values: Values) => objects.put(user('box'), fields({ password: 'pw', ...values }));

  it('has rules and scopes, which are shown only where they are given', async () => {
    const values = {
      deny: '0.0.0.0/0.0.0.0, ::/0',
      permit: '10.1.2.3/8,!192.168.1.7',
      acl: 'office',
      resources: 'Channels, asterisk',
      methods: 'get,post',
      applications: 'a, b*',
    };

    expect(valuesOf(await put(values))).toEqual({
      password: '********',
      password_format: 'plain',
      read_only: 'no',
      deny: '0.0.0.0/0,::/0',
      permit: '10.0.0.0/8,!192.168.1.7/32',
      acl: 'office',
      resources: 'channels,server',
      methods: 'GET,POST',
      applications: 'a,b*',
    });
  });

  it('keeps the order of its rules, however often they are changed', async () => {
    const rule = (attribute: string, value: string) => ({ attribute, value });
    await objects.put(user('box'), [
      rule('permit', '10.0.0.0/8'),
      rule('password', 'pw'),
      rule('deny', '10.1.0.0/16'),
      rule('permit', '10.1.1.0/24'),
    ]);
    const given = () => {
      const listed = objects.list(users);
      return listed.outcome === 'found' ? listed.objects.find(({ id }) => id === 'box')?.given : undefined;
    };
    expect(given()?.map(({ attribute }) => attribute)).toEqual(['permit', 'password', 'deny', 'permit']);

    await objects.put(user('box'), [
      rule('deny', '10.2.0.0/16'),
      rule('read_only', 'yes'),
      rule('deny', '10.3.0.0/16'),
    ]);
    expect(given()).toEqual([
      rule('permit', '10.0.0.0/8'),
      rule('password', 'pw'),
      rule('deny', '10.2.0.0/16'),
      rule('deny', '10.3.0.0/16'),
      rule('permit', '10.1.1.0/24'),
      rule('read_only', 'yes'),
    ]);

    await objects.put(user('box'), [rule('permit', '10.4.0.0/16')]);
    expect(valuesOf(objects.get(user('box')))).toMatchObject({
      permit: '10.4.0.0/16',
      deny: '10.2.0.0/16,10.3.0.0/16',
    });
  });

  it.each([
    [
      { permit: '10.0.0.0/8,nonsense' },
      /field 'permit' cannot be 'nonsense': give .* an address such as 192\.168\.1\.7/,
    ],
    [{ deny: '10.0.0.0/33' }, /field 'deny' cannot be '10\.0\.0\.0\/33'/],
    [{ acl: 'office,nowhere' }, /field 'acl' does not fit: there is no acl 'nowhere'; known are office/],
    [{ resources: 'phones' }, /field 'resources' cannot be 'phones': give .*applications, channels or server/],
    [{ methods: 'GET,PATCH' }, /field 'methods' cannot be 'PATCH': give .*GET, POST, PUT or DELETE/],
  ])('is refused with %j', async (values, message) => {
    expect(await refusal(user('box'), { password: 'pw', ...values })).toMatch(message);
  });

  it.each(['permit', 'deny', 'acl', 'resources', 'methods', 'applications'])(
    'is not freed of its restrictions by an empty %s',
    async (name) => {
      expect(await refusal(user('box'), { password: 'pw', [name]: ' , ' })).toMatch(/give .* at least one entry/);
      expect(await refusal(user('box'), { password: 'pw', [name]: '' })).toMatch(`field '${name}' cannot be empty`);
    },
  );
});

describe('a websocket client', () => {
  const uri = 'ws://127.0.0.1:18111/media';

  it('shows all its fields with their defaults', async () => {
    const result = await objects.put(client('mediasrv'), fields({ uri, connection_type: 'per_call_config' }));

    expect(valuesOf(result)).toEqual({
      connection_type: 'per_call_config',
      uri,
      protocols: '',
      username: '',
      password: '',
      connection_timeout: '500',
      reconnect_interval: '500',
      reconnect_attempts: '4',
      tls_enabled: 'no',
      ca_list_file: '',
      ca_list_path: '',
      cert_file: '',
      priv_key_file: '',
      verify_server_cert: 'yes',
      verify_server_hostname: 'yes',
      proxy_host: '',
      proxy_username: '',
      proxy_password: '',
      enable_tcp_keepalives: 'no',
      tcp_keepalive_time: '20',
      tcp_keepalive_interval: '20',
      tcp_keepalive_probes: '3',
      enable_pingpongs: 'no',
      pingpong_interval: '20',
      pingpong_probes: '3',
    });
  });

  it.each([
    [{}, /field 'uri' is required: give a websocket address/],
    [{ uri: 'http://127.0.0.1/' }, /field 'uri' cannot be 'http:\/\/127\.0\.0\.1\/'/],
    [{ uri: 'ws://' }, /field 'uri' cannot be 'ws:\/\/'/],
    [{ uri, connection_type: 'always' }, /give persistent or per_call_config/],
    [{ uri, connection_timeout: '0' }, /give a whole number from 1 to 2147483647/],
    [{ uri, connection_timeout: '1e3' }, /cannot be '1e3'/],
    [{ uri, reconnect_interval: '-1' }, /cannot be '-1'/],
    [{ uri, reconnect_attempts: '99999999999999999999' }, /a whole number/],
    [{ uri, proxy_host: 'proxy.example.com' }, /give a host and a port/],
    [{ uri, proxy_host: 'proxy.example.com:0' }, /give a host and a port/],
    [{ uri, proxy_host: 'proxy.example.com:65536' }, /give a host and a port/],
    [{ uri, tls_enabled: 'yes' }, /field 'uri' does not fit: tls_enabled is yes, so it has to start with wss:/],
    [{ uri, enable_pingpongs: 'yes', pingpong_probes: '0' }, /field 'pingpong_probes' does not fit/],
    [{ uri, enable_tcp_keepalives: 'yes', tcp_keepalive_time: '0' }, /enable_tcp_keepalives is yes, so it has to be/],
  ])('is refused with %j', async (values: Values, message) => {
    expect(await refusal(client('c'), values)).toMatch(message);
    expect(objects.get(client('c')).outcome).toBe('unknown-id');
  });

  it.each([
    { uri: 'wss://example.com/events?a=b', tls_enabled: 'yes' },
    { uri, proxy_host: '[::1]:3128' },
    { uri, proxy_host: '' },
    { uri, pingpong_probes: '0' },
    { uri, protocols: 'ari, media' },
  ])('is taken with %j', async (values) => {
    expect((await objects.put(client('c'), fields(values))).outcome).toBe('created');
  });

  it('cannot be changed into one that does not fit', async () => {
    await objects.put(client('c'), fields({ uri, pingpong_probes: '0' }));

    expect(await refusal(client('c'), { enable_pingpongs: 'on' })).toMatch(
      "websocket_client 'c' was not updated: field 'pingpong_probes' does not fit",
    );
  });
});

describe('an outbound websocket', () => {
  const good = { websocket_client_id: 'far', apps: 'a, b', local_ari_user: 'reader' };

  beforeEach(async () => {
    await objects.put(client('far'), fields({ uri: 'ws://127.0.0.1:1/', connection_type: 'persistent' }));
    await objects.put(client('media'), fields({ uri: 'ws://127.0.0.1:1/' }));
  });

  it('needs a client, applications and a user', async () => {
    expect(valuesOf(await objects.put(socket('s'), fields(good)))).toEqual({
      ...good,
      apps: 'a,b',
      subscribe_all: 'no',
    });
    expect(await refusal(socket('t'), {})).toMatch(
      /field 'websocket_client_id' is required.*; field 'apps' is required.*; field 'local_ari_user' is required/,
    );
  });

  it.each([
    [{ websocket_client_id: 'none' }, "field 'websocket_client_id' does not fit: there is no websocket_client 'none'"],
    [{ websocket_client_id: 'media' }, "the websocket_client 'media' has no connection_type"],
    [{ local_ari_user: 'nobody' }, "field 'local_ari_user' does not fit: there is no user 'nobody'"],
    [{ apps: ' , ' }, "field 'apps' is required"],
    [{ apps: 'x'.repeat(74) }, 'give a comma-separated list, each entry the name of an application, at most 73'],
    [{ subscribe_all: 'maybe' }, "field 'subscribe_all' cannot be 'maybe'"],
  ])('is refused with %j', async (values, message) => {
    expect(await refusal(socket('s'), { ...good, ...values })).toMatch(message);
  });

  it('cannot serve an application that another one serves, but can be changed itself', async () => {
    await objects.put(socket('s'), fields(good));

    expect(await refusal(socket('t'), { ...good, apps: 'c,b' })).toMatch(
      "field 'apps' does not fit: the application 'b' is served by outbound_websocket 's' already",
    );
    expect((await objects.put(socket('s'), fields({ apps: 'b,d' }))).outcome).toBe('updated');
    expect((await objects.put(socket('t'), fields({ ...good, apps: 'a' }))).outcome).toBe('created');
  });

  it('can use a user that was made a moment ago', async () => {
    const [made, used] = await Promise.all([
      objects.put(user('new'), fields({ password: 'pw' })),
      objects.put(socket('s'), fields({ ...good, local_ari_user: 'new' })),
    ]);

    expect([made.outcome, used.outcome]).toEqual(['created', 'created']);
  });
});

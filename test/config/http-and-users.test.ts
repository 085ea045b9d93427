import { isPermitted } from '../../src/shared/network/address-rules';
import { ConfFolders, ariConf, httpConf } from './conf-folders';

const folders = new ConfFolders();
afterEach(() => folders.removeAll());

const withHttp = (text: string) => ({ 'http.conf': httpConf + text, 'ari.conf': ariConf });
const withUser = (text: string) => ({ 'http.conf': httpConf, 'ari.conf': ariConf + text });

describe('http.conf', () => {
  it('takes every option', () => {
    const text = `bindport = 9
prefix = /phones/
servername =
sessionlimit = 7
session_inactivity = 1
session_keep_alive = 0
max_body = 5
redirect = / /docs/
redirect => /old https://example.com/new
`;

    expect(folders.sound(withHttp(text)).http).toMatchObject({
      bindPort: 9,
      prefix: 'phones',
      serverName: '',
      sessionLimit: 7,
      sessionInactivity: 1,
      sessionKeepAlive: 0,
      maxBodyBytes: 5,
      redirects: [
        { from: '/', to: '/docs/' },
        { from: '/old', to: 'https://example.com/new' },
      ],
    });
  });

  it('needs an address to listen on', () => {
    expect(folders.problems({ 'http.conf': '\n[general]\nenabled = yes' })).toEqual([
      'http.conf:2: the server is enabled but has no bindaddr; add bindaddr = 127.0.0.1 to serve this machine only',
    ]);
    expect(folders.problems({ 'http.conf': '[general]\nenabled = yes' }, { flags: { bind: '::1' } })).toEqual([]);
  });

  it('refuses what no server can do', () => {
    expect(folders.problems(withHttp('prefix = a/b\nredirect = /\nsessionlimit = 0\nbindaddr = 300.1.1.1\n'))).toEqual([
      "http.conf:4: 'prefix' cannot be 'a/b'; write one path segment without slashes, such as phones",
      "http.conf:5: 'redirect' cannot be '/'; write two addresses with a blank between them, such as / /docs/",
      "http.conf:6: 'sessionlimit' cannot be '0'; write a whole number from 1",
      "http.conf:7: 'bindaddr' cannot be '300.1.1.1'; write an address such as 127.0.0.1, 0.0.0.0 or ::1, or a host name",
    ]);
  });

  it('restricts paths by address', () => {
    const acl = { 'acl.conf': '[office]\ndeny=0.0.0.0/0\npermit=10.0.0.0/8\n' };
    const text = '[/metrics]\ntype = restriction\nacl = office\ndeny = 10.9.0.0/16\n';
    const [restriction] = folders.sound({ ...withHttp(text), ...acl }).http.restrictions;

    expect(restriction?.pathPrefix).toBe('/metrics');
    expect(['10.1.1.1', '10.9.1.1', '192.168.1.1'].map((from) => isPermitted(restriction?.rules ?? [], from))).toEqual([
      true,
      false,
      false,
    ]);
    expect(folders.problems(withHttp('[/x]\ndeny = ::/0\n'))).toEqual([
      'http.conf:4: [/x] has no type; add type = … (restriction)',
    ]);
  });
});

describe('TLS', () => {
  const tls = 'tlsenable = yes\ntlscertfile = cert.pem\n';
  const load = (text: string) => folders.sound({ ...withHttp(tls + text), 'cert.pem': '', 'key.pem': '' });

  it('listens on the address of the plain port, on 8089, with the key from the certificate file', () => {
    const { http, directories } = load('');

    expect(http.tls).toEqual({
      bindAddress: '127.0.0.1',
      bindPort: 8089,
      certificateFile: `${directories.config}/cert.pem`,
      privateKeyFile: `${directories.config}/cert.pem`,
      ciphers: undefined,
      minVersion: 'TLSv1.1',
      honorCipherOrder: true,
    });
  });

  it('can be told otherwise', () => {
    const { http, directories } = load(
      'tlsprivatekey = key.pem\ntlsbindaddr = [::1]:99\ntlscipher = A:B\ntlsdisablev11 = yes\ntlsservercipherorder = no',
    );

    expect(http.tls).toMatchObject({ bindAddress: '::1', bindPort: 99, ciphers: 'A:B', honorCipherOrder: false });
    expect(http.tls).toMatchObject({ minVersion: 'TLSv1.2', privateKeyFile: `${directories.config}/key.pem` });
    expect(load('tlsdisablev12 = yes').http.tls?.minVersion).toBe('TLSv1.3');
    expect(load('tlsdisablev1 = no').http.tls?.minVersion).toBe('TLSv1');
    expect(load('tlsbindaddr = 127.0.0.9').http.tls).toMatchObject({ bindAddress: '127.0.0.9', bindPort: 8089 });
  });

  it('needs files that exist', () => {
    expect(folders.problems(withHttp('tlsenable = yes\n'))).toEqual([
      'http.conf:1: TLS is enabled but has no tlscertfile; add tlscertfile = … with the path of a PEM file',
    ]);
    expect(folders.problems(withHttp(`${tls}tlsprivatekey = /none/key.pem\n`))).toEqual([
      'http.conf:5: there is no file cert.pem; give the path of a PEM file that exists',
      'http.conf:6: there is no file /none/key.pem; give the path of a PEM file that exists',
    ]);
  });

  it('is not looked at while it is off', () => {
    expect(folders.sound(withHttp('tlscertfile = none.pem\n')).http.tls).toBeUndefined();
  });
});

describe('ari.conf', () => {
  it('takes every general option', () => {
    const text = `[general]
pretty = yes
auth_realm = My Realm
allowed_origins = http://a.example, http://b.example
channelvars = A,CHANNEL(rtp,dest), B
websocket_write_timeout = 50
websocket_ping_interval = 0
websocket_max_payload = 65535
websocket_max_queue = 1000
resume_events = 0
resume_age = 5
story_calls = 7
`;

    expect(folders.sound({ 'ari.conf': text }).ari).toEqual({
      enabled: true,
      pretty: true,
      realm: 'My Realm',
      allowedOrigins: ['http://a.example', 'http://b.example'],
      channelVars: ['A', 'CHANNEL(rtp,dest)', 'B'],
      websocketWriteTimeout: 50,
      websocketPingInterval: 0,
      websocketMaxPayload: 65_535,
      websocketMaxQueue: 1000,
      storyCalls: 7,
      resume: { events: 0, age: 5000 },
    });
  });

  it('has limits', () => {
    const names = Array.from({ length: 129 }, (_, index) => `V${index}`).join(',');
    const text = `[general]\nchannelvars = ${names}\nauth_realm = a"b\nresume_age = -1\nwebsocket_write_timeout = 3000000000\n`;

    expect(folders.problems({ 'ari.conf': text })).toEqual([
      'ari.conf:2: channelvars names 129 variables; name at most 128',
      'ari.conf:3: auth_realm holds a quote or a backslash; leave them out',
      "ari.conf:4: 'resume_age' cannot be '-1'; write seconds, a whole number from 0",
      "ari.conf:5: 'websocket_write_timeout' cannot be '3000000000'; write milliseconds, a whole number from 0",
    ]);
  });

  it('wants to know what a section is', () => {
    expect(folders.problems({ 'ari.conf': '[x]\npassword = y\n[z]\ntype = usr\n' })).toEqual([
      'ari.conf:1: [x] has no type; add type = user or type = outbound_websocket',
      "ari.conf:4: [z] has the unknown type 'usr'; did you mean 'user'?",
    ]);
  });
});

describe('a user', () => {
  it('may be limited to resources, methods and applications', () => {
    const text = 'resources = channels, Asterisk,devicestates\nmethods = get,POST\napplications = ivr,test-*\n';
    const resources = ['channels', 'server', 'deviceStates'];
    const [user] = folders.sound(withUser(text), { resources }).users;

    expect(user?.scopes).toEqual({
      resources: ['channels', 'server', 'deviceStates'],
      methods: ['GET', 'POST'],
      applications: ['ivr', 'test-*'],
    });
    expect(folders.sound(withUser('')).users[0]?.scopes).toEqual({
      resources: undefined,
      methods: undefined,
      applications: undefined,
    });
  });

  it('is not limited by words that mean nothing', () => {
    const text = 'resources = chanels\nmethods = FETCH\napplications =\n';

    expect(folders.problems(withUser(text), { resources: ['channels', 'server'] })).toEqual([
      "ari.conf:5: there is no resource 'chanels'; did you mean 'channels'?",
      "ari.conf:6: 'methods' cannot be 'FETCH'; write GET, POST, PUT or DELETE",
      'ari.conf:7: applications is empty, so the user would have no rights; name some, or remove the line',
    ]);
  });

  it('has a name without a colon', () => {
    expect(folders.problems({ 'ari.conf': '[a:b]\ntype = user\npassword = x\n' })).toEqual([
      "ari.conf:1: the user 'a:b' could never log in; leave the colon out of the name",
    ]);
  });

  it('inherits from a template, and own lines win', () => {
    const text = '[guest](!)\ntype = user\nread_only = yes\npassword = none\n[bob](guest)\npassword = bobs\n';
    const { users } = folders.sound({ 'ari.conf': text });

    expect(users).toMatchObject([{ name: 'bob', password: 'bobs', readOnly: true }]);
    expect(folders.notices({ 'http.conf': httpConf, 'ari.conf': text })).toEqual([]);
  });

  it('must pass own rules and every named list', () => {
    const acl = '[home]\ndeny=0.0.0.0/0.0.0.0\npermit=10.0.0.0/255.0.0.0\n[notlab]\ndeny=10.5.0.0/16\n';
    const text = 'acl = home\nacl = notlab\npermit = 0.0.0.0/0\ndeny = 10.1.1.1,10.1.1.2,!10.1.1.2\n';
    const [user] = folders.sound({ ...withUser(text), 'acl.conf': acl }).users;
    const who = ['10.1.1.1', '10.1.1.2', '10.5.0.1', '192.168.0.1', '10.200.0.1'];

    expect(who.filter((address) => isPermitted(user?.rules ?? [], address))).toEqual(['10.1.1.2', '10.200.0.1']);
  });

  it('names lists that exist and networks that are some', () => {
    const acl = { 'acl.conf': '[office]\ndeny = 10.0.0.0/33\n' };

    expect(folders.problems({ ...withUser('acl = ofice\npermit = 1.2.3.4,10.0.0.0/255.0.255.0\n'), ...acl })).toEqual([
      expect.stringMatching(/^acl\.conf:2: 'deny' cannot be '10\.0\.0\.0\/33'; write an address such as /),
      "ari.conf:5: there is no acl 'ofice' in acl.conf; did you mean 'office'?",
      expect.stringMatching(
        /^ari\.conf:6: 'permit' cannot be '10\.0\.0\.0\/255\.0\.255\.0'; write an address such as /,
      ),
    ]);
    expect(folders.problems(withUser('acl = office\n'))).toEqual([
      "ari.conf:5: there is no acl 'office' in acl.conf; remove it",
    ]);
  });

  it('is warned that permit alone denies no address', () => {
    expect(folders.notices(withUser('permit = 10.0.0.0/8\n'))).toEqual([
      'ari.conf:5: [anna] permits addresses but denies none, so every address is allowed: put deny = 0.0.0.0/0 first',
    ]);
  });
});

describe('the shipped password', () => {
  const shipped = { 'http.conf': httpConf, 'ari.conf': '[guest]\ntype = user\npassword = patchbay-demo\n' };
  const refusal = (address: string) =>
    `ari.conf:3: user 'guest' has the shipped password, which is public, and the server would listen on ${address}, where others can reach it; choose another password, or listen on 127.0.0.1`;

  it.each(['127.0.0.1', '127.9.9.9', '::1', '[::1]', 'localhost', '::ffff:127.0.0.1'])('may be used on %s', (bind) => {
    expect(folders.problems(shipped, { flags: { bind } })).toEqual([]);
  });

  it.each(['0.0.0.0', '::', '192.168.1.7', 'example.com', '::ffff:10.0.0.1'])('is refused on %s', (bind) => {
    expect(folders.problems(shipped, { env: { PATCHBAY_BIND: bind } })).toEqual([refusal(bind)]);
  });

  it('is refused when only the encrypted port can be reached', () => {
    const http = `${httpConf}tlsenable = yes\ntlscertfile = c.pem\ntlsbindaddr = 0.0.0.0:8089\n`;

    expect(folders.problems({ ...shipped, 'http.conf': http, 'c.pem': '' })).toEqual([refusal('0.0.0.0')]);
  });

  it('of a manager user is refused where the manager interface is served over HTTP', () => {
    const manager = (web: string): string =>
      `[general]\nenabled = yes\nwebenabled = ${web}\n[guest]\nsecret = patchbay-demo\n`;
    const served = (web: string): readonly string[] =>
      folders.problems({ 'http.conf': httpConf, 'manager.conf': manager(web) }, { flags: { bind: '0.0.0.0' } });

    expect(served('no')).toEqual([]);
    expect(served('yes')).toEqual([
      expect.stringContaining("manager.conf:5: manager user 'guest' has the shipped password") as string,
    ]);
  });

  it('does not matter while nothing listens', () => {
    expect(folders.problems({ ...shipped, 'http.conf': '[general]\nbindaddr = 0.0.0.0\n' })).toEqual([]);
  });
});

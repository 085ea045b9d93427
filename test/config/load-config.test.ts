import { join } from 'node:path';
import type { Machine } from '../../src/config/machine';
import { ConfFolders, ariConf, httpConf } from './conf-folders';

const folders = new ConfFolders();
afterEach(() => folders.removeAll());

const machine: Machine = { hostName: 'host', currentFolder: '/here', hardwareAddresses: [] };

describe('a folder without settings for a topic', () => {
  it('gets the defaults', () => {
    const config = folders.sound({ 'http.conf': httpConf, 'ari.conf': ariConf }, { machine });

    expect(config.http).toEqual({
      enabled: true,
      bindAddress: '127.0.0.1',
      bindPort: 8088,
      prefix: '',
      serverName: 'Patchbay',
      sessionLimit: 100,
      sessionInactivity: 30_000,
      sessionKeepAlive: 15_000,
      maxBodyBytes: 1_048_576,
      sessionLimitPerAddress: 50,
      sessionWriteTimeout: 30_000,
      trustedProxies: [],
      allowedHosts: [],
      tls: undefined,
      redirects: [],
      restrictions: [],
    });
    expect(config.ari).toEqual({
      enabled: true,
      pretty: false,
      realm: 'Patchbay',
      allowedOrigins: [],
      channelVars: [],
      websocketWriteTimeout: 30_000,
      websocketPingInterval: 20_000,
      websocketMaxPayload: 1_048_576,
      websocketMaxQueue: 16_777_216,
      resume: { events: 1000, age: 300_000 },
      storyCalls: 0,
    });
    expect(config.options).toMatchObject({ systemName: '', defaultLanguage: 'en', liveDangerously: false });
    expect(config.options.maxCalls).toBeUndefined();
    expect(config.logger.channels).toEqual([
      { name: 'console', format: 'default', levels: ['notice', 'warning', 'error'] },
    ]);
    expect(config.modules).toEqual({ autoload: true, load: [], noload: [], require: [] });
    expect(config.stores).toEqual([]);
  });

  it('is told what it will not do', () => {
    expect(folders.notices({ 'ari.conf': ariConf })).toEqual([
      'http.conf: the server will not listen: [general] does not say enabled = yes',
    ]);
    expect(folders.notices({ 'http.conf': httpConf })).toEqual([
      'ari.conf: there are no users, so logging in is impossible: add a section with type = user',
    ]);
    expect(folders.notices({ 'http.conf': httpConf, 'ari.conf': '[general]\nenabled = no' })).toEqual([
      'ari.conf: the interface is switched off: [general] says enabled = no',
    ]);
  });
});

describe('a configuration folder of the reference server', () => {
  const reference = {
    'asterisk.conf': `[directories](!)
astetcdir => /etc/asterisk
astlogdir => /var/log/asterisk
[options]
verbose = 3
documentation_language = en_US ; of the console
[files]
astctlpermissions = 0660
`,
    'http.conf': '[general]\nservername=Switch\nenabled=yes\nbindaddr=127.0.0.1\nbindport=18110\nenablestatic=yes\n',
    'ari.conf': `[general]
enabled = yes
allowed_origins=http://good.example,http://other.example
[reader]
type=user
read_only=yes
password=readerpw
password_format=plain
[crypted]
type=user
password_format=crypt
password=$6$salt$hash/with.signs
[fenced]
type=user
password=fencedpw
deny=0.0.0.0/0.0.0.0
`,
    'extensions.conf': `[general]
static=yes
[globals]
GREETING=hello from globals
EMPTYGLOBAL=
TRUNK=\${GREETING}/g1\${UNKNOWN}
__KEPT=yes
[default]
exten => s,1,NoOp()
 same => n,Set(A=\${B:1})
include => other
`,
    'logger.conf': `[general]
[logfiles]
console => error
messages => notice,warning,error
full => [json]verbose(3),*
syslog.local0 => error
`,
    'modules.conf':
      '[modules]\nautoload=yes\npreload => a.so\nload => b\nnoload => c.so\nnoload => c.so\nrequire = d.so\n',
    'sorcery.conf': `[general]
[res_ari]
user=config,ari.conf,criteria=type=user
user=memory
[test_sorcery_cache]
test/cache=test
test=astdb,tests
[res_pjsip]
endpoint=realtime,ps_endpoints
`,
    'websocket_client.conf': `[mediasrv]
type=websocket_client
connection_type=per_call_config
uri=ws://127.0.0.1:18111/media
protocols=media
reconnect_attempts=1
write_timeout=100
`,
    'musiconhold.conf': '[default]\nmode=files\n',
    'voicemail.conf': 'not even = in a section\n',
  };

  it('is taken as it is', () => {
    const config = folders.sound(reference);

    expect(config.http).toMatchObject({ serverName: 'Switch', bindPort: 18110 });
    expect(config.ari.allowedOrigins).toEqual(['http://good.example', 'http://other.example']);
    expect(config.users.map(({ name, readOnly, passwordFormat }) => [name, readOnly, passwordFormat])).toEqual([
      ['reader', true, 'plain'],
      ['crypted', false, 'crypt'],
      ['fenced', false, 'plain'],
    ]);
    expect(config.users[2]?.rules).toEqual([{ action: 'deny', network: '0.0.0.0/0' }]);
    expect(config.globals).toEqual({
      GREETING: 'hello from globals',
      EMPTYGLOBAL: '',
      TRUNK: 'hello from globals/g1',
      KEPT: 'yes',
    });
    expect(config.logger.channels).toEqual([
      { name: 'console', format: 'default', levels: ['error'] },
      { name: 'messages', format: 'default', levels: ['notice', 'warning', 'error'] },
      { name: 'full', format: 'json', levels: ['verbose(3)', '*'] },
      { name: 'syslog.local0', format: 'default', levels: ['error'] },
    ]);
    expect(config.modules).toEqual({ autoload: true, load: ['a.so', 'b'], noload: ['c.so'], require: ['d.so'] });
    expect(config.stores).toEqual([
      { configClass: 'res_ari', objectType: 'user', store: 'config', options: 'ari.conf,criteria=type=user' },
      { configClass: 'res_ari', objectType: 'user', store: 'memory', options: '' },
      { configClass: 'test_sorcery_cache', objectType: 'test', store: 'astdb', options: 'tests' },
    ]);
    expect(config.websocketClients[0]).toMatchObject({ id: 'mediasrv', protocols: ['media'], reconnectAttempts: 1 });
  });

  it('says once per file what has no effect', () => {
    expect(folders.notices(reference)).toEqual([
      'musiconhold.conf:1: the class [default] names no directory, so it has no music',
      "sorcery.conf:9: ignored endpoint = realtime,ps_endpoints in [res_pjsip]: there is no store 'realtime' here",
      'voicemail.conf: ignored whole file: not used here',
      'asterisk.conf: without effect here: verbose, documentation_language, [files]',
      'http.conf: without effect here: enablestatic',
      'sorcery.conf: without effect here: test_sorcery_cache: test/cache',
    ]);
  });

  it('does not call an included file passed over', () => {
    const files = { 'http.conf': httpConf, 'ari.conf': '#include "users.conf"', 'users.conf': ariConf };

    expect(folders.notices(files)).toEqual([]);
    expect(folders.sound(files).users.map(({ name }) => name)).toEqual(['anna']);
  });
});

describe('what was said at the start of the server', () => {
  const files = { 'http.conf': `${httpConf}bindport = 1000\n`, 'ari.conf': ariConf };

  it('beats the files, and flags beat the environment', () => {
    const env = { PATCHBAY_BIND: '127.0.0.2', PATCHBAY_PORT: '2000' };

    expect(folders.sound(files).http.bindPort).toBe(1000);
    expect(folders.sound(files, { env }).http).toMatchObject({ bindAddress: '127.0.0.2', bindPort: 2000 });
    expect(folders.sound(files, { env, flags: { bind: '[::1]', port: '0' } }).http).toMatchObject({
      bindAddress: '::1',
      bindPort: 0,
    });
  });

  it('does not count when it is empty in the environment', () => {
    expect(folders.sound(files, { env: { PATCHBAY_PORT: '', PATCHBAY_CONFIG: '' } }).http.bindPort).toBe(1000);
  });

  it('is refused where it is invalid', () => {
    expect(folders.problems(files, { env: { PATCHBAY_PORT: '99999' }, flags: { bind: '1.2.3' } })).toEqual([
      "--bind: '1.2.3' is not allowed here; give an address such as 127.0.0.1, 0.0.0.0 or ::1, or a host name",
      "PATCHBAY_PORT: '99999' is not allowed here; give a whole number from 0 to 65535",
    ]);
  });

  it('decides which folder is read', () => {
    const [first, second] = [folders.make(files), folders.make({ ...files, 'http.conf': httpConf })];

    expect(folders.sound({}, { env: { PATCHBAY_CONFIG: first } }).http.bindPort).toBe(1000);
    expect(folders.sound({}, { env: { PATCHBAY_CONFIG: first }, flags: { config: second } }).http.bindPort).toBe(8088);
  });

  it('must name a folder that is there and has something to read', () => {
    const none = join(folders.make({}), 'none');

    expect(folders.problems(files, { flags: { config: none } })).toEqual([
      `${none}: there is no such folder; name a folder with .conf files: --config DIR`,
    ]);
    expect(folders.problems({ 'notes.txt': '' })).toEqual([
      expect.stringMatching(/: the folder has no \.conf file; name the folder that has them$/),
    ]);
  });
});

describe('config objects of files', () => {
  it('are the sections as they are written, also of files that only sorcery.conf names', () => {
    const { objects } = folders.sound({
      'ari.conf': '[general]\n[base](!)\ntype = user\n[anna](base)\npassword = x\npermit = 1.1.1.1\ndeny = ::/0\n',
      'websocket_client.conf': '[far]\ntype = websocket_client\nuri = ws://127.0.0.1/\n',
      'sorcery.conf': '[res_aeap]\nclient = config,aeap.conf,criteria=type=client\nserver = config,none.conf\n',
      'aeap.conf': '[one]\ntype = client\n[one]\ntype = Other\n',
    });

    expect(objects.map(({ file, type, id }) => `${file} ${type} ${id}`)).toEqual([
      'ari.conf user anna',
      'websocket_client.conf websocket_client far',
      'aeap.conf client one',
      'aeap.conf other one',
    ]);
    expect(objects[0]?.fields.map(({ attribute, value }) => `${attribute}=${value}`)).toEqual([
      'type=user',
      'password=x',
      'permit=1.1.1.1',
      'deny=::/0',
    ]);
  });
});

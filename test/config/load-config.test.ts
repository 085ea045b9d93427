import { join } from 'node:path';
import { folderProblem } from '../../src/config/reader/conf-disk';
import type { ConfigSource } from '../../src/config/load-config';
import type { Machine } from '../../src/config/machine';
import { ConfFolders, ariConf, httpConf, listed } from './conf-folders';

const folders = new ConfFolders();
afterEach(() => folders.removeAll());

const machine: Machine = { hostName: 'host', currentFolder: '/here', hardwareAddresses: [] };

describe('a folder without a word about a topic', () => {
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

  it('is refused where it makes no sense', () => {
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

describe('directories', () => {
  const written = `[directories]
astvarlibdir = /var/lib/x
astspooldir => /var/spool/x
astlogdir = logs
`;

  it('hold the shipped sounds where the configuration names no folder for them', () => {
    const shipped = { machine, shippedData: '/usr/lib/patchbay' };

    expect(folders.sound({ 'ari.conf': ariConf }, shipped).directories).toMatchObject({
      data: '/usr/lib/patchbay',
      sounds: '/usr/lib/patchbay/sounds',
      scripts: '/here/.patchbay/data/agi-bin',
    });
    expect(folders.sound({ 'asterisk.conf': written }, shipped).directories.sounds).toBe('/var/lib/x/sounds');
  });

  it('are below .patchbay in the current folder by default', () => {
    const { directories } = folders.sound({ 'ari.conf': ariConf }, { machine });

    expect(directories).toMatchObject({
      data: '/here/.patchbay/data',
      sounds: '/here/.patchbay/data/sounds',
      scripts: '/here/.patchbay/data/agi-bin',
      spool: '/here/.patchbay/spool',
      recordings: '/here/.patchbay/spool/recording',
      log: '/here/.patchbay/log',
      databaseFile: '/here/.patchbay/database',
    });
  });

  it('are those of asterisk.conf, relative ones below the configuration folder', () => {
    const { directories } = folders.sound({ 'asterisk.conf': written }, { machine });

    expect(directories).toEqual({
      config: directories.config,
      data: '/var/lib/x',
      sounds: '/var/lib/x/sounds',
      scripts: '/var/lib/x/agi-bin',
      spool: '/var/spool/x',
      recordings: '/var/spool/x/recording',
      monitor: '/var/spool/x/monitor',
      absoluteSounds: [],
      log: join(directories.config, 'logs'),
      databaseFile: '/var/lib/x/patchbay.mdb',
    });
  });

  it('move to PATCHBAY_STATE, all but the sounds and the programs of AGI', () => {
    const env = { PATCHBAY_STATE: 'state' };
    const conf = `${written}astagidir = /usr/share/x/agi-bin\n`;
    const { directories } = folders.sound({ 'asterisk.conf': conf }, { machine, env });

    expect(directories).toMatchObject({
      data: '/var/lib/x',
      scripts: '/usr/share/x/agi-bin',
      spool: '/here/state/spool',
      log: '/here/state/log',
      databaseFile: '/here/state/database',
    });
  });

  it('are joined by those that sounds may be named in by their paths', () => {
    const { directories } = folders.sound({ 'asterisk.conf': '[directories]\nabsolute_sounds = /srv/a, prompts\n' });

    expect(directories.absoluteSounds).toEqual(['/srv/a', join(directories.config, 'prompts')]);
  });

  it('keep the database in astdbdir, under a name of our own', () => {
    const { directories } = folders.sound({ 'asterisk.conf': `${written}astdbdir => /var/lib/db\n` });

    expect(directories).toMatchObject({ data: '/var/lib/x', databaseFile: '/var/lib/db/patchbay.mdb' });
  });

  it('that cannot be written are problems at the line that names them', () => {
    const folder = folders.make({ file: '' });
    const below = (name: string) => join(folder, 'file', name);
    const text = `[directories]
astlogdir = ${below('log')}
astdbdir = ${below('db')}
astspooldir = ${join(folder, 'spool')}
`;

    const remedy = 'make it writable, or name another one in [directories] of asterisk.conf or with --state';
    expect(folders.problems({ 'asterisk.conf': text }, { folderProblem })).toEqual([
      `asterisk.conf:2: the folder ${below('log')} cannot be used: ${folder}/file is not a folder; ${remedy}`,
      `asterisk.conf:3: the folder ${below('db')} cannot be used: ${folder}/file is not a folder; ${remedy}`,
    ]);
    const inState = folders.problems(
      { 'asterisk.conf': text },
      { folderProblem, env: { PATCHBAY_STATE: join(folder, 'file') } },
    );
    expect(inState.map((problem) => problem.split(' cannot be used')[0])).toEqual([
      `${folder}/file: the folder ${below('log')}`,
      `${folder}/file: the folder ${folder}/file`,
      `${folder}/file: the folder ${below('spool/recording')}`,
    ]);
  });

  it('must not be empty words', () => {
    expect(folders.problems({ 'asterisk.conf': '[directories]\nastlogdir =\n' })).toEqual([
      "asterisk.conf:2: 'astlogdir' is empty; write the path of a folder",
    ]);
  });
});

describe('the entity id', () => {
  const idOn = (hardwareAddresses: readonly string[], text = '[options]\n') =>
    folders.sound({ 'asterisk.conf': text }, { machine: { ...machine, hardwareAddresses } }).options.entityId;

  it('is the one that asterisk.conf gives', () => {
    expect(idOn(['00:aa:bb:cc:dd:ee'], '[options]\nentityid = 00:11:22:33:44:EF\n')).toBe('00:11:22:33:44:ef');
  });

  it('is a hardware address otherwise, rather one that a manufacturer gave out', () => {
    expect(idOn(['02:42:bb:cc:dd:ee', '00:AA:bb:cc:dd:ee'])).toBe('00:aa:bb:cc:dd:ee');
    expect(idOn(['02:42:bb:cc:dd:ee'])).toBe('02:42:bb:cc:dd:ee');
  });

  it('stays the same from start to start on a machine that has none', () => {
    const folder = folders.make({ 'asterisk.conf': '[options]' });
    const id = () => folders.sound({}, { machine, flags: { config: folder } }).options.entityId;

    expect(id()).toMatch(/^[\da-f][26ae](:[\da-f]{2}){5}$/);
    expect(id()).toBe(id());
  });

  it('has six pairs', () => {
    expect(folders.problems({ 'asterisk.conf': '[options]\nentityid = 00:11\n' })).toEqual([
      "asterisk.conf:2: 'entityid' cannot be '00:11'; write six pairs of hexadecimal digits such as 00:11:22:33:44:55",
    ]);
  });
});

describe('problems', () => {
  it('come all together, by file and line, and leave no configuration', () => {
    const { config, problems, folder } = folders.load({
      'http.conf': '[general]\nenabled = perhaps\nbindport = 70000\nbindadr = ::1\n[genral]\n',
      'ari.conf': '[anna]\ntype = user\nread_only = maybe\n',
    });

    expect(config).toBeUndefined();
    expect(listed(problems, folder)).toEqual([
      "http.conf:2: 'enabled' cannot be 'perhaps'; write yes or no",
      "http.conf:3: 'bindport' cannot be '70000'; write a whole number from 0 to 65535",
      "http.conf:4: unknown option 'bindadr' in [general]; did you mean 'bindaddr'?",
      "http.conf:5: unknown section [genral]; did you mean 'general'?",
      'ari.conf:1: [anna] has no password; add password = …',
      "ari.conf:3: 'read_only' cannot be 'maybe'; write yes or no",
    ]);
  });

  it('of a file that two others include are told once', () => {
    const files = { 'http.conf': `${httpConf}#include y.inc`, 'ari.conf': `${ariConf}#include y.inc`, 'y.inc': 'slip' };

    expect(folders.problems(files)).toHaveLength(1);
  });

  it('show no configuration option twice, but the last one counts', () => {
    const files = { 'http.conf': `${httpConf}bindport = 1\nbindport = 2\n`, 'ari.conf': ariConf };

    expect(folders.sound(files).http.bindPort).toBe(2);
    expect(folders.notices(files)).toEqual([
      "http.conf:5: 'bindport' was already given on line 4 of http.conf; this one counts",
    ]);
  });

  it.each(['yes', 'TRUE', 'y', 'T', '1', 'On'])('do not arise from %s for yes', (word) => {
    expect(folders.sound({ 'ari.conf': `${ariConf}read_only = ${word}` }).users[0]?.readOnly).toBe(true);
  });

  it.each(['no', 'FALSE', 'n', 'F', '0', 'Off'])('do not arise from %s for no', (word) => {
    expect(folders.sound({ 'ari.conf': `${ariConf}read_only = ${word}` }).users[0]?.readOnly).toBe(false);
  });

  it('arise from #exec unless asterisk.conf allows it', () => {
    const files = { 'http.conf': httpConf, 'ari.conf': `${ariConf}#exec "echo read_only=yes"` };
    const allowed = { ...files, 'asterisk.conf': '[options]\nexecincludes = yes\n' };

    expect(folders.problems(files)).toEqual([expect.stringMatching(/^ari\.conf:5: #exec is not allowed; /)]);
    expect(folders.sound(allowed).users[0]?.readOnly).toBe(true);
  });

  it('in sorcery.conf and modules.conf name the slip', () => {
    const files = {
      'sorcery.conf': '[res_ari]\nuser = memroy\n',
      'modules.conf': '[modules]\nautolaod = yes\nnoload = a b\n',
    };

    expect(folders.problems(files)).toEqual([
      "sorcery.conf:2: there is no store 'memroy'; did you mean 'memory'?",
      "modules.conf:2: unknown option 'autolaod' in [modules]; did you mean 'autoload'?",
      "modules.conf:3: 'noload' cannot be 'a b'; write the name of a module such as res_stasis.so",
    ]);
  });
});

describe('what only this server does not know', () => {
  const ignoredIn = (files: Readonly<Record<string, string>>, source: Partial<ConfigSource> = {}) => {
    const { config, problems, ignored, folder } = folders.load(files, source);
    return {
      isSound: config !== undefined,
      problems: listed(problems, folder),
      rows: ignored.map(({ file, line, what, why }) => [file.slice(folder.length + 1), line, what, why]),
    };
  };

  it.each([
    ['http.conf', `${httpConf}proxy_protocol = yes\n`, 4, "option 'proxy_protocol' in [general]", 'not known here'],
    [
      'http.conf',
      `${httpConf}sevrername = x\n`,
      4,
      "option 'sevrername' in [general]",
      "not known here; did you mean 'servername'?",
    ],
    ['http.conf', `${httpConf}# a note\n`, 4, "'# a note'", "'#' is not a directive"],
    ['http.conf', `${httpConf}[websites]\nx = y\n`, 4, '[websites]', 'not known here'],
    ['ari.conf', `${ariConf}[robot]\ntype = robot\n`, 6, '[robot]', "unknown type 'robot'"],
    ['ari.conf', `${ariConf}[note]\ntext = x\n`, 5, '[note]', 'it has no type'],
    ['asterisk.conf', '[options]\nfuture = 1\n', 2, "option 'future' in [options]", 'not known here'],
    [
      'asterisk.conf',
      '[directories]\nastfuturedir = /x\n',
      2,
      "option 'astfuturedir' in [directories]",
      'not known here',
    ],
    [
      'modules.conf',
      '[modules]\nautoload = yes\nload = a b\n',
      3,
      'load = a b',
      'it must be the name of a module such as res_stasis.so',
    ],
    [
      'modules.conf',
      '[modules]\nautoload = yes\nrequire = chan_sip.so\n',
      3,
      'require = chan_sip.so',
      'there is no such module here',
    ],
    [
      'logger.conf',
      '[logfiles]\nfull => notice,warnig\n',
      2,
      "level 'warnig' of 'full'",
      "not known here; did you mean 'warning'?",
    ],
    [
      'logger.conf',
      '[logfiles]\nfull => [xml]error\n',
      2,
      "format [xml] of 'full'",
      'not known here, so it is [default]',
    ],
    [
      'logger.conf',
      '[general]\nrotatestrategy = daily\n[logfiles]\n',
      2,
      'rotatestrategy = daily',
      'it must be sequential, rotate, timestamp or none',
    ],
    ['rtp.conf', '[general]\nbundle = yes\n', 2, "option 'bundle' in [general]", 'not known here'],
    [
      'sorcery.conf',
      '[res_mwi_external]\nmailboxes = memroy\n',
      2,
      'mailboxes = memroy in [res_mwi_external]',
      "there is no store 'memroy' here",
    ],
    ['dsp.conf', '[default]\nnoise = 1\n', 2, "option 'noise' in [default]", 'not known here'],
    ['dsp.conf', '[default]\nno sign\n', 2, "'no sign'", 'the line has no ='],
    ['chan_websocket.conf', '[global]\nbuffer = 1\n', 2, "option 'buffer' in [global]", 'not known here'],
    [
      'http_media_cache.conf',
      '[general]\nenabled = no\nretries = 3\n',
      3,
      "option 'retries' in [general]",
      'not known here',
    ],
    ['queues.conf', 'not even = in a section\n', undefined, 'whole file', 'not used here'],
    ['queues.conf', '[broken\n', undefined, 'whole file', 'not used here'],
    ['sip.conf', '', undefined, 'whole file', 'not used here: phones are described in pjsip.conf or phones.conf'],
    ['extensions.lua', '', undefined, 'whole file', 'the dialplan is read from extensions.conf only'],
  ])('is ignored in %s: %j', (file, text, line, what, why) => {
    const { isSound, problems, rows } = ignoredIn(
      { 'http.conf': httpConf, 'ari.conf': ariConf, [file]: text },
      { modules: ['res_ari'] },
    );

    expect([isSound, problems]).toEqual([true, []]);
    expect(rows).toEqual([[file, line, what, why]]);
  });

  it.each([
    ['http.conf', `${httpConf}bindadr = 127.0.0.1\n`, 4, "unknown option 'bindadr'"],
    ['http.conf', `${httpConf}tlsenabel = yes\n`, 4, "unknown option 'tlsenabel'"],
    ['http.conf', `${httpConf}tlsenable yes\n`, 4, 'the line has no ='],
    ['http.conf', `${httpConf}[/metrics]\ntype = restriction\nforbid = 0.0.0.0/0\n`, 6, "unknown option 'forbid'"],
    ['ari.conf', `${ariConf}raed_only = yes\n`, 5, "unknown option 'raed_only'"],
    ['ari.conf', `${ariConf}quota = 5\n`, 5, "unknown option 'quota'"],
    ['ari.conf', `${ariConf}[bob]\npassword = x\n`, 5, '[bob] has no type'],
    ['ari.conf', `${ariConf}[bob]\ntype = robot\npassword = x\n`, 6, "[bob] has the unknown type 'robot'"],
    ['ari.conf', `[general]\nenabeld = no\n${ariConf}`, 2, "unknown option 'enabeld'"],
    ['ari.conf', `${ariConf}#exec users.sh\n`, 5, '#exec is not allowed'],
    ['acl.conf', '[office]\ndney = 0.0.0.0/0\n', 2, "unknown option 'dney'"],
    ['acl.conf', '[office]\nforbid = 0.0.0.0/0\n', 2, "unknown option 'forbid'"],
    [
      'websocket_client.conf',
      '[far]\ntype = websocket_client\nuri = ws://127.0.0.1/\nverify = no\n',
      4,
      "unknown option 'verify'",
    ],
    ['http_media_cache.conf', '[general]\nenabled = yes\ndney = 10.0.0.0/8\n', 3, "unknown option 'dney'"],
    ['modules.conf', '[modules]\nnolaod = res_stasis\n', 2, "unknown option 'nolaod'"],
    ['rtp.conf', '[general]\nrtpstrat = 10000\n', 2, "unknown option 'rtpstrat'"],
    ['sorcery.conf', '[res_ari]\nuser = memroy\n', 2, "there is no store 'memroy'"],
    ['sorcery.conf', '[res_pjsip]\nendpoint = memroy\n', 2, "there is no store 'memroy'"],
    ['logger.conf', '[logfile]\nfull => error\n', 1, 'unknown section [logfile]'],
  ])('is refused in %s where calls, users or security depend on it: %j', (file, text, line, problem) => {
    const { isSound, problems } = ignoredIn({ 'http.conf': httpConf, 'ari.conf': ariConf, [file]: text });

    expect(isSound).toBe(false);
    expect(problems).toEqual([expect.stringContaining(`${file}:${line}: ${problem}`)]);
  });

  it('is no fault of files that only sorcery.conf names', () => {
    const { isSound, rows } = ignoredIn({
      'http.conf': httpConf,
      'ari.conf': ariConf,
      'sorcery.conf': '[res_mwi_external]\nmailboxes = config,mailboxes.conf,criteria=type=mailboxes\n',
      'mailboxes.conf': 'early = 1\n[broken\n#include "missing.conf"\n',
    });

    expect(isSound).toBe(true);
    expect(rows).toEqual([['mailboxes.conf', undefined, 'whole file', 'not used here']]);
  });
});

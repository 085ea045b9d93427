import { ConfFolders } from './conf-folders';

const folders = new ConfFolders();
afterEach(() => folders.removeAll());

const user = '[anna]\ntype = user\npassword_format = crypt\npassword = $6$a$b\n';
const socket = `[ivr]
type = outbound_websocket
websocket_client_id = far
apps = ivr, queue
local_ari_user = anna
`;
const client = '[far]\ntype = websocket_client\nconnection_type = persistent\nuri = wss://example.com/events?x=1\n';
const files = { 'ari.conf': user + socket, 'websocket_client.conf': client };

describe('an outbound socket', () => {
  it('joins applications, a client and a user', () => {
    expect(folders.sound(files).outboundSockets).toEqual([
      {
        id: 'ivr',
        websocketClientId: 'far',
        applications: ['ivr', 'queue'],
        localUser: 'anna',
        subscribeAll: false,
      },
    ]);
  });

  it('may be spelt outbound-websocket', () => {
    const text = `${user}${socket.replace('outbound_websocket', 'outbound-websocket')}subscribe_all = yes\n`;

    expect(folders.sound({ ...files, 'ari.conf': text }).outboundSockets[0]?.subscribeAll).toBe(true);
  });

  it('says which of its parts are missing', () => {
    expect(folders.problems({ 'ari.conf': '[ivr]\ntype = outbound_websocket\napps =\n' })).toEqual([
      'ari.conf:1: [ivr] has no websocket_client_id; add websocket_client_id = …',
      'ari.conf:1: [ivr] has no local_ari_user; add local_ari_user = …',
      'ari.conf:3: [ivr] has no apps; add apps = … (the name of an application, at most 73 characters)',
    ]);
  });

  it('must refer to a client and a user that exist', () => {
    const text = user + socket.replace('= far', '= faar').replace('= anna', '= ana');

    expect(folders.problems({ ...files, 'ari.conf': text })).toEqual([
      "ari.conf:7: there is no websocket client 'faar'; did you mean 'far'?",
      "ari.conf:9: there is no user 'ana'; did you mean 'anna'?",
    ]);
    expect(folders.problems({ 'ari.conf': user + socket })).toEqual([
      "ari.conf:7: there is no websocket client 'far'; add that section to websocket_client.conf",
    ]);
  });

  it('needs to know when its client connects', () => {
    const undecided = client.replace('connection_type = persistent\n', '');

    expect(folders.problems({ ...files, 'websocket_client.conf': undecided })).toEqual([
      'websocket_client.conf:1: [far] serves [ivr] of ari.conf but has no connection_type; add connection_type = persistent, or per_call_config to connect for each call',
    ]);
  });

  it('shares no application with another', () => {
    const rival = socket.replace('[ivr]', '[rival]').replace('ivr, queue', 'queue,other');

    expect(folders.problems({ ...files, 'ari.conf': user + socket + rival })).toEqual([
      "ari.conf:8: the application 'queue' is also served by [rival]; name it in one of them only",
      "ari.conf:13: the application 'queue' is also served by [ivr]; name it in one of them only",
    ]);
  });

  it('takes names of at most 73 characters', () => {
    const [fits, tooLong] = ['a'.repeat(73), 'a'.repeat(74)];
    const named = (name: string) => ({ ...files, 'ari.conf': user + socket.replace('ivr, queue', `ivr,${name}`) });

    expect(folders.problems(named(fits))).toEqual([]);
    expect(folders.problems(named(tooLong))).toEqual([
      `ari.conf:8: 'apps' cannot be '${tooLong}'; write the name of an application, at most 73 characters`,
    ]);
  });
});

describe('a websocket client', () => {
  const withClient = (text: string) => ({ 'websocket_client.conf': client + text, 'ca.pem': '', 'cas/x.pem': '' });

  it('has defaults', () => {
    expect(folders.sound(withClient('')).websocketClients).toEqual([
      {
        id: 'far',
        connectionType: 'persistent',
        uri: 'wss://example.com/events?x=1',
        protocols: [],
        username: '',
        password: '',
        connectionTimeout: 500,
        writeTimeout: undefined,
        reconnectInterval: 500,
        reconnectAttempts: 4,
        tls: {
          enabled: true,
          caFile: '',
          caPath: '',
          certificateFile: '',
          privateKeyFile: '',
          verifyCertificate: true,
          verifyHostname: true,
        },
        proxy: undefined,
        tcpKeepalive: undefined,
        pingPong: undefined,
      },
    ]);
  });

  it('takes every option, in milliseconds from here on', () => {
    const text = `protocols = ari, x
username = u
password = p\\;q
connection_timeout = 1
reconnect_interval = 2
reconnect_attempts = 3
tls_enabled = yes
ca_list_file = ca.pem
ca_list_path = cas
verify_server_cert = no
verify_server_hostname = no
proxy_host = proxy:8080
proxy_username = pu
proxy_password = pp
enable_tcp_keepalives = yes
tcp_keepalive_time = 4
tcp_keepalive_interval = 5
tcp_keepalive_probes = 6
enable_pingpongs = yes
pingpong_interval = 7
pingpong_probes = 8
`;
    const { websocketClients, directories } = folders.sound(withClient(text));

    expect(websocketClients[0]).toMatchObject({
      protocols: ['ari', 'x'],
      password: 'p;q',
      connectionTimeout: 1,
      reconnectInterval: 2,
      reconnectAttempts: 3,
      tls: { caFile: `${directories.config}/ca.pem`, caPath: `${directories.config}/cas`, verifyCertificate: false },
      proxy: { host: 'proxy:8080', username: 'pu', password: 'pp' },
      tcpKeepalive: { time: 4000, interval: 5000, probes: 6 },
      pingPong: { interval: 7000, probes: 8 },
    });
  });

  it('does not pretend to encrypt', () => {
    const plain = `${client.replace('wss:', 'ws:')}tls_enabled = yes\n`;

    expect(folders.problems({ 'websocket_client.conf': plain })).toEqual([
      'websocket_client.conf:4: tls_enabled = yes, but the address is not encrypted; start the uri with wss://',
    ]);
  });

  it('refuses addresses, files and probes that cannot be used', () => {
    const text = `uri = https://example.com
cert_file = none.pem
ca_list_path = none
proxy_host = proxy
enable_pingpongs = yes
pingpong_probes = 0
tcp_keepalive_time = 0
`;

    expect(folders.problems(withClient(text))).toEqual([
      "websocket_client.conf:5: 'uri' cannot be 'https://example.com'; write a websocket address such as ws://127.0.0.1:8181/events or wss://example.com/events",
      'websocket_client.conf:6: there is no file none.pem; give the path of a PEM file that exists',
      'websocket_client.conf:7: there is no folder none; give a folder that exists',
      "websocket_client.conf:8: 'proxy_host' cannot be 'proxy'; write host:port",
      'websocket_client.conf:10: pingpong_probes is 0; give a number from 1',
    ]);
  });
});

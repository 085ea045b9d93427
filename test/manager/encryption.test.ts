import { once } from 'node:events';
import { connect as connectPlain } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { certificate, privateKey } from '../support/client/client-certificate';
import { ManagerClient } from '../support/manager/manager-client';
import { managerConf, startManagerServer } from '../support/manager/manager-server';
import type { RunningServer } from '../support/server/running-server';

const tls = 'tlsenable = yes\ntlsbindaddr = 127.0.0.1:0\ntlscertfile = cert.pem\ntlsprivatekey = key.pem\n';

describe('the manager interface with TLS', () => {
  let server: RunningServer;
  const clients: ManagerClient[] = [];
  beforeAll(async () => {
    const pem = { 'cert.pem': certificate, 'key.pem': privateKey };
    server = await startManagerServer({ 'manager.conf': managerConf(`${tls}authtimeout = 1`), ...pem });
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
  });
  afterAll(() => server.close());

  const secure = (port: number): Socket =>
    connectTls({ port, host: '127.0.0.1', ca: certificate, checkServerIdentity: () => undefined });

  async function logIn(isSecure: boolean): Promise<ManagerClient> {
    const client = await ManagerClient.connect(server.managerPort(isSecure), isSecure ? secure : undefined);
    clients.push(client);
    expect((await client.ask({ Action: 'Login', Username: 'admin', Secret: 'secret' })).fields['Response']).toBe(
      'Success',
    );
    return client;
  }

  it('serves actions and events over both ports', async () => {
    const [plain, encrypted] = [await logIn(false), await logIn(true)];

    await encrypted.ask({
      Action: 'Originate',
      Channel: 'Local/wait@default',
      Application: 'Echo',
      ChannelId: 'secret-call',
    });
    await encrypted.heard({ Event: 'Newchannel', Uniqueid: 'secret-call' });
    await plain.heard({ Event: 'Newchannel', Uniqueid: 'secret-call' });
    await plain.ask({ Action: 'Hangup', Channel: 'secret-call' });

    await encrypted.heard({ Event: 'Hangup', Uniqueid: 'secret-call' });
    expect(encrypted.events('Newchannel')).toEqual(plain.events('Newchannel'));
  });

  it('answers nothing in plain text on the port with TLS, and cuts the connection', async () => {
    const socket = connectPlain(server.managerPort(true), '127.0.0.1');
    const read: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => read.push(chunk)).on('error', () => undefined);
    socket.write('Action: Login\r\nUsername: admin\r\nSecret: secret\r\n\r\n');

    await once(socket, 'close');

    expect(Buffer.concat(read).toString('latin1')).not.toContain('Asterisk Call Manager');
    expect((await (await logIn(true)).ask({ Action: 'Ping' })).fields['Ping']).toBe('Pong');
  });
});

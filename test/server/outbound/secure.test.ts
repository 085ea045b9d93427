import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { WebsocketClientConfig } from '../../../src/config/server-config';
import { certificate, privateKey } from '../../support/client/client-certificate';
import { aClient, aSocket, aTls, heard, OutboundRig } from './outbound-rig';
import { RemoteApplication } from './remote-application';

let folder: string;
let certificateFile: string;
let privateKeyFile: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outbound-'));
  certificateFile = join(folder, 'certificate.pem');
  privateKeyFile = join(folder, 'key.pem');
  await writeFile(certificateFile, certificate);
  await writeFile(privateKeyFile, privateKey);
});
afterAll(() => rm(folder, { recursive: true }));

describe('an outbound socket over TLS', () => {
  let remote: RemoteApplication;
  let rig: OutboundRig;

  beforeEach(async () => {
    remote = await RemoteApplication.start({ cert: certificate, key: privateKey });
    rig = new OutboundRig();
  });
  afterEach(async () => {
    await rig.sockets.close();
    await remote.quiet();
    await remote.stop();
  });

  const start = (tls: Partial<WebsocketClientConfig['tls']>, uri = remote.uri): void =>
    rig.sockets.replace([aSocket()], [aClient({ uri }, { tls: aTls(tls) })]);

  const isOpened = async (): Promise<void> => {
    const socket = await remote.sockets.next();
    expect(await heard(socket, 1)).toEqual(['ApplicationRegistered sales']);
    expect(await socket.ask({ method: 'GET', uri: 'sounds' })).toMatchObject({ status_code: 200 });
  };

  it('trusts the certificates of a file', async () => {
    start({ caFile: certificateFile });

    await isOpened();
  });

  it('trusts the certificates of a folder, whatever else is in there', async () => {
    const trusted = join(folder, 'trusted');
    await mkdir(join(trusted, 'old'), { recursive: true });
    await writeFile(join(trusted, 'README'), 'certificates we trust');
    await writeFile(join(trusted, '3f2a1b00.0'), certificate);
    start({ caPath: trusted });

    await isOpened();
  });

  it('rejects an untrusted certificate', async () => {
    start({});

    expect(await rig.failures.next()).toMatchObject({ reason: expect.stringMatching(/self-signed/) as string });
  });

  it('takes any certificate when told not to look', async () => {
    start({ verifyCertificate: false });

    await isOpened();
  });

  it('turns away from a certificate for another host', async () => {
    start({ caFile: certificateFile }, remote.uri.replace('127.0.0.1', 'localhost'));

    expect(await rig.failures.next()).toMatchObject({ reason: expect.stringMatching(/does not match/) as string });
  });

  it('takes a certificate for another host when told not to compare, and asks for the host by name', async () => {
    start({ caFile: certificateFile, verifyHostname: false }, remote.uri.replace('127.0.0.1', 'localhost'));

    await isOpened();
    expect(await remote.upgrades.next()).toMatchObject({ serverName: 'localhost' });
  });

  it('reports a file that cannot be read, and tries again', async () => {
    const late = join(folder, 'late.pem');
    start({ caFile: late });
    expect(await rig.failures.next()).toMatchObject({ reason: expect.stringMatching(/ENOENT/) as string });

    await writeFile(late, certificate);
    rig.clock.advance(300);

    await isOpened();
  });

  it('reports a file that holds no certificate', async () => {
    const broken = join(folder, 'broken.pem');
    await writeFile(broken, '-----BEGIN CERTIFICATE-----\nnothing\n-----END CERTIFICATE-----\n');
    start({ caFile: certificateFile, certificateFile: broken, privateKeyFile });

    expect(await rig.failures.next()).toMatchObject({ failures: 1 });
  });
});

describe('an outbound socket to a peer that wants to know who comes', () => {
  let remote: RemoteApplication;

  beforeEach(async () => {
    remote = await RemoteApplication.start({
      cert: certificate,
      key: privateKey,
      ca: certificate,
      requestCert: true,
      rejectUnauthorized: true,
    });
  });
  afterEach(() => remote.stop());

  it('shows its certificate', async () => {
    const rig = new OutboundRig();
    const tls = aTls({ caFile: certificateFile, certificateFile, privateKeyFile });
    rig.sockets.replace([aSocket()], [aClient(remote, { tls })]);

    expect(await heard(await remote.sockets.next(), 1)).toEqual(['ApplicationRegistered sales']);
    await rig.sockets.close();
  });

  it('is turned away without one', async () => {
    const rig = new OutboundRig();
    rig.sockets.replace([aSocket()], [aClient(remote, { tls: aTls({ caFile: certificateFile }) })]);

    expect(await rig.failures.next()).toMatchObject({ failures: 1 });
    await rig.sockets.close();
  });
});

describe('an outbound socket through a proxy', () => {
  let proxy: Proxy;
  let rig: OutboundRig;

  beforeEach(async () => {
    proxy = await Proxy.start();
    rig = new OutboundRig();
  });
  afterEach(async () => {
    await rig.sockets.close();
    await proxy.stop();
  });

  const through = (username = '', password = ''): Partial<WebsocketClientConfig> => ({
    proxy: { host: proxy.address, username, password },
  });

  it('asks the proxy for the way, with its credentials', async () => {
    const remote = await RemoteApplication.start();
    rig.sockets.replace([aSocket()], [aClient(remote, { ...through('me', 'secret'), username: 'app', password: 'x' })]);
    const socket = await remote.sockets.next();
    const { headers } = await remote.upgrades.next();

    expect(await heard(socket, 1)).toEqual(['ApplicationRegistered sales']);
    expect(await socket.ask({ method: 'GET', uri: 'sounds' })).toMatchObject({ status_code: 200 });
    expect(proxy.requests).toEqual([
      {
        target: `127.0.0.1:${remote.port}`,
        headers: expect.objectContaining({
          host: `127.0.0.1:${remote.port}`,
          'proxy-authorization': `Basic ${Buffer.from('me:secret').toString('base64')}`,
        }) as IncomingHttpHeaders,
      },
    ]);
    expect(headers).not.toHaveProperty('proxy-authorization');
    expect(headers.authorization).toBe(`Basic ${Buffer.from('app:x').toString('base64')}`);
    await rig.sockets.close();
    await remote.stop();
  });

  it('speaks TLS with the peer and not with the proxy', async () => {
    const remote = await RemoteApplication.start({ cert: certificate, key: privateKey });
    const tls = aTls({ caFile: certificateFile });
    rig.sockets.replace([aSocket()], [aClient(remote, { ...through(), tls })]);

    expect(await heard(await remote.sockets.next(), 1)).toEqual(['ApplicationRegistered sales']);
    expect(proxy.requests[0]?.headers).not.toHaveProperty('proxy-authorization');
    await rig.sockets.close();
    await remote.quiet();
    await remote.stop();
  });

  it('names the default port to the proxy when the address has none', async () => {
    proxy.refuseWith(502);
    rig.sockets.replace([aSocket()], [aClient({ uri: 'wss://app.test/events' }, through())]);
    await rig.failures.next();

    expect(proxy.requests[0]?.target).toBe('app.test:443');
  });

  it('reports that the proxy refuses, and tries again', async () => {
    const remote = await RemoteApplication.start();
    proxy.refuseWith(407);
    rig.sockets.replace([aSocket()], [aClient(remote, through())]);
    expect(await rig.failures.next()).toMatchObject({ reason: 'the proxy answered 407' });

    proxy.refuseWith(undefined);
    rig.clock.advance(300);

    expect(await heard(await remote.sockets.next(), 1)).toEqual(['ApplicationRegistered sales']);
    await rig.sockets.close();
    await remote.stop();
  });

  it('reports that the proxy is not there', async () => {
    const host = proxy.address;
    await proxy.stop();
    rig.sockets.replace(
      [aSocket()],
      [aClient({ uri: 'ws://app.test/' }, { proxy: { host, username: '', password: '' } })],
    );

    expect(await rig.failures.next()).toMatchObject({ reason: expect.stringMatching(/ECONNREFUSED/) as string });
    await proxy.listen();
  });
});

/** An HTTP proxy that knows CONNECT and nothing else. */
class Proxy {
  readonly requests: { readonly target: string; readonly headers: IncomingHttpHeaders }[] = [];
  readonly #streams = new Set<Duplex>();
  readonly #server: Server = createServer();
  #refusal: number | undefined;

  private constructor() {
    this.#server.on('connect', ({ url = '', headers }, stream) => {
      this.requests.push({ target: url, headers });
      this.#streams.add(stream.on('error', () => undefined));
      if (this.#refusal === undefined) this.#join(url, stream);
      else stream.end(`HTTP/1.1 ${this.#refusal} No\r\nContent-Length: 0\r\n\r\n`);
    });
  }

  static async start(): Promise<Proxy> {
    const proxy = new Proxy();
    await proxy.listen();
    return proxy;
  }

  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  refuseWith(status: number | undefined): void {
    this.#refusal = status;
  }

  async stop(): Promise<void> {
    for (const stream of this.#streams) stream.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(target: string, stream: Duplex): void {
    const [host = '', port] = target.split(':');
    const onward = connect({ host, port: Number(port) }, () => {
      stream.write('HTTP/1.1 200 Connection established\r\n\r\n');
      stream.pipe(onward).pipe(stream);
    });
    this.#streams.add(onward.on('error', () => stream.destroy()));
  }
}

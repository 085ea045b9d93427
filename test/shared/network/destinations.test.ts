import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Destinations } from '../../../src/shared/network/destinations';

const destinationsOf = (listener: string, ...allowed: readonly string[]): Destinations => {
  const destinations = new Destinations(allowed);
  destinations.listensAt([listener]);
  return destinations;
};
const destinations = destinationsOf('http://127.0.0.1:8088', '169.254.7.0/24', '239.1.2.3/32');

describe('where a server connects to', () => {
  it.each([
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'unspecified'],
    ['::', 'unspecified'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.250', 'multicast'],
    ['ff02::1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['169.254.169.254', 'metadata'],
    ['::ffff:169.254.169.254', 'metadata'],
    ['64:ff9b::a9fe:a9fe', 'metadata'],
    ['169.254.170.2', 'metadata'],
    ['100.100.100.200', 'metadata'],
    ['fd00:ec2::254', 'metadata'],
    ['169.254.1.1', 'link-local'],
    ['fe80::1', 'link-local'],
  ])('is not %s', (address, what) => {
    expect(destinations.refusal(address, 4000)).toMatch(new RegExp(`^${address} is an? .*${what}`));
  });

  it.each(['127.0.0.1', '::1', '10.1.2.3', '192.168.1.7', '172.16.0.1', 'fd12::1', '8.8.8.8', '2001:db8::1'])(
    'is %s',
    (address) => {
      expect(destinations.refusal(address, 4000)).toBeUndefined();
    },
  );

  it('is not an invalid address', () => {
    expect(destinations.refusal('nonsense', 4000)).toBe('nonsense is not an address');
  });

  it.each(['169.254.7.9', '239.1.2.3'])('is %s where that is allowed', (address) => {
    expect(destinations.refusal(address, 4000)).toBeUndefined();
  });

  it('is not where it listens itself, whatever that is called', () => {
    const everywhere = destinationsOf('http://0.0.0.0:8088');
    const usual = destinationsOf('http://[::]:80');
    const own = Object.values(networkInterfaces()).flatMap((found) => (found ?? []).map(({ address }) => address));

    expect(destinations.refusal('127.0.0.1', 8088)).toMatch(/where this server listens itself/);
    expect(destinations.refusal('::ffff:127.0.0.1', 8088)).toMatch(/where this server listens itself/);
    expect(destinations.refusal('127.0.0.2', 8088)).toBeUndefined();
    expect(usual.refusal('127.0.0.1', 80)).toMatch(/where this server listens itself/);
    for (const address of ['127.0.0.2', '::1', ...own.filter((found) => !found.startsWith('fe80'))])
      expect(everywhere.refusal(address, 8088)).toMatch(/where this server listens itself/);
  });

  it('is what a name leads to, and nothing else', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const closed = destinationsOf(`http://0.0.0.0:${port}`);
    const attempt = async (from: Destinations): Promise<string> => {
      const socket = connect({ host: 'localhost', port, lookup: from.lookupFor(port) });
      const outcome = await once(socket, 'connect').then(
        () => 'connected',
        ({ message }: Error) => message,
      );
      socket.destroy();
      return outcome;
    };

    try {
      expect(await destinations.resolve({ host: 'localhost', port })).toContain('127.0.0.1');
      await expect(closed.resolve({ host: 'localhost', port })).rejects.toThrow(/where this server listens itself/);
      expect(await attempt(destinations)).toBe('connected');
      expect(await attempt(closed)).toMatch(/^localhost has no address that may be connected to/);
    } finally {
      server.close();
    }
  });
});

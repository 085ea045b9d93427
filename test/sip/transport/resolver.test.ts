import { cachedDns } from '../../../src/sip/transport/cached-dns';
import type { Dns, NaptrRecord, SrvRecord } from '../../../src/sip/transport/dns';
import type { Protocol } from '../../../src/sip/transport/flow';
import { inSrvOrder, resolveTargets } from '../../../src/sip/transport/resolver';
import { parseUri, SipUri } from '../../../src/sip/message/uri/uri';
import { SeededRandom } from '../../support/seeded-random';

interface Zone {
  readonly naptr?: Record<string, readonly (readonly [order: number, service: string, replacement: string])[]>;
  readonly srv?: Record<string, readonly (readonly [priority: number, weight: number, port: number, name: string])[]>;
  readonly a?: Record<string, readonly string[]>;
  readonly aaaa?: Record<string, readonly string[]>;
}

function dnsOf(zone: Zone, ttlSeconds = 60): Dns & { readonly asked: string[] } {
  const asked: string[] = [];
  const answer =
    <Row, Item>(kind: string, table: Record<string, readonly Row[]> = {}, toRecord: (row: Row) => Item) =>
    (name: string) => {
      asked.push(`${kind} ${name}`);
      return Promise.resolve({ records: (table[name] ?? []).map(toRecord), ttlSeconds });
    };
  return {
    asked,
    naptr: answer('naptr', zone.naptr, ([order, service, replacement]): NaptrRecord => {
      return { order, service, replacement, preference: 10, flags: 's' };
    }),
    srv: answer('srv', zone.srv, ([priority, weight, port, name]): SrvRecord => ({ priority, weight, port, name })),
    a: answer('a', zone.a, (address) => address),
    aaaa: answer('aaaa', zone.aaaa, (address) => address),
  };
}

const everything: readonly Protocol[] = ['UDP', 'TCP', 'TLS'];

async function targets(text: string, zone: Zone, protocols = everything, random = 0): Promise<readonly string[]> {
  const uri = parseUri(text, 'Request-URI');
  if (!(uri instanceof SipUri)) throw new Error('expected a SIP URI');
  const options = { dns: dnsOf(zone), protocols, ipv4: true, ipv6: true, random: () => random };
  return (await resolveTargets(uri, options)).map(({ protocol, host, port }) => `${protocol} ${host} ${port}`);
}

const zone: Zone = {
  naptr: {
    'example.com': [
      [50, 'SIPS+D2T', '_sips._tcp.example.com'],
      [90, 'SIP+D2T', '_sip._tcp.example.com'],
      [100, 'SIP+D2U', '_sip._udp.example.com'],
      [10, 'E2U+email', 'nowhere.example.com'],
    ],
  },
  srv: {
    '_sips._tcp.example.com': [[1, 1, 5061, 'one.example.com']],
    '_sip._tcp.example.com': [[1, 1, 5070, 'one.example.com']],
    '_sip._udp.example.com': [
      [2, 1, 5062, 'two.example.com'],
      [1, 1, 5061, 'one.example.com'],
    ],
    '_sip._udp.srv.example.com': [[1, 1, 5090, 'two.example.com']],
    '_sip._tcp.off.example.com': [[0, 0, 0, '.']],
  },
  a: {
    'one.example.com': ['192.0.2.1', '192.0.2.2'],
    'two.example.com': ['192.0.2.3'],
    'plain.example.com': ['192.0.2.4'],
  },
  aaaa: { 'two.example.com': ['2001:db8::3'], 'srv.example.com': [] },
};

describe('where a URI leads (RFC 3263 §4)', () => {
  it.each<[string, readonly string[]]>([
    ['sip:192.0.2.9', ['UDP 192.0.2.9 5060']],
    ['sip:192.0.2.9:5080', ['UDP 192.0.2.9 5080']],
    ['sip:192.0.2.9;transport=tcp', ['TCP 192.0.2.9 5060']],
    ['sips:192.0.2.9', ['TLS 192.0.2.9 5061']],
    ['sips:192.0.2.9;transport=tcp', ['TLS 192.0.2.9 5061']],
    ['sip:[2001:db8::9]:5070', ['UDP 2001:db8::9 5070']],
    ['sip:example.com;maddr=192.0.2.8', ['UDP 192.0.2.8 5060']],
    ['sip:plain.example.com:5080', ['UDP 192.0.2.4 5080']],
    ['sip:plain.example.com:5080;transport=tls', ['TLS 192.0.2.4 5080']],
    [
      'sip:example.com',
      [
        'TLS 192.0.2.1 5061',
        'TLS 192.0.2.2 5061',
        'TCP 192.0.2.1 5070',
        'TCP 192.0.2.2 5070',
        'UDP 192.0.2.1 5061',
        'UDP 192.0.2.2 5061',
        'UDP 192.0.2.3 5062',
        'UDP 2001:db8::3 5062',
      ],
    ],
    ['sips:example.com', ['TLS 192.0.2.1 5061', 'TLS 192.0.2.2 5061']],
    ['sip:example.com;transport=tcp', ['TCP 192.0.2.1 5070', 'TCP 192.0.2.2 5070']],
    ['sip:srv.example.com', ['UDP 192.0.2.3 5090', 'UDP 2001:db8::3 5090']],
    ['sip:plain.example.com', ['UDP 192.0.2.4 5060']],
    ['sips:plain.example.com', ['TLS 192.0.2.4 5061']],
    ['sip:nowhere.example.com', []],
    ['sip:off.example.com;transport=tcp', []],
  ])('%s', async (uri, wanted) => {
    expect(await targets(uri, zone)).toEqual(wanted);
  });

  it('leaves out what we cannot send over', async () => {
    expect(await targets('sip:example.com', zone, ['UDP'])).toEqual([
      'UDP 192.0.2.1 5061',
      'UDP 192.0.2.2 5061',
      'UDP 192.0.2.3 5062',
      'UDP 2001:db8::3 5062',
    ]);
    expect(await targets('sips:example.com', zone, ['UDP'])).toEqual([]);
  });

  it('chooses among equals in proportion to their weights', () => {
    const random = new SeededRandom(5);
    const records = [0, 10, 30, 60].map((weight) => ({ priority: 1, weight, port: weight, name: 'x' }));
    const firsts = new Map<number, number>();
    const rounds = 5000;
    for (let count = 0; count < rounds; count += 1) {
      const ordered = inSrvOrder(records, () => random.below(1_000_000) / 1_000_000);
      expect(new Set(ordered).size).toBe(4);
      const port = ordered[0]?.port ?? -1;
      firsts.set(port, (firsts.get(port) ?? 0) + 1);
    }
    const shares = [0, 10, 30, 60].map((weight) => Math.round((100 * (firsts.get(weight) ?? 0)) / rounds));

    expect(shares[0]).toBeLessThan(4);
    expect(shares[1]).toBeGreaterThan(5);
    expect(shares[2]).toBeGreaterThan(24);
    expect(shares[3]).toBeGreaterThan(50);
  });
});

describe('the cache of names', () => {
  it('asks again when an answer is too old, once for all who wait', async () => {
    const time = { now: 0 };
    const dns = dnsOf(zone, 30);
    const cached = cachedDns(dns, { now: () => time.now });
    await Promise.all([cached.a('one.example.com'), cached.a('one.example.com')]);
    time.now = 29_999;
    await cached.a('one.example.com');
    expect(dns.asked).toHaveLength(1);
    time.now = 30_001;

    expect((await cached.a('one.example.com')).records).toEqual(['192.0.2.1', '192.0.2.2']);
    expect(dns.asked).toHaveLength(2);
  });

  it('does not keep failures, nor more names than it may', async () => {
    const dns = dnsOf(zone);
    let isDown = true;
    const flaky = { ...dns, a: (name: string) => (isDown ? Promise.reject(new Error('down')) : dns.a(name)) };
    const cached = cachedDns(flaky, { now: () => 0 }, 2);
    await expect(cached.a('one.example.com')).rejects.toThrow('down');
    isDown = false;
    for (const name of ['one.example.com', 'two.example.com', 'plain.example.com', 'one.example.com']) {
      await cached.a(name);
    }

    expect(dns.asked).toHaveLength(4);
  });
});

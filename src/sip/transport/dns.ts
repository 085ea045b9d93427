import { resolve4, resolve6, resolveNaptr, resolveSrv } from 'node:dns/promises';

export interface SrvRecord {
  readonly name: string;
  readonly port: number;
  readonly priority: number;
  readonly weight: number;
}

export interface NaptrRecord {
  readonly service: string;
  readonly flags: string;
  readonly replacement: string;
  readonly order: number;
  readonly preference: number;
}

/** Records and how long they may be kept. */
export interface DnsAnswer<Item> {
  readonly records: readonly Item[];
  readonly ttlSeconds: number;
}

/** Names are looked up here. An answer without records says that there are none; a promise that is rejected says nothing. */
export interface Dns {
  readonly naptr: (name: string) => Promise<DnsAnswer<NaptrRecord>>;
  readonly srv: (name: string) => Promise<DnsAnswer<SrvRecord>>;
  readonly a: (name: string) => Promise<DnsAnswer<string>>;
  readonly aaaa: (name: string) => Promise<DnsAnswer<string>>;
}

/** Node does not tell the times of these records. */
const unknownTtlSeconds = 60;
const negativeTtlSeconds = 10;

/** The resolver of the system. */
export const systemDns: Dns = {
  naptr: (name) => records(resolveNaptr(name), unknownTtlSeconds),
  srv: (name) => records(resolveSrv(name), unknownTtlSeconds),
  a: (name) => addresses(resolve4(name, { ttl: true })),
  aaaa: (name) => addresses(resolve6(name, { ttl: true })),
};

async function addresses(
  lookup: Promise<readonly { readonly address: string; readonly ttl: number }[]>,
): Promise<DnsAnswer<string>> {
  const { records: found } = await records(lookup, 0);
  if (found.length === 0) return { records: [], ttlSeconds: negativeTtlSeconds };
  return { records: found.map(({ address }) => address), ttlSeconds: Math.min(...found.map(({ ttl }) => ttl)) };
}

async function records<Item>(lookup: Promise<readonly Item[]>, ttlSeconds: number): Promise<DnsAnswer<Item>> {
  try {
    return { records: await lookup, ttlSeconds };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENODATA' || code === 'ENOTFOUND') return { records: [], ttlSeconds: negativeTtlSeconds };
    throw error;
  }
}

import type { Clock } from '../../shared/time/clock';
import type { Dns, DnsAnswer } from './dns';

interface Entry {
  readonly answer: Promise<DnsAnswer<unknown>>;
  /** Infinite as long as the answer is on its way. */
  expiresAt: number;
}

/** Keeps answers as long as they are good, of a limited number of names. Who asks for the same at the same time waits together. */
export function cachedDns(dns: Dns, clock: Pick<Clock, 'now'>, maxEntries = 1000): Dns {
  const entries = new Map<string, Entry>();
  const ask = <Item>(key: string, lookup: () => Promise<DnsAnswer<Item>>): Promise<DnsAnswer<Item>> => {
    const known = entries.get(key);
    // Only answers of this kind of question are stored under its key.
    if (known !== undefined && known.expiresAt > clock.now()) return known.answer as Promise<DnsAnswer<Item>>;
    const entry: Entry = { answer: lookup(), expiresAt: Infinity };
    entries.delete(key);
    for (const [oldest] of entries) {
      if (entries.size < maxEntries) break;
      entries.delete(oldest);
    }
    entries.set(key, entry);
    entry.answer.then(
      ({ ttlSeconds }) => (entry.expiresAt = clock.now() + ttlSeconds * 1000),
      () => entries.delete(key),
    );
    return entry.answer as Promise<DnsAnswer<Item>>;
  };
  return {
    naptr: (name) => ask(`naptr ${name}`, () => dns.naptr(name)),
    srv: (name) => ask(`srv ${name}`, () => dns.srv(name)),
    a: (name) => ask(`a ${name}`, () => dns.a(name)),
    aaaa: (name) => ask(`aaaa ${name}`, () => dns.aaaa(name)),
  };
}

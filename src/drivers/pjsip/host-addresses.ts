import type { Clock } from '../../shared/time/clock';
import type { Logger } from '../../shared/logger';
import type { Dns } from '../../sip/transport/dns';
import { isIPv6 } from '../../shared/network/ip-version';

export interface HostAddressesDeps {
  readonly dns: Pick<Dns, 'a' | 'aaaa' | 'srv'>;
  readonly clock: Clock;
  readonly log: Logger;
}

const refreshMs = 300_000;

/**
 * The addresses of hosts that requests are recognised by, and of our own names. They are looked up beforehand: a request
 * does not wait for names.
 */
export class HostAddresses {
  readonly #known = new Map<string, ReadonlySet<string>>();
  #names: readonly HostName[] = [];
  #cancelRefresh: (() => void) | undefined;

  constructor(private readonly deps: HostAddressesDeps) {}

  has(name: string, address: string): boolean {
    return this.#known.get(name)?.has(address) === true;
  }

  /** An address of a host, of the same family as another one; undefined while none is known. */
  addressOf(name: string, like: string): string | undefined {
    return [...(this.#known.get(name) ?? [])].find((address) => isIPv6(address) === isIPv6(like));
  }

  /** Watches these names instead of those before. Resolves when they have been looked up once. */
  async watch(names: readonly HostName[]): Promise<void> {
    this.#names = names;
    for (const known of this.#known.keys()) if (!names.some(({ name }) => name === known)) this.#known.delete(known);
    this.#cancelRefresh?.();
    this.#cancelRefresh = undefined;
    if (names.length === 0) return;
    this.#cancelRefresh = this.deps.clock.after(refreshMs, () => void this.watch(this.#names));
    await Promise.all(names.map((name) => this.#lookUp(name)));
  }

  close(): void {
    this.#names = [];
    this.#cancelRefresh?.();
    this.#cancelRefresh = undefined;
  }

  /** What cannot be looked up now stays as it was: a server that answers badly must not lock out a trunk. */
  async #lookUp({ name, looksUpServices }: HostName): Promise<void> {
    try {
      const services = looksUpServices ? await this.#services(name) : [];
      const hosts = services.length === 0 ? [name] : services;
      const found = await Promise.all(hosts.map((host) => this.#addresses(host)));
      if (this.#names.some((watched) => watched.name === name)) this.#known.set(name, new Set(found.flat()));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.deps.log.warn({ host: name, reason }, 'host name of the SIP configuration could not be looked up');
    }
  }

  async #services(name: string): Promise<readonly string[]> {
    const { dns } = this.deps;
    const found = await Promise.all(['_sip._udp', '_sip._tcp'].map((service) => dns.srv(`${service}.${name}`)));
    return found.flatMap(({ records }) => records.map((record) => record.name));
  }

  async #addresses(host: string): Promise<readonly string[]> {
    const { dns } = this.deps;
    const [ipv4, ipv6] = await Promise.all([dns.a(host), dns.aaaa(host)]);
    return [...ipv4.records, ...ipv6.records];
  }
}

export interface HostName {
  readonly name: string;
  readonly looksUpServices: boolean;
}

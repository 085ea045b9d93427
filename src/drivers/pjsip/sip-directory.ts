import type { AorConfig } from '../../config/pjsip/aor-options';
import type { AuthConfig } from '../../config/pjsip/auth-options';
import type { EndpointConfig } from '../../config/pjsip/endpoint-options';
import type { PjsipConfig } from '../../config/pjsip/pjsip-config';

/** The objects of the configuration that are in force, by name. A reload replaces all of them at once. */
export class SipDirectory {
  #config: PjsipConfig;
  #endpoints: ReadonlyMap<string, EndpointConfig> = new Map();
  #hasDomains = false;
  #aors: ReadonlyMap<string, AorConfig> = new Map();
  #auths: ReadonlyMap<string, AuthConfig> = new Map();
  #endpointsByAor: ReadonlyMap<string, readonly EndpointConfig[]> = new Map();

  constructor(config: PjsipConfig) {
    this.#config = config;
    this.replace(config);
  }

  get config(): PjsipConfig {
    return this.#config;
  }

  replace(config: PjsipConfig): void {
    this.#config = config;
    this.#endpoints = byId(config.endpoints);
    this.#hasDomains = config.endpoints.some(({ id }) => id.includes('@'));
    this.#aors = byId(config.aors);
    this.#auths = byId(config.auths);
    const byAor = new Map<string, EndpointConfig[]>();
    for (const endpoint of config.endpoints)
      for (const aor of endpoint.aors) byAor.set(aor, [...(byAor.get(aor) ?? []), endpoint]);
    this.#endpointsByAor = byAor;
  }

  endpoint(id: string): EndpointConfig | undefined {
    return this.#endpoints.get(id);
  }

  /** The endpoint of a user in a domain: most configurations have none that is named like that. */
  endpointIn(domain: string, user: string): EndpointConfig | undefined {
    return this.#hasDomains ? this.#endpoints.get(`${user}@${domain}`) : undefined;
  }

  aor(id: string): AorConfig | undefined {
    return this.#aors.get(id);
  }

  auth(id: string): AuthConfig | undefined {
    return this.#auths.get(id);
  }

  /** The endpoints that are reached at an address of record. */
  endpointsOf(aor: string): readonly EndpointConfig[] {
    return this.#endpointsByAor.get(aor) ?? [];
  }

  /** A domain, or the one that it is another name of. */
  realDomain(domain: string): string {
    if (this.#config.domainAliases.length === 0) return domain;
    const lower = domain.toLowerCase();
    return this.#config.domainAliases.find(({ id }) => id.toLowerCase() === lower)?.domain ?? domain;
  }
}

function byId<Item extends { readonly id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

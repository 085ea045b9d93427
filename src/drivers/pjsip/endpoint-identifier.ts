import type { EndpointConfig, Identification } from '../../config/pjsip/endpoint-options';
import type { IdentifierName } from '../../config/pjsip/global-options';
import type { IdentifyConfig } from '../../config/pjsip/identify-options';
import type { AddressRule } from '../../shared/network/address-rules';
import { isPermitted } from '../../shared/network/address-rules';
import { fromHeader } from '../../sip/message/headers/address-headers';
import { authorizationHeader } from '../../sip/message/headers/auth-headers';
import type { SipRequest } from '../../sip/message/message';
import type { Flow } from '../../sip/transport/flow';
import type { HostAddresses } from './host-addresses';
import type { SipDirectory } from './sip-directory';

export interface EndpointIdentifierDeps {
  readonly directory: SipDirectory;
  readonly hosts: Pick<HostAddresses, 'has'>;
  /** The endpoint of a registration of ours, by the parameter `line` of its contact. */
  readonly endpointOfLine: (line: string) => string | undefined;
}

/** Which endpoint a request is from, by the ways that the configuration has put in order. Says nothing about whether it is true. */
export class EndpointIdentifier {
  readonly #rules = new WeakMap<IdentifyConfig, readonly AddressRule[]>();

  constructor(private readonly deps: EndpointIdentifierDeps) {}

  identify(request: SipRequest, source: Flow): EndpointConfig | undefined {
    const ofLine = this.#byLine(request);
    if (ofLine !== undefined) return ofLine;
    for (const way of this.#order()) {
      const endpoint = this.#by(way, request, source);
      if (endpoint !== undefined) return endpoint;
    }
    return undefined;
  }

  /** Existing servers do not look at header fields unless told to; a section that names one tells it. */
  #order(): readonly IdentifierName[] {
    const { global, identifies } = this.deps.directory.config;
    const order = global.identifierOrder;
    const wantsHeader = !order.includes('header') && identifies.some(({ header }) => header !== undefined);
    return wantsHeader ? ['header', ...order] : order;
  }

  /** Only the server that we have registered with knows the line, so it counts before everything else. */
  #byLine(request: SipRequest): EndpointConfig | undefined {
    if (!request.uriText.includes('line=')) return undefined;
    const { uri } = request;
    const line = uri.kind === 'sip' ? uri.params.get('line') : undefined;
    const id = line === undefined ? undefined : this.deps.endpointOfLine(line);
    return id === undefined ? undefined : this.deps.directory.endpoint(id);
  }

  #by(way: IdentifierName, request: SipRequest, source: Flow): EndpointConfig | undefined {
    switch (way) {
      case 'ip':
        return this.#bySection(way, source, (identify) => this.#comesFrom(identify, source.remote.host));
      case 'header':
        return this.#bySection(way, source, ({ header }) => header !== undefined && hasHeader(request, header));
      case 'username':
        return this.#byFrom(request);
      case 'auth_username':
        return this.#byCredentials(request);
      case 'anonymous':
        return this.#anonymous(request);
      case 'request_uri':
        return undefined;
    }
  }

  #bySection(
    way: 'ip' | 'header',
    { listener }: Flow,
    matches: (identify: IdentifyConfig) => boolean,
  ): EndpointConfig | undefined {
    const { directory } = this.deps;
    const { identifies } = directory.config;
    if (identifies.length === 0) return undefined;
    const found = identifies.find(
      (identify) => (identify.transport === '' || identify.transport === listener) && matches(identify),
    );
    const endpoint = found === undefined ? undefined : directory.endpoint(found.endpoint);
    // A section names its endpoint, so that header fields count where addresses do.
    return endpoint !== undefined && allows(endpoint, way, 'ip') ? endpoint : undefined;
  }

  #comesFrom(identify: IdentifyConfig, address: string): boolean {
    const isNetwork = identify.matches.some((match) => 'network' in match);
    if (isNetwork && isPermitted(this.#rulesOf(identify), address)) return true;
    return identify.matches.some((match) => 'name' in match && this.deps.hosts.has(match.name, address));
  }

  #rulesOf(identify: IdentifyConfig): readonly AddressRule[] {
    const known = this.#rules.get(identify);
    if (known !== undefined) return known;
    const networks = identify.matches.flatMap((match) => ('network' in match ? [match.network] : []));
    const rules: readonly AddressRule[] = [
      ...['0.0.0.0/0', '::/0'].map((network) => ({ action: 'deny', network }) as const),
      ...networks.map((network) => ({ action: 'permit', network }) as const),
    ];
    this.#rules.set(identify, rules);
    return rules;
  }

  #byFrom({ headers }: SipRequest): EndpointConfig | undefined {
    const uri = headers.get(fromHeader)?.uri;
    if (uri?.kind !== 'sip' || uri.user === undefined) return undefined;
    const endpoint = this.#named(uri.user, uri.host);
    return endpoint !== undefined && allows(endpoint, 'username') ? endpoint : undefined;
  }

  #byCredentials({ headers }: SipRequest): EndpointConfig | undefined {
    const [credentials] = headers.all(authorizationHeader);
    const username = credentials?.params.get('username');
    if (credentials === undefined || username === undefined) return undefined;
    const endpoint = this.#named(username, credentials.params.get('realm') ?? '');
    return endpoint !== undefined && allows(endpoint, 'auth_username') ? endpoint : undefined;
  }

  #anonymous({ headers }: SipRequest): EndpointConfig | undefined {
    const uri = headers.get(fromHeader)?.uri;
    return this.#named('anonymous', uri?.kind === 'sip' ? uri.host : '');
  }

  /** With the domain first, so that two domains may have users of the same name. */
  #named(user: string, domain: string): EndpointConfig | undefined {
    const { directory } = this.deps;
    const found = directory.endpointIn(domain, user);
    if (found !== undefined) return found;
    const real = directory.realDomain(domain);
    return (real === domain ? undefined : directory.endpointIn(real, user)) ?? directory.endpoint(user);
  }
}

function allows({ identifyBy }: EndpointConfig, ...ways: readonly Identification[]): boolean {
  return ways.some((way) => identifyBy.includes(way));
}

function hasHeader(
  { headers }: SipRequest,
  { name, value }: { readonly name: string; readonly value: string | RegExp },
): boolean {
  return headers.rawAll(name).some((given) => (typeof value === 'string' ? given === value : value.test(given)));
}

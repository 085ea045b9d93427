import type { TransportConfig } from '../../config/pjsip/transport-options';
import type { AddressRule } from '../../shared/network/address-rules';
import { isLoopback, isPermitted } from '../../shared/network/address-rules';
import type { Logger } from '../../shared/logger';
import type { NetworkPlace } from '../../shared/network/network-place';
import type { SipStack } from '../../sip/stack/sip-stack';
import type { Flow } from '../../sip/transport/flow';
import type { TlsSettings } from '../../sip/transport/tls-settings';
import type { Listening } from '../../sip/transport/transport-layer';

interface OpenTransport {
  readonly config: TransportConfig;
  /** Undefined for websockets, which come in at the HTTP listener. */
  readonly listening: Listening | undefined;
}

/** The sockets that the configuration asks for. */
export class TransportSet {
  readonly #open = new Map<string, OpenTransport>();

  constructor(private readonly deps: { readonly stack: Pick<SipStack, 'listen'>; readonly log: Logger }) {}

  /** Opens what is new, closes what is gone, reads certificates again. Throws, with the reason, when one cannot be opened. */
  async replace(wanted: readonly TransportConfig[]): Promise<void> {
    for (const [id, { config, listening }] of this.#open) {
      const next = wanted.find((each) => each.id === id);
      if (next !== undefined && isSameSocket(config, next)) {
        this.#open.set(id, { config: next, listening });
        this.#reload(next, listening);
      } else {
        this.#open.delete(id);
        listening?.close();
      }
    }
    for (const config of wanted) if (!this.#open.has(config.id)) this.#open.set(config.id, await this.#opened(config));
  }

  config(id: string | undefined): TransportConfig | undefined {
    return id === undefined ? undefined : this.#open.get(id)?.config;
  }

  /** Where it listens: `udp 127.0.0.1:5060`. */
  get listeners(): readonly TransportListener[] {
    return [...this.#open.values()].flatMap(({ config: { id, protocol }, listening }) =>
      listening === undefined ? [] : [{ id, protocol, ...listening.bound }],
    );
  }

  /** The transport that websockets belong to, if one is configured. */
  socketTransport(isSecure: boolean): TransportConfig | undefined {
    const protocols = isSecure ? ['wss'] : ['ws'];
    return [...this.#open.values()].find(({ config }) => protocols.includes(config.protocol))?.config;
  }

  /** The way from the UDP socket of a transport to an address; undefined where it has none. */
  udpFlow(id: string | undefined, remote: NetworkPlace): Flow | undefined {
    return id === undefined ? undefined : this.#open.get(id)?.listening?.flowTo?.(remote);
  }

  async #opened(config: TransportConfig): Promise<OpenTransport> {
    const { id, protocol, host, port, place } = config;
    if (protocol === 'ws' || protocol === 'wss') return { config, listening: undefined };
    try {
      const listening = await this.deps.stack.listen({
        name: id,
        protocol: protocol === 'udp' ? 'UDP' : protocol === 'tcp' ? 'TCP' : 'TLS',
        bind: { host, port },
        advertised: (remote) => this.#advertised(id, remote),
        ...(config.tls === undefined ? {} : { tls: tlsSettings(config.tls) }),
      });
      this.deps.log.debug({ transport: id, protocol, ...listening.bound }, 'SIP transport listens');
      return { config, listening };
    } catch (error) {
      throw new Error(`${place}: transport '${id}' cannot listen on ${protocol} ${host}:${port}: ${reasonOf(error)}`, {
        cause: error,
      });
    }
  }

  /** Peers inside our networks reach us at the address we have; the others at the one that was given for them. */
  #advertised(id: string, remote: NetworkPlace | undefined): Partial<NetworkPlace> {
    const config = this.#open.get(id)?.config;
    const external = config?.externalSignalingAddress ?? '';
    if (config === undefined || external === '' || (remote !== undefined && isLocal(config, remote.host))) return {};
    return { host: external, ...(config.externalSignalingPort === 0 ? {} : { port: config.externalSignalingPort }) };
  }

  #reload({ id, protocol }: TransportConfig, listening: Listening | undefined): void {
    if (protocol !== 'tls') return;
    try {
      listening?.reload();
    } catch (error) {
      this.deps.log.error({ transport: id, reason: reasonOf(error) }, 'certificates could not be read again');
    }
  }
}

export interface TransportListener extends NetworkPlace {
  readonly id: string;
  readonly protocol: TransportConfig['protocol'];
}

/** Whether a peer is in one of the networks that need no external address. */
export function isLocal({ localNetworks }: TransportConfig, address: string): boolean {
  if (isLoopback(address)) return true;
  const rules: readonly AddressRule[] = [
    ...['0.0.0.0/0', '::/0'].map((network) => ({ action: 'deny', network }) as const),
    ...localNetworks.map((network) => ({ action: 'permit', network }) as const),
  ];
  return isPermitted(rules, address);
}

/** The address of ours that a peer is to send audio to; undefined where it is that of this machine. */
export function externalMediaAddress(config: TransportConfig | undefined, remote: string): string | undefined {
  const address = config?.externalMediaAddress ?? '';
  return config === undefined || address === '' || isLocal(config, remote) ? undefined : address;
}

function isSameSocket(one: TransportConfig, other: TransportConfig): boolean {
  return (
    one.protocol === other.protocol &&
    one.host === other.host &&
    one.port === other.port &&
    JSON.stringify(one.tls) === JSON.stringify(other.tls)
  );
}

function tlsSettings(tls: NonNullable<TransportConfig['tls']>): TlsSettings {
  const { caFile, ciphers } = tls;
  return {
    certFile: tls.certificateFile,
    keyFile: tls.keyFile,
    minVersion: tls.minVersion,
    requireClientCertificate: tls.requiresClientCertificate,
    verifyServer: tls.verifiesServer,
    ...(caFile === undefined ? {} : { caFile }),
    ...(ciphers === undefined ? {} : { ciphers }),
  };
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return 'the port is in use by another program; stop it, or choose another port';
  if (code === 'EADDRNOTAVAIL') return 'this machine does not have the address';
  return code === 'EACCES' ? 'not allowed; ports below 1024 need more rights' : message;
}

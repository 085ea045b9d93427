import { MemoryPersistence } from '../../../src/storage/memory-persistence';
import type { PjsipConfig } from '../../../src/config/pjsip/pjsip-config';
import { SipService } from '../../../src/drivers/pjsip/sip-service';
import type { SipServiceDeps } from '../../../src/drivers/pjsip/sip-service';
import { Endpoints } from '../../../src/engine/endpoints';
import type { EngineEvent } from '../../../src/engine/engine-event';
import type { KeyValueStore } from '../../../src/engine/key-value-store';
import { ConfFolders, ariConf, httpConf } from '../../config/conf-folders';
import { anEngine } from '../../engine/engine-rig';
import { ManualClock } from '../../support/client/client-clock';
import { eventually } from '../../support/eventually';
import { SipPhone } from '../../support/sip/sip-phone';

const folders = new ConfFolders();

/** What pjsip.conf says. */
export function sipConfig(text: string): PjsipConfig {
  const config = folders.sound({ 'http.conf': httpConf, 'ari.conf': ariConf, 'pjsip.conf': text }).pjsip;
  folders.removeAll();
  return config;
}

export const udpTransport = '[udp]\ntype = transport\nprotocol = udp\nbind = 127.0.0.1:0\n';
export const tcpTransport = '[tcp]\ntype = transport\nprotocol = tcp\nbind = 127.0.0.1:0\n';

/** A phone as pjsip.conf has it; its password is its name. */
export function phoneConf(name: string, more: { readonly aor?: string; readonly endpoint?: string } = {}): string {
  return `[${name}]
type = endpoint
aors = ${name}
auth = ${name}
${more.endpoint ?? ''}
[${name}]
type = auth
username = ${name}
password = ${name}
[${name}]
type = aor
max_contacts = 1
remove_existing = yes
${more.aor ?? ''}
`;
}

/** The SIP service over real sockets on the loopback, in a time that stands still until the test moves it. */
export class SipRig {
  readonly clock = new ManualClock();
  readonly happened: EngineEvent[] = [];
  readonly lines: string[];
  readonly endpoints: Endpoints;
  readonly service: SipService;
  readonly devices: string[] = [];
  readonly #phones: SipPhone[] = [];
  readonly #deps: SipServiceDeps;

  constructor(conf: string, options: { readonly store?: KeyValueStore } & Partial<SipServiceDeps> = {}) {
    const { events, lines, log } = anEngine();
    events.onAny('deliver', (event) => this.happened.push(event));
    this.lines = lines;
    const { clock } = this;
    this.endpoints = new Endpoints({ events, now: clock.now });
    this.#deps = {
      config: sipConfig(conf),
      events,
      clock,
      log,
      random: () => 0.5,
      microseconds: () => clock.now() * 1000,
      store: new MemoryPersistence(),
      destinations: { literalRefusal: () => undefined },
      snapshot: (resource) => this.endpoints.get('PJSIP', resource),
      whyNotReady: () => undefined,
      ...options,
    };
    this.service = new SipService(this.#deps);
  }

  async start(): Promise<this> {
    const { states } = this.service;
    const registration = this.endpoints.register({
      technology: 'PJSIP',
      list: () => states.list(),
      get: (resource) => states.get(resource),
    });
    await this.service.start({
      endpointChanged: registration.changed,
      deviceChanged: (device) => this.devices.push(`${device} ${states.deviceState(device)}`),
    });
    return this;
  }

  port(protocol: 'udp' | 'tcp' | 'tls' = 'udp'): number {
    const found = this.service.listeners.find((listener) => listener.protocol === protocol);
    if (found === undefined) throw new Error(`nothing listens on ${protocol}`);
    return found.port;
  }

  async phone(name: string, password = name): Promise<SipPhone> {
    return this.#keep(await SipPhone.overUdp(name, password, this.port('udp')));
  }

  async tcpPhone(name: string, password = name): Promise<SipPhone> {
    return this.#keep(await SipPhone.overTcp(name, password, this.port('tcp')));
  }

  /** Events about endpoints, in short: `peer alice Reachable`, `contact sip:… NonQualified 0 online`, `endpoint alice online`. */
  get told(): readonly string[] {
    return this.happened.flatMap((event) => {
      switch (event.type) {
        case 'endpoint-changed':
          return [`endpoint ${event.endpoint.resource} ${event.endpoint.state}`];
        case 'peer-status-changed':
          return [`peer ${event.endpoint.resource} ${event.status}`];
        case 'contact-status-changed':
          return [`contact ${event.contact.uri} ${event.contact.status} ${event.endpoint.state}`];
        default:
          return [];
      }
    });
  }

  /** Waits until this many things were told. */
  async toldAtLeast(count: number): Promise<readonly string[]> {
    await eventually(
      () => this.told.length >= count,
      () => `${count} events expected, got ${JSON.stringify(this.told)}`,
    );
    return this.told;
  }

  forget(): void {
    this.happened.length = 0;
    this.devices.length = 0;
  }

  async close(): Promise<void> {
    for (const phone of this.#phones.splice(0)) phone.close();
    const stopping = this.service.stop();
    this.clock.advance(10_000);
    await stopping;
  }

  #keep(phone: SipPhone): SipPhone {
    this.#phones.push(phone);
    return phone;
  }
}

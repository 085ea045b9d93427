import type { EndpointConfig } from '../../config/pjsip/endpoint-options';
import type { DeviceStateName } from '../../engine/device-state';
import type { ContactSnapshot, EndpointFacts, EndpointSnapshot } from '../../engine/endpoint';
import type { EngineEventHub } from '../../engine/engine-event';
import type { Contacts } from './registration/contacts';
import type { SipDirectory } from './sip-directory';

export interface EndpointStatesDeps {
  readonly directory: SipDirectory;
  readonly contacts: () => Pick<Contacts, 'isReachable'>;
  readonly events: EngineEventHub;
  readonly now: () => number;
  /** The endpoint as events show it, with its channels. */
  readonly snapshot: (resource: string) => EndpointSnapshot | undefined;
  /** Tells that an endpoint, or the device of that name, is no longer as it was. */
  readonly endpointChanged: (resource: string) => void;
  readonly deviceChanged: (device: string) => void;
}

export const technologyName = 'PJSIP';

/** Whether endpoints can be reached, from their contacts, and who is told when that changes. */
export class EndpointStates {
  constructor(private readonly deps: EndpointStatesDeps) {}

  list(): readonly EndpointFacts[] {
    return this.deps.directory.config.endpoints.map((endpoint) => this.#facts(endpoint));
  }

  get(resource: string): EndpointFacts | undefined {
    const endpoint = this.deps.directory.endpoint(resource);
    return endpoint === undefined ? undefined : this.#facts(endpoint);
  }

  isOnline({ aors }: EndpointConfig): boolean {
    const contacts = this.deps.contacts();
    return aors.some((aor) => contacts.isReachable(aor));
  }

  /** Of a device that no call is on; undefined for devices of others. */
  deviceState(device: string): DeviceStateName | undefined {
    const [, resource] = /^PJSIP\/([^/]+)$/i.exec(device) ?? [];
    if (resource === undefined) return undefined;
    const endpoint = this.deps.directory.endpoint(resource);
    if (endpoint === undefined) return 'INVALID';
    return this.isOnline(endpoint) ? 'NOT_INUSE' : 'UNAVAILABLE';
  }

  /** Carries out a change of contacts, and tells what has become of endpoints and contacts, in the order of existing servers. */
  around(aor: string, change: () => readonly ContactSnapshot[]): void {
    const endpoints = this.deps.directory.endpointsOf(aor);
    const before = endpoints.map((endpoint) => this.isOnline(endpoint));
    const contacts = change();
    let index = 0;
    for (const endpoint of endpoints) {
      const isOnline = this.isOnline(endpoint);
      if (isOnline !== before[index]) this.#tellState(endpoint.id, isOnline);
      index += 1;
    }
    for (const contact of contacts) for (const { id } of endpoints) this.#tellContact(id, contact);
  }

  /** Which endpoints were online, to be compared after the configuration has changed. */
  remember(): () => void {
    const before = new Map(this.deps.directory.config.endpoints.map((each) => [each.id, this.isOnline(each)]));
    return () => {
      for (const endpoint of this.deps.directory.config.endpoints) {
        const isOnline = this.isOnline(endpoint);
        if (before.has(endpoint.id) && before.get(endpoint.id) !== isOnline) this.#tellState(endpoint.id, isOnline);
      }
    };
  }

  #facts(endpoint: EndpointConfig): EndpointFacts {
    return { resource: endpoint.id, state: this.isOnline(endpoint) ? 'online' : 'offline' };
  }

  #tellState(id: string, isOnline: boolean): void {
    const { events, now, snapshot, endpointChanged, deviceChanged } = this.deps;
    endpointChanged(id);
    const endpoint = snapshot(id);
    const status = isOnline ? 'Reachable' : 'Unreachable';
    if (endpoint !== undefined) events.emit({ type: 'peer-status-changed', at: now(), endpoint, status });
    deviceChanged(`${technologyName}/${id}`);
  }

  #tellContact(id: string, contact: ContactSnapshot): void {
    const { events, now, snapshot } = this.deps;
    const endpoint = snapshot(id);
    if (endpoint !== undefined) events.emit({ type: 'contact-status-changed', at: now(), endpoint, contact });
  }
}

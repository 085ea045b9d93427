import type { DeviceStateName } from '../../device-state';
import type { DeviceStates } from '../../device-states';
import type { Endpoints } from '../../endpoints';
import type { EngineEventHub } from '../../engine-event';
import type { Messaging } from '../../messaging';
import type { Channel } from '../channel/channel';
import type { Technology, TechnologyEndpoints, TechnologyReports } from './technology';

/** `<technology>/<resource>`, split at the first slash. Undefined when a part is missing. */
export function parseEndpoint(text: string): { readonly technology: string; readonly resource: string } | undefined {
  const slash = text.indexOf('/');
  const resource = text.slice(slash + 1);
  return slash < 1 || resource === '' ? undefined : { technology: text.slice(0, slash), resource };
}

export interface TechnologiesDeps {
  readonly endpoints: Pick<Endpoints, 'register' | 'get'>;
  readonly devices: Pick<DeviceStates, 'addProvider'>;
  readonly messaging: Pick<Messaging, 'register' | 'receive'>;
  readonly events: EngineEventHub;
  readonly now: () => number;
}

/** Takes a technology away again: no channels are made with it, and none come from it. */
export type RemoveTechnology = () => Promise<void> | void;

interface Registered {
  readonly technology: Technology;
  readonly onChannel: (channel: Channel) => void;
}

/** The technologies of a server, by name in any letter case. */
export class Technologies {
  readonly #registered = new Map<string, Registered>();

  constructor(private readonly deps: TechnologiesDeps) {}

  /**
   * Registers everything that a technology has, and starts it. `onChannel` is called with each of its channels before
   * anything is reported of it. When the technology does not start, nothing of it is left.
   */
  add(
    technology: Technology,
    onChannel: (channel: Channel) => void = () => undefined,
  ): RemoveTechnology | Promise<RemoveTechnology> {
    const { reports, unregister } = this.#register({ technology, onChannel });
    const remove: RemoveTechnology = () => {
      unregister();
      return technology.stop?.();
    };
    const undo = (error: unknown): never => {
      unregister();
      throw error;
    };
    try {
      const started = technology.start?.(reports);
      return started instanceof Promise ? started.then(() => remove, undo) : remove;
    } catch (error) {
      return undo(error);
    }
  }

  find(technology: string): Technology | undefined {
    return this.#registered.get(technology.toLowerCase())?.technology;
  }

  /** Those that channels can be made with. */
  names(): string[] {
    const technologies = [...this.#registered.values()].map(({ technology }) => technology);
    return technologies.filter(({ request }) => request !== undefined).map(({ name }) => name);
  }

  /** To be called with each new channel, before it is announced. */
  adopt(channel: Channel): void {
    this.#registered.get(channel.endpoint.technology.toLowerCase())?.onChannel(channel);
  }

  #register(registered: Registered): { readonly reports: TechnologyReports; readonly unregister: () => void } {
    const { technology } = registered;
    const { name, endpoints, deviceState, messages } = technology;
    const { devices, messaging } = this.deps;
    const key = name.toLowerCase();
    if (this.#registered.has(key)) throw new Error(`there is a technology ${name} already`);
    this.#registered.set(key, registered);
    const listed = endpoints && this.deps.endpoints.register({ technology: name, ...bound(endpoints) });
    const stateOf = deviceState && ((device: string) => technology.deviceState?.(device));
    const undo = [
      () => void this.#registered.delete(key),
      ...(listed ? [listed.remove] : []),
      ...(stateOf ? [devices.addProvider({ stateOf })] : []),
      ...(messages ? [messaging.register({ technology: name, ...messages })] : []),
    ];
    const endpointChanged = (resource: string): void => listed?.changed(resource);
    const deviceChanged = (device: string): void => this.#reportDevice(device, stateOf?.(device));
    const reports = { endpointChanged, deviceChanged, ...this.#endpointReports(name) };
    return { reports, unregister: () => undo.splice(0).forEach((step) => step()) };
  }

  /** What happens to an endpoint that does not exist any more is not reported. */
  #endpointReports(technology: string): Pick<TechnologyReports, 'peerChanged' | 'contactChanged' | 'messageReceived'> {
    const { endpoints, events, messaging, now } = this.deps;
    return {
      peerChanged: (resource, status) => {
        const endpoint = endpoints.get(technology, resource);
        if (endpoint !== undefined) events.emit({ type: 'peer-status-changed', at: now(), endpoint, status });
      },
      contactChanged: (resource, contact) => {
        const endpoint = endpoints.get(technology, resource);
        if (endpoint !== undefined) events.emit({ type: 'contact-status-changed', at: now(), endpoint, contact });
      },
      messageReceived: (message, sender) =>
        messaging.receive(message, sender === undefined ? undefined : endpoints.get(technology, sender)),
    };
  }

  #reportDevice(name: string, state: DeviceStateName | undefined): void {
    if (state === undefined) return;
    this.deps.events.emit({ type: 'device-state-changed', at: this.deps.now(), device: { name, state } });
  }
}

/** Endpoints may be an object with methods, which need it. */
function bound(endpoints: TechnologyEndpoints): TechnologyEndpoints {
  return { list: () => endpoints.list(), get: (resource) => endpoints.get(resource) };
}

import type { WebSocket } from 'ws';
import type { PjsipConfig } from '../../config/pjsip/pjsip-config';
import type { DeviceStateName } from '../../engine/device-state';
import type { DriverKit } from '../../engine/audio/legs/driver-kit';
import type { OutgoingRequest, OutgoingResult } from '../../engine/calls/technology/technology-channel';
import type {
  Technology,
  TechnologyEndpoints,
  TechnologyMessages,
  TechnologyReports,
} from '../../engine/calls/technology/technology';
import type { SharedUses } from '../../engine/shared-uses';
import type { Signalling, SignallingListener } from '../../engine/signalling';
import type { Destinations } from '../../shared/network/destinations';
import { pooledRandomBytes as randomBytes } from '../../shared/pooled-random';
import type { CallRtpSettings } from './call-media/call-media';
import { SipCalls } from './calls/sip-calls';
import { technologyName } from './endpoint-states';
import type { SipExtension } from './sip-extension';
import type { SipServiceDeps, SipSocketInit } from './sip-service';
import { SipService } from './sip-service';

export interface PjsipDriverDeps extends Omit<SipServiceDeps, 'config'> {
  /** Files and objects made at run time, as they are now. */
  readonly config: () => PjsipConfig;
  readonly kit: () => DriverKit;
  /** What rtp.conf says now. */
  readonly settings: () => CallRtpSettings;
  readonly destinations: Pick<Destinations, 'literalRefusal'>;
  /** Calls on other nodes of a cluster; undefined for a server that is alone. */
  readonly uses?: SharedUses | undefined;
}

const deviceStart = `${technologyName.toLowerCase()}/`;
const nothing = (): void => undefined;
const notStarted = { outcome: 'refused', reason: 'the technology is not started' } as const;

/** The technology PJSIP: phones and trunks over SIP. */
export class PjsipDriver implements Technology {
  readonly name = technologyName;
  #service: SipService | undefined;
  #calls: SipCalls | undefined;
  #failure: Error | undefined;
  /** What modules have added, and how it is taken out of the running service. */
  readonly #extensions = new Map<SipExtension, () => void>();
  #reports: TechnologyReports | undefined;
  /** Of the signalling; they outlive the service. */
  readonly #listeners = new Set<SignallingListener>();

  constructor(private readonly deps: PjsipDriverDeps) {}

  readonly endpoints: TechnologyEndpoints = {
    list: () => this.#service?.states.list() ?? [],
    get: (resource) => this.#service?.states.get(resource),
  };

  readonly deviceState = (device: string): DeviceStateName | undefined =>
    this.#ofCalls(device) ?? this.#service?.states.deviceState(device);

  /** What was said on the wire. */
  readonly signalling: Signalling = {
    of: (id) => this.#service?.trace.of(id),
    after: (number, max) => this.#service?.trace.after(number, max) ?? [],
    onMessage: (listener) => {
      // A separate entry, so that the same function can listen twice.
      const entry: SignallingListener = (...message) => listener(...message);
      this.#listeners.add(entry);
      return () => void this.#listeners.delete(entry);
    },
  };

  readonly messages: TechnologyMessages = {
    send: async (message) => this.#service?.outbox.current(message) ?? notStarted,
    refer: async (request) => this.#calls?.referrals.refer(request) ?? notStarted,
  };

  /** Undefined while the technology is not started. */
  get service(): SipService | undefined {
    return this.#service;
  }

  /** Calls that have a channel. */
  get callCount(): number {
    return this.#calls?.states.size ?? 0;
  }

  /** Why the last start has failed. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  readonly start = async (reports: TechnologyReports): Promise<void> => {
    const service = new SipService({ ...this.deps, config: this.deps.config(), listeners: this.#listeners });
    this.#service = service;
    this.#failure = undefined;
    this.#reports = reports;
    this.#calls = this.#takeCalls(service, reports);
    for (const extension of this.#extensions.keys()) this.#install(extension);
    try {
      await service.start(reports);
    } catch (error) {
      this.#removeExtensions();
      this.#service = undefined;
      this.#calls = undefined;
      this.#failure = error as Error;
      throw error;
    }
  };

  readonly stop = async (): Promise<void> => {
    const service = this.#service;
    this.#removeExtensions();
    this.#service = undefined;
    this.#calls = undefined;
    await service?.stop();
  };

  readonly request = (request: OutgoingRequest): OutgoingResult => this.#calls?.request(request) ?? notStarted;

  /** What the calls of an endpoint make of its device; undefined where there are none. */
  #ofCalls(device: string): DeviceStateName | undefined {
    if (device.slice(0, deviceStart.length).toLowerCase() !== deviceStart) return undefined;
    const endpoint = device.slice(deviceStart.length);
    return endpoint === '' || endpoint.includes('/') ? undefined : this.#calls?.states.stateOf(endpoint);
  }

  #takeCalls(service: SipService, reports: TechnologyReports): SipCalls {
    const { kit, settings, destinations, uses, random = Math.random } = this.deps;
    const calls: SipCalls = new SipCalls({
      service,
      kit: kit(),
      settings,
      destinations,
      random,
      randomBytes,
      deviceChanged: (endpoint) => reports.deviceChanged(`${technologyName}/${endpoint}`),
      shared: uses && {
        elsewhere: (endpoint) => uses.elsewhere(`${technologyName}/${endpoint}`),
        note: (endpoint, counts) => uses.note(`${technologyName}/${endpoint}`, counts),
      },
    });
    const skip = technologyName.length + 1;
    uses?.onChange((device, change) => calls.states.around(device.slice(skip), change));
    calls.takeFrom(service.intake);
    return calls;
  }

  /** Adds a part of SIP, to the running service and to those that are started later, until the result is called. */
  extend(extension: SipExtension): () => void {
    this.#extensions.set(extension, nothing);
    this.#install(extension);
    return () => {
      this.#extensions.get(extension)?.();
      this.#extensions.delete(extension);
    };
  }

  #install(extension: SipExtension): void {
    if (this.#service === undefined || this.#reports === undefined || this.#calls === undefined) return;
    this.#extensions.set(extension, extension(this.#service, this.#reports, this.#calls));
  }

  #removeExtensions(): void {
    for (const [extension, remove] of this.#extensions) {
      remove();
      this.#extensions.set(extension, nothing);
    }
  }

  /** Puts the configuration in force as it is now. */
  async review(): Promise<void> {
    await this.#service?.reconfigure(this.deps.config());
  }

  /** A websocket that has agreed on the subprotocol `sip`; false where no transport is configured for it. */
  readonly addWebSocket = (socket: WebSocket, init: SipSocketInit): boolean =>
    this.#service?.addWebSocket(socket, init) ?? false;

  /** Whether websockets can be opened: a transport is configured for them. */
  readonly takesWebSockets = (isSecure: boolean): boolean =>
    this.#service?.transports.socketTransport(isSecure) !== undefined;
}

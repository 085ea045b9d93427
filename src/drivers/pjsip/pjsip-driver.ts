import type { WebSocket } from 'ws';
import type { PjsipConfig } from '../../config/pjsip/pjsip-config';
import type { DeviceStateName } from '../../engine/device-state';
import type { Technology, TechnologyEndpoints, TechnologyReports } from '../../engine/calls/technology';
import { technologyName } from './endpoint-states';
import type { SipServiceDeps, SipSocketInit } from './sip-service';
import { SipService } from './sip-service';

export interface PjsipDriverDeps extends Omit<SipServiceDeps, 'config'> {
  /** Files and objects made at run time, as they are now. */
  readonly config: () => PjsipConfig;
}

/** The technology PJSIP: phones and trunks over SIP. */
export class PjsipDriver implements Technology {
  readonly name = technologyName;
  #service: SipService | undefined;
  #failure: Error | undefined;

  constructor(private readonly deps: PjsipDriverDeps) {}

  readonly endpoints: TechnologyEndpoints = {
    list: () => this.#service?.states.list() ?? [],
    get: (resource) => this.#service?.states.get(resource),
  };

  readonly deviceState = (device: string): DeviceStateName | undefined => this.#service?.states.deviceState(device);

  /** Undefined while the technology is not started. */
  get service(): SipService | undefined {
    return this.#service;
  }

  /** Why the last start has failed. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  readonly start = async (reports: TechnologyReports): Promise<void> => {
    const service = new SipService({ ...this.deps, config: this.deps.config() });
    this.#service = service;
    this.#failure = undefined;
    try {
      await service.start(reports);
    } catch (error) {
      this.#service = undefined;
      this.#failure = error as Error;
      throw error;
    }
  };

  readonly stop = async (): Promise<void> => {
    const service = this.#service;
    this.#service = undefined;
    await service?.stop();
  };

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

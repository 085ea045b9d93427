import type { RegistrationConfig } from '../../../config/pjsip/registration-options';
import type { Flow } from '../../../sip/transport/flow';
import type { OutboundRegistrationDeps } from './outbound-registration';
import { OutboundRegistration } from './outbound-registration';

/** All servers that we register with. */
export class OutboundRegistrations {
  readonly #running = new Map<string, OutboundRegistration>();

  constructor(private readonly deps: OutboundRegistrationDeps) {}

  get states(): ReadonlyMap<string, OutboundRegistration['state']> {
    return new Map([...this.#running].map(([id, { state }]) => [id, state]));
  }

  /** The endpoint that requests with this `line` in their URI belong to. */
  endpointOf(line: string): string | undefined {
    const found = [...this.#running.values()].find((registration) => registration.line === line);
    return found?.config.endpoint || undefined;
  }

  /** Those that have not changed go on as they are. */
  replace(wanted: readonly RegistrationConfig[]): void {
    for (const [id, registration] of this.#running) {
      const next = wanted.find((config) => config.id === id);
      if (next !== undefined && JSON.stringify(next) === JSON.stringify(registration.config)) continue;
      this.#running.delete(id);
      void registration.stop();
    }
    for (const config of wanted) {
      if (this.#running.has(config.id)) continue;
      const registration = new OutboundRegistration(config, this.deps);
      this.#running.set(config.id, registration);
      registration.start();
    }
  }

  connectionClosed(flow: Flow): void {
    for (const registration of this.#running.values()) registration.connectionClosed(flow);
  }

  /** Resolves when all servers know, or do not answer. */
  async stop(): Promise<void> {
    const stopping = [...this.#running.values()].map((registration) => registration.stop());
    this.#running.clear();
    await Promise.all(stopping);
  }
}

import type { NetworkPlace } from '../../shared/network/network-place';
import type { Flow, Protocol } from './flow';
import { flowKey } from './flow';

/** All connections, by the address of their far end. */
export class FlowTable {
  readonly #flows = new Set<Flow>();
  readonly #byKey = new Map<string, Flow>();
  /** Keys beside the address itself. */
  readonly #aliases = new Map<Flow, string[]>();

  get size(): number {
    return this.#flows.size;
  }

  find(protocol: Protocol, place: NetworkPlace): Flow | undefined {
    return this.#byKey.get(flowKey(protocol, place));
  }

  add(flow: Flow): void {
    this.#flows.add(flow);
    this.#byKey.set(flowKey(flow.transport, flow.remote), flow);
  }

  /**
   * Lets requests to another port of the same address go over this connection (RFC 5923). The address cannot be chosen
   * by the peer, and an existing connection under that key is kept: a peer cannot take over calls of others.
   */
  addAlias(flow: Flow, port: number): void {
    const key = flowKey(flow.transport, { host: flow.remote.host, port });
    if (!this.#flows.has(flow) || this.#byKey.has(key)) return;
    this.#byKey.set(key, flow);
    this.#aliases.set(flow, [...(this.#aliases.get(flow) ?? []), key]);
  }

  remove(flow: Flow): void {
    this.#flows.delete(flow);
    for (const key of [flowKey(flow.transport, flow.remote), ...(this.#aliases.get(flow) ?? [])]) {
      if (this.#byKey.get(key) === flow) this.#byKey.delete(key);
    }
    this.#aliases.delete(flow);
  }

  keepAlive(): void {
    for (const flow of this.#flows) flow.keepAlive();
  }

  closeAll(): void {
    for (const flow of [...this.#flows]) flow.close();
  }
}

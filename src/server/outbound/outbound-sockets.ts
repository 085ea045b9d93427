import type { OutboundSocketConfig, WebsocketClientConfig } from '../../config/server-config';
import { Complaints } from '../complaints';
import { growingPause } from './backoff';
import type { CallSocketResult } from './call-socket';
import { CallSocket } from './call-socket';
import type { OutboundDeps } from './outbound-deps';
import type { OutboundPlan } from './outbound-plan';
import { makePlans } from './outbound-plan';
import { OutboundSocket } from './outbound-socket';
import type { StopSignal } from '../../shared/scheduling/stop-signal';

type Sockets = readonly OutboundSocketConfig[];
type Clients = readonly WebsocketClientConfig[];

/** All sockets that the server opens towards applications: persistent ones and those of single calls. */
export class OutboundSockets<Operations> {
  readonly #persistent = new Map<string, OutboundSocket<Operations>>();
  readonly #calls = new Map<string, CallSocket<Operations>>();
  readonly #leaving = new Set<Promise<unknown>>();
  readonly #complaints: Complaints;
  #templates: readonly OutboundPlan[] = [];
  #isClosed = false;

  constructor(private readonly deps: OutboundDeps<Operations>) {
    this.#complaints = new Complaints(deps.log, 'outbound websocket is not usable');
  }

  /** How many are connected now. */
  get connected(): number {
    return [...this.#persistent.values(), ...this.#calls.values()].filter(({ isOpen }) => isOpen).length;
  }

  /**
   * Applies the current configuration and the current rights of its users. Unchanged sockets are kept, and so are
   * running calls.
   */
  replace(sockets: Sockets, clients: Clients): void {
    if (this.#isClosed) return;
    const plans = makePlans({ sockets, clients, findUser: this.deps.findUser });
    this.#complaints.stand(plans.invalid.map(({ id, reason }) => ({ outboundSocket: id, reason })));
    this.#retire(new Set(plans.persistent.map(({ id }) => id)));
    for (const plan of plans.persistent) this.#apply(plan);
    this.#templates = plans.perCall;
    for (const call of [...this.#calls.values()]) call.refreshUser();
  }

  /**
   * Opens the per-call socket of an application. Takes as long as the configured attempts; the hangup signal aborts it.
   */
  async openForCall(application: string, channelName: string, signal?: StopSignal): Promise<CallSocketResult> {
    if (this.#isClosed) return { outcome: 'failed', reason: 'the server is shutting down' };
    const template = this.#templates.find(({ applications }) => applications.includes(application));
    const name = `${application}:${channelName}`;
    const known = this.#calls.get(name);
    if (known !== undefined) return known.enter(signal);
    if (template === undefined) return { outcome: 'not-configured' };
    return this.#openCall({ ...template, id: `${template.id}:${channelName}`, applications: [name] }).enter(signal);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const reason = 'the server is shutting down';
    for (const socket of this.#persistent.values()) this.#watchLeave(socket.close(1001, reason));
    this.#persistent.clear();
    for (const call of [...this.#calls.values()]) call.end(reason, 1001);
    await Promise.all(this.#leaving);
  }

  #retire(wanted: ReadonlySet<string>): void {
    for (const [id, socket] of this.#persistent) {
      if (wanted.has(id)) continue;
      this.#persistent.delete(id);
      this.#watchLeave(socket.close(1000, 'removed from the configuration'));
    }
  }

  #apply(plan: OutboundPlan): void {
    const known = this.#persistent.get(plan.id);
    if (known !== undefined) return known.replace(plan);
    const callbacks = { pause: growingPause(this.deps.random), isWanted: () => true };
    const socket = new OutboundSocket(plan, callbacks, this.deps);
    this.#persistent.set(plan.id, socket);
    socket.takeApplications();
    socket.connect();
  }

  #openCall(plan: OutboundPlan): CallSocket<Operations> {
    const [name = ''] = plan.applications;
    const call = new CallSocket(plan, this.deps, (gone) => {
      this.#calls.delete(name);
      this.#watchLeave(gone);
    });
    this.#calls.set(name, call);
    return call;
  }

  #watchLeave(gone: Promise<unknown>): void {
    this.#leaving.add(gone);
    void gone.finally(() => this.#leaving.delete(gone));
  }
}

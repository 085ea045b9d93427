import { setImmediate } from 'node:timers/promises';
import type { Channel } from '../../engine/calls/channel/channel';
import type { DialplanPlace } from '../../engine/calls/channel/dialplan-place';
import type { ApplicationResult, ApplicationRun, VariablePort } from '../../engine/calls/channel/dialplan-port';
import { causes } from '../../engine/calls/channel/hangup-cause';
import type { Logger } from '../../shared/logger';
import type { StopSignal } from '../../shared/scheduling/stop-signal';
import { Stopper } from '../../shared/scheduling/stop-signal';
import type { ApplicationTable, NamedApplication } from './application-table';
import type { ChannelMemories } from './channel-memory';
import type { Steps } from '../plan/steps';
import { outside } from './subroutines';

export interface RunDeps {
  readonly steps: Steps;
  readonly variables: VariablePort;
  readonly applications: ApplicationTable;
  readonly memories: ChannelMemories;
  readonly log: Logger;
}

/** How a run came to its end: the place where there was nothing to run, if that was it. */
export interface RunEnd {
  readonly missing: DialplanPlace | undefined;
}

/** Yields after this many steps: an endless loop in a dialplan must not block the server. */
const stepsAtATime = 100;

/** The indication to the caller of a call without further steps, by the outcome of the last Dial. */
const fallThrough: Readonly<Record<string, string>> = {
  BUSY: 'Busy',
  CONGESTION: 'Congestion',
  CHANUNAVAIL: 'Congestion',
};

/** One channel on its way through the dialplan. */
export class Run {
  /** Fires for the application that runs now: the channel ends, or has to go elsewhere. */
  #leg = new Stopper();
  #place: DialplanPlace;
  /** Where to continue, overriding the running application. */
  #detour: DialplanPlace | undefined;
  /** What the detour has to wait for. */
  #until: Promise<void> | undefined;
  #next: DialplanPlace | undefined;
  #isStopped = false;

  constructor(
    readonly channel: Channel,
    start: { readonly place: DialplanPlace; readonly ending: StopSignal },
    private readonly deps: RunDeps,
  ) {
    this.#place = start.place;
    this.#ending = start.ending;
  }

  readonly #ending: StopSignal;

  get place(): DialplanPlace {
    return this.#place;
  }

  /** Never rejects. Returns once the application that runs last has returned. */
  toItsEnd(): Promise<RunEnd> {
    return this.#guarded(() => this.#walk(), { missing: undefined });
  }

  /**
   * Runs one application that is not a step of the dialplan. Never rejects. Returns where the channel is to continue,
   * if the application or a redirect says so.
   */
  alone(application: NamedApplication, data: string): Promise<DialplanPlace | undefined> {
    return this.#guarded(async () => {
      this.channel.position.startApplication({ name: application.name, data });
      const result = await this.#call(application, data);
      if (this.#until !== undefined) await this.#until;
      if (this.#isOver()) return undefined;
      return this.#detour ?? (result === 'hangup' ? undefined : this.#next);
    }, undefined);
  }

  /** `otherwise` is the result when an application fails. */
  async #guarded<Result>(walk: () => Promise<Result>, otherwise: Result): Promise<Result> {
    const end = (): void => this.#leg.abort();
    this.#ending.addEventListener('abort', end);
    try {
      return await walk();
    } catch (error) {
      const { name } = this.channel.position.application;
      this.deps.log.error({ error, channel: this.channel.id, application: name }, 'a dialplan application has failed');
      this.channel.ending.set(causes.failure);
      return otherwise;
    } finally {
      this.#ending.removeEventListener('abort', end);
    }
  }

  /** Aborts the running application and continues there. */
  redirect(place: DialplanPlace, until?: Promise<void>): void {
    this.#detour = place;
    this.#until = until;
    this.#leg.abort();
  }

  /** Aborts the running application and ends the run. */
  stop(): void {
    this.#isStopped = true;
    this.#leg.abort();
  }

  async #walk(): Promise<RunEnd> {
    for (let count = 1; !this.#isOver(); count += 1) {
      if (count % stepsAtATime === 0) {
        await setImmediate();
        continue;
      }
      const step = this.deps.steps.step(this.#place, this.channel.parties.caller.number);
      const place = this.#place;
      const outcome = step === undefined ? this.#rescue() : this.#execute(step.application, step.data);
      // Only what takes time costs a turn.
      const result = outcome instanceof Promise ? await outcome : outcome;
      if (this.#until !== undefined) await this.#until;
      this.#until = undefined;
      if (this.#takeDetour()) continue;
      if (result === 'missing') return { missing: place };
      if (result === 'hangup') break;
      this.#place = this.#next ?? following(this.#place);
      if (this.#place === outside) break;
    }
    return { missing: undefined };
  }

  #isOver(): boolean {
    return this.#isStopped || this.#ending.aborted || this.channel.isGone;
  }

  #takeDetour(): boolean {
    if (this.#detour === undefined || this.#isOver()) return false;
    this.#place = this.#detour;
    this.#detour = undefined;
    this.#leg = new Stopper();
    return true;
  }

  #execute(name: string, written: string): ApplicationResult | Promise<ApplicationResult> {
    const { channel } = this;
    const application = this.deps.applications.find(name);
    // Variables such as EXTEN and PRIORITY have to tell the place whose data is filled in.
    const before = channel.position.place;
    const isNews = channel.position.application.name === '' || !isSamePlace(before, this.#place);
    if (isNews) channel.position.moveTo(this.#place);
    const data = this.deps.variables.substitute(channel, written);
    if (application === undefined) return this.#unknown(name);
    const shown = { name: application.name, data };
    // An application that takes over from another one at the same place is not reported as a step.
    if (isNews) channel.position.startApplication(shown, this.#place);
    else channel.position.showApplication(shown, this.#place);
    return this.#call(application, data);
  }

  #call({ run }: NamedApplication, data: string): ApplicationResult | Promise<ApplicationResult> {
    this.#next = undefined;
    const context: ApplicationRun = { signal: this.#leg.signal, goTo: (place) => void (this.#next = place) };
    return run(this.channel, data, context);
  }

  #unknown(name: string): ApplicationResult {
    const { channel, place } = this;
    this.deps.log.warn({ channel: channel.id, application: name, ...place }, 'unknown dialplan application');
    return 'hangup';
  }

  /** There is nothing at the place. A missing extension falls back to others (`i`, …). */
  #rescue(): 'missing' | ApplicationResult | Promise<'missing' | ApplicationResult> {
    const { context, extension } = this.#place;
    const caller = this.channel.parties.caller.number;
    if (this.deps.steps.hasExtension(context, extension, caller)) return this.#runOut();
    if (this.deps.steps.hasExtension(context, 'i', caller)) {
      this.channel.variables.set('INVALID_EXTEN', extension);
      this.#next = { context, extension: 'i', priority: 1 };
      return undefined;
    }
    if (this.deps.steps.hasExtension(context, 'e', caller)) {
      this.deps.memories.of(this.channel).exception = { reason: 'INVALID', place: this.#place };
      this.#next = { context, extension: 'e', priority: 1 };
      return undefined;
    }
    this.deps.log.warn(
      { channel: this.channel.id, ...this.#place },
      'a call was sent to an extension that is not there',
    );
    return 'missing';
  }

  /** After its last step a call ends, unless the dialplan waits for digits then. */
  #runOut(): 'missing' | Promise<'missing' | ApplicationResult> {
    const waits = this.deps.steps.fallsThrough() ? undefined : this.deps.applications.find('WaitExten');
    if (waits !== undefined) return this.#waitForDigits(waits);
    const status = this.channel.variables.get('DIALSTATUS') ?? '';
    const application = this.deps.applications.find(fallThrough[status] ?? '');
    if (application === undefined) return 'missing';
    return Promise.resolve(this.#call(application, '10')).then(() => 'missing' as const);
  }

  async #waitForDigits(application: NamedApplication): Promise<'missing' | ApplicationResult> {
    const result = await this.#call(application, '');
    return this.#next === undefined ? 'missing' : result;
  }
}

export function following({ context, extension, priority }: DialplanPlace): DialplanPlace {
  return { context, extension, priority: priority + 1 };
}

function isSamePlace(one: DialplanPlace, other: DialplanPlace): boolean {
  return one.priority === other.priority && one.extension === other.extension && one.context === other.context;
}

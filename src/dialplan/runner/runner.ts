import type { Channel } from '../../engine/calls/channel/channel';
import type { DialplanPlace } from '../../engine/calls/channel/dialplan-place';
import type { DialplanPort } from '../../engine/calls/channel/dialplan-port';
import { causes, softHangup } from '../../engine/calls/channel/hangup-cause';
import type { Clock } from '../../shared/time/clock';
import type { StopSignal } from '../../shared/scheduling/stop-signal';
import { Stopper } from '../../shared/scheduling/stop-signal';
import { knownNotes, notesOf } from '../channel-notes';
import { readDestination } from '../plan/destination';
import type { RunDeps } from './run';
import { following, Run } from './run';
import { splitArguments } from '../expressions/split-arguments';
import { enterSubroutine, leaveSubroutine, outside } from './subroutines';
import { readCall } from '../plan/written-call';
import { TurnoverMap } from '../../shared/collections/turnover-map';

export interface RunnerDeps extends RunDeps {
  readonly clock: Clock;
  /** Fires when the server closes: nothing may be run for ended calls then. */
  readonly closing: StopSignal;
  /** Milliseconds that the extension `h` may take. */
  readonly afterwordLimit?: number;
}

/** Runs channels through the dialplan. */
export class DialplanRunner implements DialplanPort {
  /** The innermost run of each channel. */
  readonly #runs = new TurnoverMap<Channel, Run>();

  constructor(private readonly deps: RunnerDeps) {}

  /** How many channels are run. */
  get size(): number {
    return this.#runs.size;
  }

  readonly hasExtension = (context: string, extension: string): boolean =>
    this.deps.steps.hasExtension(context, extension);

  /** Whether more digits can make another extension of it. */
  readonly couldGrow = (context: string, extension: string): boolean =>
    this.deps.steps.couldGrow(context, extension, '');

  readonly findLabel = (context: string, extension: string, label: string): number | undefined =>
    this.deps.steps.findLabel(context, extension, label);

  readonly run = (channel: Channel, place: DialplanPlace): Promise<void> =>
    this.#run(channel, place, () => channel.hangUp(undefined, softHangup.programEnded));

  readonly runNested = (channel: Channel, place: DialplanPlace): Promise<void> =>
    this.#run(channel, place, () => undefined);

  readonly applicationProgram: DialplanPort['applicationProgram'] = (name, data) => {
    const application = this.deps.applications.find(name);
    if (application === undefined) return undefined;
    return async (channel) => {
      const run = new Run(channel, { place: channel.position.place, ending: channel.signal }, this.deps);
      const outer = this.#enter(run);
      const onward = await run.alone(application, data);
      this.#leave(run, outer);
      if (onward !== undefined) return this.run(channel, onward);
      if (channel.ending.cause === causes.unknown) channel.ending.set(causes.normal);
    };
  };

  /** Runs only the steps: the channel stays, and its extension `h` is not run. */
  readonly runSteps = async (channel: Channel, place: DialplanPlace): Promise<void> => {
    const run = new Run(channel, { place, ending: channel.signal }, this.deps);
    const outer = this.#enter(run);
    await run.toItsEnd();
    this.#leave(run, outer);
  };

  /**
   * Runs a subroutine for an application and comes back when it returns. `ended`: it hung up, or the channel is going
   * to end. The channel is then shown where it was before.
   */
  readonly callSubroutine = async (
    channel: Channel,
    place: DialplanPlace,
    given: readonly string[],
  ): Promise<'returned' | 'ended'> => {
    const { place: before, application } = channel.position;
    const { frames } = this.deps.memories.of(channel);
    const depth = frames.length;
    enterSubroutine(this.deps.memories, channel, { returnTo: outside, arguments: given });
    const run = new Run(channel, { place, ending: channel.signal }, this.deps);
    const outer = this.#enter(run);
    await run.toItsEnd();
    this.#leave(run, outer);
    while (frames.length > depth) leaveSubroutine(this.deps.memories, channel);
    if (!channel.isGone) channel.position.showApplication(application, before);
    return run.place === outside ? 'returned' : 'ended';
  };

  /** Redirects a channel; false when no dialplan runs it. */
  readonly redirect = (channel: Channel, place: DialplanPlace): boolean => {
    const run = channel.isEnding ? undefined : this.#runs.get(channel);
    run?.redirect(place);
    return run !== undefined;
  };

  /**
   * Takes a channel out of a bridge of the dialplan, in which its own dialplan or that of its caller has it, and sends it
   * to a place; false when neither is the case.
   */
  readonly sendOn = (channel: Channel, place: DialplanPlace): boolean => {
    const leaveFor = knownNotes(channel)?.leaveFor;
    if (channel.isEnding || (leaveFor === undefined && !this.#runs.has(channel))) return false;
    channel.position.startApplication(channel.position.application, place);
    if (leaveFor === undefined) return this.redirect(channel, place);
    leaveFor(place);
    return true;
  };

  /** The same, after the current holder of the channel has released it; without a place, to the next priority. */
  readonly hold = (channel: Channel, place: DialplanPlace | undefined, until: Promise<void>): boolean => {
    const run = channel.isEnding ? undefined : this.#runs.get(channel);
    run?.redirect(place ?? following(channel.position.place), until);
    return run !== undefined;
  };

  /** The absolute timeout of a call: continues at the extension `T` if it exists, otherwise ends. */
  readonly expire = (channel: Channel): void => {
    const run = this.#runs.get(channel);
    if (run === undefined) return channel.hangUp(causes.normal);
    const place = { context: run.place.context, extension: 'T', priority: 1 };
    if (this.deps.steps.hasExtension(place.context, place.extension, channel.parties.caller.number))
      run.redirect(place);
    else {
      channel.ending.set(causes.normal);
      run.stop();
    }
  };

  async #run(channel: Channel, place: DialplanPlace, report: () => void): Promise<void> {
    const run = new Run(channel, { place, ending: channel.signal }, this.deps);
    const outer = this.#enter(run);
    const { missing } = await run.toItsEnd();
    this.#leave(run, outer);
    report();
    // Shown only after the report: that is still from the last step that there was.
    if (missing !== undefined && !channel.isGone) channel.position.moveTo(missing);
    await this.#runHangupExtension(channel, run.place.context);
  }

  // Two steps instead of a function around the run: a run never rejects, and as long as it lasts every such function would keep
  // half a kilobyte for each call.

  /** From now on the channel is in this run. Returns the run that it was in before. */
  #enter(run: Run): Run | undefined {
    const outer = this.#runs.get(run.channel);
    this.#runs.set(run.channel, run);
    return outer;
  }

  #leave({ channel }: Run, outer: Run | undefined): void {
    if (outer === undefined) this.#runs.delete(channel);
    else this.#runs.set(channel, outer);
  }

  /**
   * Runs the extension `h` for ended calls, and then the hangup handlers, last first. The
   * channel's own signal has fired by then, so that they have one for themselves.
   */
  async #runHangupExtension(channel: Channel, context: string): Promise<void> {
    const { clock, closing, afterwordLimit = 30_000 } = this.deps;
    if (channel.isGone || closing.aborted || !this.#hasAfterword(channel, context)) return;
    const ending = new Stopper();
    const end = (): void => ending.abort();
    const cancel = clock.after(afterwordLimit, end);
    closing.addEventListener('abort', end);
    for (const place of this.#afterwords(channel, context)) {
      if (channel.isGone || ending.signal.aborted) break;
      await new Run(channel, { place, ending: ending.signal }, this.deps).toItsEnd();
    }
    cancel();
    closing.removeEventListener('abort', end);
  }

  #hasAfterword(channel: Channel, context: string): boolean {
    const { steps } = this.deps;
    return (
      steps.hasExtension(context, 'h', channel.parties.caller.number) ||
      (knownNotes(channel)?.hangupHandlers.length ?? 0) > 0
    );
  }

  *#afterwords(channel: Channel, context: string): Generator<DialplanPlace> {
    const { steps, memories } = this.deps;
    const place = { context, extension: 'h', priority: 1 };
    if (steps.hasExtension(context, 'h', channel.parties.caller.number)) yield place;
    const { hangupHandlers } = notesOf(channel);
    for (let handler = hangupHandlers.pop(); handler !== undefined; handler = hangupHandlers.pop()) {
      const { name, data } = readCall(handler);
      const start = readDestination(name, place, steps.findLabel);
      if (start === undefined) continue;
      enterSubroutine(memories, channel, { returnTo: outside, arguments: data === '' ? [] : splitArguments(data) });
      yield start;
    }
  }
}

export const makeRunner = (deps: RunnerDeps): DialplanRunner => new DialplanRunner(deps);

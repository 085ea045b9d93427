import type { Channel } from '../../engine/calls/channel/channel';
import type { ApplicationResult, ApplicationRun } from '../../engine/calls/channel/dialplan-port';
import type { Clock } from '../../shared/time/clock';
import type { Logger } from '../../shared/logger';
import type { StopSignal } from '../../shared/scheduling/stop-signal';
import type { ChannelMemories } from '../runner/channel-memory';
import { DigitInbox } from './digit-inbox';
import type { Steps } from '../plan/steps';

export interface DialledExtensionDeps {
  readonly steps: Steps;
  readonly memories: ChannelMemories;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface Collecting {
  /** What has been dialled already. */
  readonly prefix: string;
  /** For the first digit; those after it have the channel's own timeout. */
  readonly milliseconds: number;
  readonly signal: StopSignal;
  /** An open inbox, closed by its owner. */
  readonly inbox?: DigitInbox;
}

export interface FirstDigit {
  readonly digit: string;
  readonly context: string;
  /** Where the digits behind it come from. */
  readonly inbox: DigitInbox;
}

/** Takes extensions that callers dial while the dialplan runs, and sends them there. */
export class DialledExtension {
  constructor(private readonly deps: DialledExtensionDeps) {}

  /** Takes digits for as long as they could become a longer extension. */
  async collect(channel: Channel, { prefix, milliseconds, signal, inbox: given }: Collecting): Promise<string> {
    const { steps, memories, clock } = this.deps;
    const inbox = given ?? new DigitInbox(channel, clock);
    let digits = prefix;
    let timeoutMs = milliseconds;
    try {
      do {
        const digit = await inbox.next(timeoutMs, signal);
        if (digit === undefined) break;
        digits += digit;
        timeoutMs = memories.of(channel).digitTimeout;
      } while (steps.couldGrow(channel.position.place.context, digits, channel.parties.caller.number));
    } finally {
      if (given === undefined) inbox.close();
    }
    return digits;
  }

  /**
   * Continues from the first digit, in another context where one is given: there, a digit that is an extension all by
   * itself is dialled. Any other one begins what is dialled in the channel's own context.
   */
  async dialFrom(
    channel: Channel,
    { digit, context, inbox }: FirstDigit,
    run: ApplicationRun,
  ): Promise<ApplicationResult> {
    const { steps, memories } = this.deps;
    const { number } = channel.parties.caller;
    if (steps.hasExtension(context, digit, number) && !steps.couldGrow(context, digit, number))
      return run.goTo({ context, extension: digit, priority: 1 });
    const request = { prefix: digit, milliseconds: memories.of(channel).digitTimeout, signal: run.signal, inbox };
    const canGrow = steps.couldGrow(channel.position.place.context, digit, number);
    const digits = canGrow ? await this.collect(channel, request) : digit;
    return run.signal.aborted ? undefined : this.goTo(channel, digits, run);
  }

  goTo(channel: Channel, extension: string, run: ApplicationRun): ApplicationResult {
    if (this.#goIfThere(channel, extension, run)) return undefined;
    if (!this.#goIfThere(channel, 'i', run)) return this.#raise(channel, 'INVALID', run);
    return channel.variables.set('INVALID_EXTEN', extension);
  }

  /** Nothing was dialled in time. */
  giveUp(channel: Channel, run: ApplicationRun): ApplicationResult {
    return this.#goIfThere(channel, 't', run) ? undefined : this.#raise(channel, 'RESPONSETIMEOUT', run);
  }

  #goIfThere(channel: Channel, extension: string, run: ApplicationRun): boolean {
    const { context } = channel.position.place;
    const isThere = this.deps.steps.hasExtension(context, extension, channel.parties.caller.number);
    if (isThere) run.goTo({ context, extension, priority: 1 });
    return isThere;
  }

  #raise(channel: Channel, reason: string, run: ApplicationRun): ApplicationResult {
    const { place } = channel.position;
    if (!this.#goIfThere(channel, 'e', run)) {
      this.deps.log.info({ channel: channel.id, reason, ...place }, 'a call ends: the dialled number does not exist');
      return 'hangup';
    }
    this.deps.memories.of(channel).exception = { reason, place };
    return undefined;
  }
}

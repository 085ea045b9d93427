import type { Channel } from '../../engine/calls/channel/channel';
import type { Clock } from '../../shared/time/clock';
import type { StopSignal } from '../../shared/scheduling/stop-signal';
import { DigitInbox } from './digit-inbox';
import type { Prompt, PromptsDeps } from './prompts';
import { namedPrompts, Prompts } from './prompts';

export interface DigitReaderDeps extends PromptsDeps {
  readonly clock: Clock;
}

/** What callers hear until they press something. */
export type Invitation = { readonly prompts: readonly Prompt[] } | { readonly tone: string };

export interface ReadingRequest {
  readonly invitation: Invitation;
  /** Milliseconds to wait for the first digit, and for each one after it. */
  readonly first: number;
  readonly next: number;
  /** Whether these digits are all there is to come; asked after each. */
  readonly isComplete: (digits: string) => boolean;
  readonly signal: StopSignal;
}

/** `timeout`: no further digit came in time. `ended`: the channel ends, or has to go elsewhere. */
export interface Reading {
  readonly digits: string;
  readonly why: 'complete' | 'timeout' | 'ended';
}

/** Invites callers to press digits, and takes them. */
export class DigitReader {
  readonly #prompts: Prompts;

  constructor(private readonly deps: DigitReaderDeps) {
    this.#prompts = new Prompts(deps);
  }

  async read(channel: Channel, request: ReadingRequest): Promise<Reading> {
    const inbox = new DigitInbox(channel, this.deps.clock);
    try {
      // A tone continues while waiting for digits; a prompt ends.
      const early = 'prompts' in request.invitation ? await this.#invite(channel, request, inbox) : undefined;
      return await this.#take(channel, { request, inbox, early });
    } finally {
      inbox.close();
    }
  }

  async #invite(
    channel: Channel,
    { invitation, signal }: ReadingRequest,
    inbox: DigitInbox,
  ): Promise<string | undefined> {
    const prompts = 'prompts' in invitation ? invitation.prompts : [];
    const interruption = { inbox, counts: () => true };
    const end = await this.#prompts.play(channel, { prompts, signal, interruption });
    return end.outcome === 'interrupted' ? end.digit : undefined;
  }

  async #take(channel: Channel, { request, inbox, early }: Taking): Promise<Reading> {
    const { next, isComplete, signal } = request;
    let digits = early ?? '';
    while (digits === '' || !isComplete(digits)) {
      const digit = await (digits === '' ? this.#first(channel, request, inbox) : inbox.next(next, signal));
      if (signal.aborted) return { digits, why: 'ended' };
      if (digit === undefined) return { digits, why: 'timeout' };
      digits += digit;
    }
    return { digits, why: 'complete' };
  }

  async #first(channel: Channel, request: ReadingRequest, inbox: DigitInbox): Promise<string | undefined> {
    const { invitation, first, signal } = request;
    if (signal.aborted) return undefined;
    if ('prompts' in invitation) return inbox.next(first, signal);
    const problem = await this.deps.sound().startTone(channel, invitation.tone);
    if (problem !== undefined) this.deps.log.warn({ channel: channel.id, reason: problem }, 'there is no such tone');
    const digit = await inbox.next(first, signal);
    this.deps.sound().stopTone(channel);
    return digit;
  }
}

interface Taking {
  readonly request: ReadingRequest;
  readonly inbox: DigitInbox;
  readonly early: string | undefined;
}

/** Sounds by their names, or with the option `i` a tone by its name. */
export function invitationOf(file: string, options: ReadonlySet<string>): Invitation {
  return options.has('i') ? { tone: file } : { prompts: namedPrompts(file) };
}

/** The result of an interrupted read. */
export function endedStatus({ isEnding }: Channel): 'HANGUP' | 'INTERRUPTED' {
  return isEnding ? 'HANGUP' : 'INTERRUPTED';
}

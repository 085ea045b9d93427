import type { Channel } from '../../engine/calls/channel/channel';
import type { ChannelSound, SoundEnd } from '../../engine/audio/channel-sound';
import type { Logger } from '../../shared/logger';
import type { StopSignal } from '../../shared/scheduling/stop-signal';
import { Stopper } from '../../shared/scheduling/stop-signal';
import type { DigitInbox } from './digit-inbox';
import { Once } from '../../shared/limits/once';

export interface PromptsDeps {
  readonly sound: () => ChannelSound;
  readonly log: Logger;
}

/** One prompt: media URIs, of which the first existing one is played. */
export type Prompt = readonly string[];

export interface PromptRequest {
  readonly prompts: readonly Prompt[];
  readonly signal: StopSignal;
  /** That of the channel when none is given. */
  readonly language?: string | undefined;
  /** Digits that come meanwhile and count end it; others are lost. */
  readonly interruption?: { readonly inbox: DigitInbox; readonly counts: (digit: string) => boolean } | undefined;
}

/** `failed`: at least one of them was not heard to its end. `ended`: the channel ends, or has to go elsewhere. */
export type PromptsEnd =
  | { readonly outcome: 'heard' | 'failed' | 'ended' }
  | { readonly outcome: 'interrupted'; readonly digit: string };

/** Longer than any call lasts. */
const forEver = 2 ** 31 - 1;

/** Lets callers hear prompts, one after another. */
export class Prompts {
  readonly #complaints = new Once();

  constructor(private readonly deps: PromptsDeps) {}

  async play(channel: Channel, request: PromptRequest): Promise<PromptsEnd> {
    let outcome: 'heard' | 'failed' = 'heard';
    for (const prompt of request.prompts) {
      const end = await this.#playOne(channel, prompt, request);
      if (end.outcome === 'interrupted') return end;
      if (request.signal.aborted) return { outcome: 'ended' };
      if (end.outcome !== 'failed') continue;
      outcome = 'failed';
      this.#complain(channel, end.reason);
    }
    return { outcome };
  }

  async #playOne(
    channel: Channel,
    anyOf: Prompt,
    { signal, language, interruption }: PromptRequest,
  ): Promise<SoundEnd | Extract<PromptsEnd, { outcome: 'interrupted' }>> {
    if (signal.aborted) return { outcome: 'stopped' };
    const play = this.deps.sound().play(channel, { anyOf, language });
    signal.addEventListener('abort', play.stop);
    const digit = interruption === undefined ? undefined : await digitDuring(play, interruption);
    if (digit !== undefined) play.stop();
    const end = await play.over;
    signal.removeEventListener('abort', play.stop);
    return digit === undefined ? end : { outcome: 'interrupted', digit };
  }

  /** The dialplan says the same to every caller. */
  #complain({ id: channel }: Channel, reason: string): void {
    if (this.#complaints.isFirst(reason)) this.deps.log.warn({ channel, reason }, 'prompt could not be played');
  }
}

/** The first digit that counts before something is over. */
export async function digitDuring(
  something: { readonly over: Promise<unknown> },
  { inbox, counts }: { readonly inbox: DigitInbox; readonly counts: (digit: string) => boolean },
): Promise<string | undefined> {
  const over = new Stopper();
  void something.over.then(() => over.abort());
  for (;;) {
    const digit = await inbox.next(forEver, over.signal);
    if (digit === undefined || counts(digit)) return digit;
  }
}

/** Sounds by their names: `one&two`. What has been recorded is found by its name, too. */
export function namedPrompts(text: string): readonly Prompt[] {
  const names = text.split('&').map((name) => name.trim());
  return names.filter((name) => name !== '').map((name) => [`sound:${name}`, `recording:${name}`]);
}

import type { Channel } from '../../engine/calls/channel/channel';
import type { Channels } from '../../engine/calls/channel/channels';
import type { Calls } from '../../engine/calls/dialing/calls';
import { causes } from '../../engine/calls/channel/hangup-cause';
import type { TechnologyChannel } from '../../engine/calls/technology/technology-channel';
import type { EngineEventSource } from '../../engine/engine-event';
import type { IncomingMessage, Messaging } from '../../engine/messaging';
import type { Soon } from '../../shared/scheduling/soon';
import { forgetNotes } from '../channel-notes';
import type { ChannelMemories } from '../runner/channel-memory';
import type { DialplanRunner } from '../runner/runner';
import { forgetMessage, messageOf } from './message-notes';

export interface MessageQueueDeps {
  readonly channels: Channels;
  readonly calls: Pick<Calls, 'run'>;
  readonly dialplan: Pick<DialplanRunner, 'runSteps' | 'hasExtension'>;
  readonly memories: Pick<ChannelMemories, 'forget'>;
  readonly messaging: Pick<Messaging, 'addReader'>;
  readonly events: EngineEventSource;
  readonly soon: Soon;
  readonly language: string;
}

type PlacedMessage = IncomingMessage & Required<Pick<IncomingMessage, 'place'>>;

/** Messages that wait until the dialplan has dealt with those before them; more are not taken. */
const maxWaiting = 1000;
const technology = 'Message';

/** There is no far end: whatever the dialplan does with a message, it does to others. */
const noFarEnd: TechnologyChannel = {
  dial: () => ({ outcome: 'unreachable', cause: causes.failure }),
  send: () => undefined,
  carries: () => false,
  hangUp: () => undefined,
};

/**
 * Runs the dialplan for messages outside of calls, one after the other, on one channel. It is made for the first message
 * and stays; `Hangup()` ends only the run.
 */
export class MessageQueue {
  readonly #waiting: PlacedMessage[] = [];
  readonly #undo: (() => void)[];
  #channel: Channel | undefined;
  #wake: (() => void) | undefined;
  #isClosed = false;

  constructor(private readonly deps: MessageQueueDeps) {
    this.#undo = [
      deps.messaging.addReader((_from, message) => this.#takes(message)),
      deps.events.on('dialplan', 'text-message-received', ({ message }) => {
        if (this.#takes(message)) this.#add(message);
      }),
    ];
  }

  /** Takes no more messages. The channel ends when those that wait are done. Idempotent. */
  close(): void {
    this.#isClosed = true;
    for (const step of this.#undo.splice(0)) step();
    this.#wake?.();
  }

  #takes(message: IncomingMessage): message is PlacedMessage {
    const { place } = message;
    if (place === undefined || this.#isClosed || this.#waiting.length >= maxWaiting) return false;
    return this.deps.dialplan.hasExtension(place.context, place.extension);
  }

  #add(message: PlacedMessage): void {
    this.#waiting.push(message);
    if (this.#channel === undefined) this.#make();
    else this.#wake?.();
  }

  #make(): void {
    const { channels, language, calls, soon } = this.deps;
    const channel = channels.make({
      id: channels.nextId(),
      technology,
      state: 'Up',
      language,
      name: `${technology}/ast_msg_queue`,
      place: { context: 'default', extension: 's', priority: 1 },
      line: () => noFarEnd,
    });
    this.#channel = channel;
    channel.onDestroyed(() => {
      this.#channel = undefined;
      // It may have been hung up from outside.
      if (this.#waiting.length > 0 && !this.#isClosed) soon(() => this.#channel === undefined && this.#make());
    });
    channel.announce();
    soon(() => void calls.run(channel, () => this.#serve(channel)));
  }

  async #serve(channel: Channel): Promise<void> {
    for (;;) {
      const message = await this.#next(channel);
      if (message === undefined) return;
      giveMessage(channel, message);
      await this.deps.dialplan.runSteps(channel, { ...message.place, priority: 1 });
      if (channel.isEnding) return;
      this.#forget(channel);
    }
  }

  /** Undefined when the channel is to end. */
  async #next({ signal }: Channel): Promise<PlacedMessage | undefined> {
    while (this.#waiting.length === 0 && !this.#isClosed && !signal.aborted)
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          signal.removeEventListener('abort', wake);
          resolve();
        };
        this.#wake = wake;
        signal.addEventListener('abort', wake);
      });
    return signal.aborted ? undefined : this.#waiting.shift();
  }

  /** The next message must not see what the dialplan has noted for this one. */
  #forget(channel: Channel): void {
    forgetMessage(channel);
    forgetNotes(channel);
    this.deps.memories.forget(channel);
    for (const [name] of [...channel.variables.all()]) channel.variables.set(name, undefined);
  }
}

function giveMessage(channel: Channel, { from, to, body, variables }: IncomingMessage): void {
  const { items, data } = messageOf(channel);
  items.set('from', from).set('to', to).set('body', body);
  for (const [key, value] of Object.entries(variables)) data.set(key, { value, isSent: false });
}

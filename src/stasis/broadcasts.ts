import type { ChannelId } from '../shared/ids';
import type { Channel } from '../engine/calls/channel/channel';
import type { DialplanApplication } from '../engine/calls/channel/dialplan-port';
import type { Clock } from '../shared/time/clock';
import type { Logger } from '../shared/logger';
import type { Application } from './application';
import { applicationEvents } from './application-events';
import type { Applications } from './applications';
import type { Sessions } from './sessions';

export interface BroadcastsDeps {
  readonly applications: Applications;
  readonly sessions: Sessions;
  readonly clock: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Reads a filter on the names of applications. A text says why it cannot be used. */
  readonly readFilter: (expression: string) => ((name: string) => boolean) | string;
  readonly log: Logger;
}

interface Broadcast {
  readonly channel: Channel;
  readonly audience: readonly string[];
  readonly tellsOfClaim: boolean;
  /** Undefined while it can still be claimed. */
  outcome: { readonly winner: string | undefined } | undefined;
  readonly decide: (winner: string | undefined) => void;
}

const defaultTimeout = 500;
const longestTimeout = 60_000;

/** Channels that are offered to many applications and go to the first one that claims them. */
export class Broadcasts {
  readonly #byChannel = new Map<ChannelId, Broadcast>();

  constructor(private readonly deps: BroadcastsDeps) {}

  get size(): number {
    return this.#byChannel.size;
  }

  /**
   * A channel is remembered until it leaves the application or ends, to recognise late claims. `socket`: the event socket
   * that claims it, which gets the call where several share the application.
   */
  claim(channelId: ChannelId, application: string, socket?: string): 'claimed' | 'too-late' | 'not-broadcast' {
    const broadcast = this.#byChannel.get(channelId);
    if (broadcast === undefined || broadcast.channel.isEnding) return 'not-broadcast';
    if (broadcast.outcome !== undefined) return 'too-late';
    if (socket !== undefined) this.deps.applications.get(application)?.group?.place([channelId], { socket });
    broadcast.decide(application);
    this.#tellOfClaim(broadcast, application);
    return 'claimed';
  }

  /** The applications that a channel was offered to; empty when it was not offered. */
  audienceOf(channelId: ChannelId): readonly string[] {
    return this.#byChannel.get(channelId)?.audience ?? [];
  }

  /** `StasisBroadcast([milliseconds][,filter][,arguments][,notify_claimed])` of the dialplan. */
  readonly stasisBroadcast: DialplanApplication = async (channel, data, run) => {
    const [time = '', filter = '', args = '', notify = ''] = data.split(',').map((part) => part.trim());
    const tellsOfClaim = !/^(no|false|n|f|0|off)$/i.test(notify);
    const winner = await this.#offer(channel, { timeout: this.#readTimeout(time), filter, tellsOfClaim });
    if (winner === undefined) return channel.variables.set('STASISSTATUS', 'TIMEOUT');
    await this.deps.sessions.enterApplication({ channel, name: winner, args: args === '' ? [] : args.split(':') }, run);
    return this.#forget(channel);
  };

  async #offer(
    channel: Channel,
    { timeout, filter, tellsOfClaim }: { timeout: number; filter: string; tellsOfClaim: boolean },
  ): Promise<string | undefined> {
    const audience = this.#audience(filter);
    const { promise, decide } = decision();
    const broadcast: Broadcast = {
      channel,
      audience: audience.map(({ name }) => name),
      tellsOfClaim,
      outcome: undefined,
      decide: (winner) => {
        broadcast.outcome ??= { winner };
        decide(winner);
      },
    };
    if (!this.#byChannel.has(channel.id)) channel.onDestroyed(() => this.#forget(channel));
    this.#byChannel.set(channel.id, broadcast);
    for (const application of audience) this.#announce(application, channel);
    channel.variables.set('STASISSTATUS', '');
    const cancel = this.deps.clock.after(timeout, () => broadcast.decide(undefined));
    const hungUp = (): void => broadcast.decide(undefined);
    channel.signal.addEventListener('abort', hungUp);
    const winner = await promise;
    cancel();
    channel.signal.removeEventListener('abort', hungUp);
    return winner;
  }

  #announce(application: Application, channel: Channel): void {
    this.deps.applications.send(application, 'CallBroadcast', applicationEvents.CallBroadcast(channel.snapshot()));
  }

  #tellOfClaim({ channel, audience, tellsOfClaim }: Broadcast, winner: string): void {
    if (!tellsOfClaim) return;
    const payload = applicationEvents.CallClaimed(channel.snapshot(), winner);
    for (const name of audience) {
      const application = this.deps.applications.get(name);
      if (application !== undefined) this.deps.applications.send(application, 'CallClaimed', payload);
    }
  }

  /** The connected applications that match, in random order. */
  #audience(expression: string): Application[] {
    const passes = this.#filter(expression);
    const audience = this.deps.applications.list().filter(({ isConnected, name }) => isConnected && passes(name));
    for (let last = audience.length - 1; last > 0; last -= 1) {
      const other = Math.floor(this.deps.random() * (last + 1));
      const [one, two] = [audience[last], audience[other]];
      if (one !== undefined && two !== undefined) [audience[last], audience[other]] = [two, one];
    }
    return audience;
  }

  #filter(expression: string): (name: string) => boolean {
    const filter = expression === '' ? acceptAll : this.deps.readFilter(expression);
    if (typeof filter !== 'string') return filter;
    const facts = { filter: expression, reason: filter };
    this.deps.log.warn(facts, 'broadcast goes to all applications: its filter cannot be used');
    return acceptAll;
  }

  #readTimeout(text: string): number {
    if (text === '') return defaultTimeout;
    const timeout = Number(text);
    if (Number.isInteger(timeout) && timeout >= 0 && timeout <= longestTimeout) return timeout;
    this.deps.log.warn(
      { timeout: text },
      `a broadcast waits ${defaultTimeout} ms, since its time is not a number up to ${longestTimeout}`,
    );
    return defaultTimeout;
  }

  #forget(channel: Channel): void {
    if (this.#byChannel.get(channel.id)?.channel === channel) this.#byChannel.delete(channel.id);
  }
}

const acceptAll = (): boolean => true;

function decision(): {
  readonly promise: Promise<string | undefined>;
  readonly decide: (winner: string | undefined) => void;
} {
  let decide: (winner: string | undefined) => void = () => undefined;
  const promise = new Promise<string | undefined>((resolve) => {
    decide = resolve;
  });
  return { promise, decide: (winner) => decide(winner) };
}

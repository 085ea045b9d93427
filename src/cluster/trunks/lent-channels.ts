import type { ChannelId } from '../../shared/ids';
import type { TrunkLegs } from '../../engine/audio/legs/trunk-legs';
import { isTrunkKey } from '../../engine/audio/legs/trunk-legs';
import type { Channel } from '../../engine/calls/channel/channel';
import type { Channels } from '../../engine/calls/channel/channels';
import type { EngineEvent } from '../../engine/engine-event';
import type { Soon } from '../../shared/scheduling/soon';
import type { Applications } from '../../stasis/applications';
import type { Belongings } from '../../stasis/belongings';
import type { Session } from '../../stasis/session';
import type { EnterRequest, LentChannelDeps } from './lent-channel';
import { LentChannel, trunkFormat } from './lent-channel';
import type { ChannelFacts, ChannelRequest, TrunkAnswer, TrunkMessage } from './trunk-protocol';

export interface LentChannelsDeps extends Omit<LentChannelDeps, 'factsOf' | 'over'> {
  readonly channels: Pick<Channels, 'find'>;
  readonly belongings: Pick<Belongings, 'applicationOf'>;
  readonly applications: Pick<Applications, 'get'>;
  readonly recordings: { readonly isRecording: (channel: Channel) => boolean };
  readonly legs: Pick<TrunkLegs, 'open'>;
  readonly soon: Soon;
}

/** Channels of this node in bridges of other nodes. */
export class LentChannels {
  readonly #byTrunk = new Map<string, LentChannel>();
  readonly #byChannel = new Map<ChannelId, LentChannel>();
  /** Those of which the other node is about to be told. */
  readonly #changed = new Set<LentChannel>();
  readonly #lentDeps: LentChannelDeps;

  constructor(private readonly deps: LentChannelsDeps) {
    this.#lentDeps = {
      ...deps,
      factsOf: (channel) => this.#factsOf(channel),
      over: (lent) => {
        this.#byTrunk.delete(lent.trunk);
        if (this.#byChannel.get(lent.channel.id) === lent) this.#byChannel.delete(lent.channel.id);
      },
    };
  }

  /** Follows the channels until the result is called. */
  start(): () => void {
    return this.deps.events.onAny('drain', (event) => {
      if (this.#byChannel.size === 0 || !('channel' in event)) return;
      const lent = this.#byChannel.get(event.channel.id);
      if (lent === undefined) return;
      if (!lent.isInside) lent.left();
      else if (changesSnapshot.has(event.type)) this.touch(lent.channel.id);
    });
  }

  trunksWith(node: string): readonly string[] {
    return [...this.#byTrunk.values()].filter((lent) => lent.node === node).map(({ trunk }) => trunk);
  }

  /** A channel has changed, or has another application: told once for all changes of a turn. */
  touch(id: string): void {
    const lent = this.#byChannel.get(id as ChannelId);
    if (lent === undefined || this.#changed.has(lent)) return;
    this.#changed.add(lent);
    this.deps.soon(() => {
      this.#changed.delete(lent);
      lent.changed();
    });
  }

  async answer(request: ChannelRequest): Promise<TrunkAnswer> {
    const channel = this.deps.channels.find(request.channel);
    if (channel === undefined) return { outcome: 'absent' };
    if (request.ask === 'look') return { outcome: 'there', facts: this.#factsOf(channel) };
    const session = this.deps.sessions.of(channel);
    if (session === undefined || session.isDeparting) return { outcome: 'released' };
    if (request.ask === 'enter') return this.#enter(request, session);
    const isReached = await session.queue.run(() => undefined);
    return isReached ? { outcome: 'there', facts: this.#factsOf(channel) } : { outcome: 'released' };
  }

  receive(message: Extract<TrunkMessage, { readonly trunk: string }>): void {
    const lent = this.#byTrunk.get(message.trunk);
    if (message.tell === 'signal') lent?.receive(message.signal);
    else if (message.tell === 'variable') lent?.setVariable(message.name, message.value);
    else if (message.tell === 'bridge') lent?.bridgeChanged(message.bridge);
    else if (message.tell === 'removed') lent?.removed();
    else if (message.tell === 'reopened' || message.tell === 'key') lent?.keys.receive(message);
  }

  /** A node does not know of other trunks than these: channels that are in its bridges by those are free. */
  keepOnly(node: string, trunks: ReadonlySet<string>): void {
    for (const lent of [...this.#byTrunk.values()])
      if (lent.node === node && !trunks.has(lent.trunk)) lent.bridgeLost();
  }

  async #enter(request: EnterRequest, session: Session): Promise<TrunkAnswer> {
    const { channel, queue } = session;
    if (!isTrunkKey(request.key)) return { outcome: 'failed', reason: 'the other node does not encrypt the audio' };
    const leg = await this.deps.legs.open(request.trunk);
    if (typeof leg === 'string') return { outcome: 'failed', reason: leg };
    let lent: LentChannel | undefined;
    const isReached = await queue.run(() => {
      if (channel.isEnding) return;
      lent = new LentChannel(request, { channel, leg }, this.#lentDeps);
      this.#byTrunk.set(lent.trunk, lent);
      this.#byChannel.set(channel.id, lent);
    });
    if (!isReached || lent === undefined) {
      leg.close();
      return { outcome: 'released' };
    }
    const { local: place, key } = leg;
    return { outcome: 'entered', facts: this.#factsOf(channel), place, key, format: trunkFormat(channel) };
  }

  #factsOf(channel: Channel): ChannelFacts {
    const { sessions, belongings, recordings } = this.deps;
    const session = sessions.of(channel);
    const application = belongings.applicationOf(channel.id);
    const group = application === undefined ? undefined : this.deps.applications.get(application)?.group;
    return {
      snapshot: channel.snapshot(),
      application,
      socket: group?.socketOf(channel.id),
      isControlled: session?.isDeparting === false && !channel.isEnding,
      isRecorded: recordings.isRecording(channel),
    };
  }
}

/** What changes how a channel is shown. */
const changesSnapshot: ReadonlySet<EngineEvent['type']> = new Set<EngineEvent['type']>([
  'channel-state-changed',
  'channel-caller-changed',
  'channel-connected-changed',
  'channel-dialplan',
  'channel-variable-set',
  'channel-account-changed',
]);

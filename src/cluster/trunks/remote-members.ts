import type { ChannelId } from '../../shared/ids';
import type { ControlledChannel } from '../../engine/calls/use-cases/bridge-membership';
import type { RemoteChannel, RemoteChannels } from '../../engine/calls/use-cases/remote-channels';
import type { Transfers } from '../../engine/calls/transfer/transfers';
import type { EngineEventSource } from '../../engine/engine-event';
import type { RemoteMemberDeps } from './remote-member';
import { RemoteMember } from './remote-member';
import type { ChannelFacts, TransferToCarryOut, TrunkAnswer, TrunkMessage } from './trunk-protocol';

export interface RemoteMembersDeps extends Omit<RemoteMemberDeps, 'entered' | 'over'> {
  readonly events: EngineEventSource;
  readonly newTrunk: () => string;
  readonly transfers: Pick<Transfers, 'ofOtherNode'>;
}

/** A channel of another node that a request names, for as long as the request is carried out. */
interface Seen {
  readonly node: string;
  readonly facts: ChannelFacts;
}

/** Channels of other nodes in bridges of this one. */
export class RemoteMembers implements RemoteChannels {
  /** By what a request calls them. */
  readonly #seen = new Map<string, { readonly seen: Seen; uses: number }>();
  readonly #byTrunk = new Map<string, RemoteMember>();
  /** Those that are in a bridge, or about to enter it. */
  readonly #byChannel = new Map<ChannelId, RemoteMember>();
  readonly #memberDeps: RemoteMemberDeps;

  constructor(private readonly deps: RemoteMembersDeps) {
    this.#memberDeps = {
      ...deps,
      entered: (member) => {
        this.#byChannel.get(member.channel.id)?.end();
        this.#byChannel.set(member.channel.id, member);
      },
      over: (member) => {
        this.#byTrunk.delete(member.trunk);
        if (this.#byChannel.get(member.channel.id) === member) this.#byChannel.delete(member.channel.id);
      },
    };
  }

  /** Follows the bridges until the result is called. */
  start(): () => void {
    const { events, bridges } = this.deps;
    const stops = (['channel-entered-bridge', 'channel-left-bridge'] as const).map((type) =>
      events.on('drain', type, ({ channel, bridge }) => {
        const member = this.#byChannel.get(channel.id);
        if (member !== undefined && bridges.of(member.channel) === undefined) member.end();
        for (const present of this.#byChannel.values())
          if (bridges.of(present.channel)?.id === bridge.id)
            present.tell({ tell: 'bridge', trunk: present.trunk, bridge });
      }),
    );
    return () => stops.forEach((stop) => stop());
  }

  trunksWith(node: string): readonly string[] {
    return [...this.#byTrunk.values()].filter((member) => member.node === node).map(({ trunk }) => trunk);
  }

  /**
   * Asks the node of a channel for it: it can be found until the result is called. Undefined when there is no such
   * channel; `silent` when the node does not answer.
   */
  async see(node: string, idOrName: string): Promise<(() => void) | 'silent' | undefined> {
    const answer = await this.deps.ask(node, { ask: 'look', channel: idOrName });
    if (answer === undefined) return 'silent';
    if (answer.outcome !== 'there') return undefined;
    const uses = (this.#seen.get(idOrName)?.uses ?? 0) + 1;
    this.#seen.set(idOrName, { seen: { node, facts: answer.facts }, uses });
    return () => this.#forget(idOrName);
  }

  readonly find = (idOrName: string): RemoteChannel | undefined => {
    const found = this.#seen.get(idOrName);
    return found === undefined ? undefined : this.#remote(found.seen);
  };

  readonly applicationWith = (id: ChannelId): string | undefined => {
    const member = this.#byChannel.get(id);
    if (member !== undefined) return member.application;
    for (const { seen } of this.#seen.values()) if (seen.facts.snapshot.id === id) return seen.facts.application;
    return undefined;
  };

  /** The far end of such a channel asks to hand over its partners. */
  async transfer(request: TransferToCarryOut): Promise<TrunkAnswer> {
    const { destination, target, referredBy, variables = {} } = request;
    const transferer = this.#byTrunk.get(request.trunk)?.channel;
    if (transferer === undefined) return { outcome: 'transfer', progress: 'failed' };
    const asked = { transferer, destination, target, referredBy, variables };
    return { outcome: 'transfer', progress: await this.deps.transfers.ofOtherNode(asked) };
  }

  receive(message: Extract<TrunkMessage, { readonly trunk: string }>): void {
    const member = this.#byTrunk.get(message.trunk);
    if (message.tell === 'signal') member?.receive(message.signal);
    else if (message.tell === 'changed') member?.changed(message.facts);
    else if (message.tell === 'left') member?.left(message.facts, message.isDeparting);
    else if (message.tell === 'reopened' || message.tell === 'key') member?.keys?.receive(message);
  }

  /** A node is gone, or has no other trunks than these: its channels leave. */
  keepOnly(node: string, trunks: ReadonlySet<string>): void {
    for (const member of [...this.#byChannel.values()])
      if (member.node === node && !trunks.has(member.trunk)) member.end();
  }

  #forget(idOrName: string): void {
    const found = this.#seen.get(idOrName);
    if (found === undefined) return;
    found.uses -= 1;
    if (found.uses === 0) this.#seen.delete(idOrName);
  }

  #remote({ node, facts }: Seen): RemoteChannel {
    const present = this.#byChannel.get(facts.snapshot.id);
    const member = (): RemoteMember => new RemoteMember({ trunk: this.deps.newTrunk(), node }, facts, this.#memberDeps);
    const { channel } = present ?? member();
    return {
      channel,
      isControlled: facts.isControlled,
      entering: () => this.#entering(member(), facts),
      leaving: () => this.#leaving({ node, facts }, channel),
    };
  }

  #entering(member: RemoteMember, { isRecorded }: ChannelFacts): ControlledChannel {
    return {
      channel: member.channel,
      isRecorded,
      queue: {
        run: (action) => {
          this.#byTrunk.set(member.trunk, member);
          return member.enter(action);
        },
      },
      enteredBridge: (bridge) => member.enteredBridge(bridge),
    };
  }

  #leaving({ node, facts }: Seen, channel: ControlledChannel['channel']): ControlledChannel {
    const run = async (action: () => void): Promise<boolean> => {
      const answer = await this.deps.ask(node, { ask: 'turn', channel: facts.snapshot.id });
      if (answer?.outcome !== 'there') return false;
      this.#byChannel.get(facts.snapshot.id)?.changed(answer.facts);
      action();
      return true;
    };
    return { channel, isRecorded: false, queue: { run }, enteredBridge: () => undefined };
  }
}

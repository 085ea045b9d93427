import type { BridgeId, ChannelId } from '../shared/ids';
import type { Bridges } from '../engine/calls/bridge/bridges';
import type { MediaSubject } from '../engine/audio/playback-snapshot';
import { TurnoverMap } from '../shared/collections/turnover-map';

export interface BelongingsDeps {
  /** The application that a channel is in. */
  readonly applicationWith: (channelId: ChannelId) => string | undefined;
  readonly bridges: () => Pick<Bridges, 'find'>;
}

const none: readonly string[] = [];

/**
 * What belongs to which application. A channel belongs to the application it is in; while it is in none, to the one it was
 * made for or was hung up in; and otherwise to none, like calls of the dialplan. A bridge belongs to the user who
 * created it, if that user is limited to applications, and else to the applications of its channels.
 */
export class Belongings {
  readonly #channels = new TurnoverMap<ChannelId, string>();
  /** Names of applications, or beginnings of names with `*`, as the user is limited to them. */
  readonly #bridges = new TurnoverMap<BridgeId, readonly string[]>();

  constructor(private readonly deps: BelongingsDeps) {}

  get size(): number {
    return this.#channels.size + this.#bridges.size;
  }

  /** The channel was made for the application, or ends in it. */
  giveChannel(channelId: ChannelId, application: string): void {
    this.#channels.set(channelId, application);
  }

  giveBridge(bridgeId: BridgeId, applications: readonly string[] | undefined): void {
    if (applications !== undefined) this.#bridges.set(bridgeId, applications);
  }

  applicationOf(channelId: ChannelId): string | undefined {
    return this.deps.applicationWith(channelId) ?? this.#channels.get(channelId);
  }

  makersOf(bridgeId: BridgeId): readonly string[] | undefined {
    return this.#bridges.get(bridgeId);
  }

  /** The owners of channels in a bridge: undefined for a channel without an owner. */
  applicationsIn(bridgeId: BridgeId): readonly (string | undefined)[] {
    const members = this.deps.bridges().find(bridgeId)?.members() ?? [];
    return members.map(({ id }) => this.applicationOf(id));
  }

  /** All owners, each of which a user needs to access playbacks and recordings there. Empty without an owner. */
  ownersOf(subject: MediaSubject): readonly string[] {
    if (subject.kind === 'channel') {
      const application = this.applicationOf(subject.id);
      return application === undefined ? none : [application];
    }
    const makers = this.#bridges.get(subject.id);
    if (makers !== undefined) return makers;
    const applications = this.applicationsIn(subject.id);
    return applications.includes(undefined) ? none : [...new Set(applications as readonly string[])];
  }

  /** The object is gone for good. */
  forget(subject: MediaSubject): void {
    if (subject.kind === 'channel') this.#channels.delete(subject.id);
    else this.#bridges.delete(subject.id);
  }
}

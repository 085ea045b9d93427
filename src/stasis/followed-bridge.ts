import type { BridgeId, ChannelId } from '../shared/ids';
import type { Applications } from './applications';

/** The subscription of an application to the bridge that its channel is in. */
export class FollowedBridge {
  #followed: { readonly application: string; readonly bridge: BridgeId } | undefined;

  constructor(
    private readonly channel: ChannelId,
    private readonly applications: Applications,
  ) {}

  get bridge(): BridgeId | undefined {
    return this.#followed?.bridge;
  }

  /** In place of the bridge that it was in before, if that is another one. */
  begin(application: string, bridge: BridgeId): void {
    if (this.#followed?.bridge === bridge) return;
    this.end();
    this.#followed = { application, bridge };
    const subscriber = this.applications.obtain(application);
    this.applications.subscribeToOwn(subscriber, 'bridge', bridge);
    subscriber.group?.bridged(this.channel, bridge);
  }

  end(): void {
    const followed = this.#followed;
    this.#followed = undefined;
    if (followed === undefined) return;
    const application = this.applications.get(followed.application);
    if (application?.subscriptions.holds('bridge', followed.bridge) === true)
      this.applications.unsubscribe(application, 'bridge', followed.bridge);
  }
}

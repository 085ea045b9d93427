import type { Bridge, Membership } from '../../../../engine/calls/bridge/bridge';
import type { Channel } from '../../../../engine/calls/channel/channel';
import type { DialplanPlace } from '../../../../engine/calls/channel/dialplan-place';
import { causes } from '../../../../engine/calls/channel/hangup-cause';
import type { AttendedDestination, AttendedTransferFacts } from '../../../../engine/calls/transfer/transfer-facts';
import { markTransfer } from '../../../../engine/calls/transfer/transfer-variables';
import type { FeatureDeps } from './transfer-keys';

export interface ConsultationInit {
  readonly transferer: Channel;
  readonly partner: Channel;
  /** Of the transferer, in each bridge that it is in. */
  readonly takesDigit: NonNullable<Membership['takesDigit']>;
}

type ConsultedFacts = Omit<AttendedTransferFacts, 'destination' | 'result'>;

/**
 * An attended transfer by keys: the partner waits in its bridge with music, and the one who transfers talks to the target
 * in another one, until both are connected, all three talk, or the target is given up.
 */
export class Consultation {
  #target: Channel | undefined;
  #second: Bridge | undefined;
  #isOver = false;
  #finish: () => void = () => undefined;

  constructor(
    private readonly init: ConsultationInit,
    private readonly deps: FeatureDeps,
  ) {}

  /** Resolves when it is over. */
  async start(target: Pick<DialplanPlace, 'context' | 'extension'>): Promise<void> {
    const { transferer, partner } = this.init;
    const { memberships, calls, bridges, features } = this.deps;
    const first = bridges.of(transferer);
    if (first === undefined) return;
    const finished = new Promise<void>((resolve) => (this.#finish = resolve));
    memberships.keepFor(first, 1);
    const second = (this.#second = memberships.makeUntilDestroyed(''));
    memberships.enter(transferer, second, this.#stay);
    const unwatch = [
      transferer.onDestroyed(() => this.#transfererGone(first)),
      partner.onDestroyed(() => this.#partnerGone()),
    ];
    const nothing = { id: undefined, otherId: undefined, formats: [], variables: [] };
    const endpoint = `Local/${target.extension}@${target.context}`;
    const made = await calls.request({ ...nothing, endpoint, originator: transferer });
    if (made.outcome === 'made') {
      this.#target = made.channel;
      unwatch.push(made.channel.onDestroyed(() => this.#giveUp(first)));
      const ringing = { dialString: `${target.extension}@${target.context}`, repeatsDialString: false };
      const options = { ...ringing, reportsHangup: true, timeout: features().answerTimeout };
      this.#dialled(await calls.dial(made.channel, options).done, first);
    } else this.#giveUp(first);
    await finished;
    for (const stop of unwatch) stop();
  }

  keyed(key: 'abort' | 'complete' | 'threeway'): void {
    const { transferer } = this.init;
    const target = this.#target;
    const first = this.#firstBridge;
    if (this.#isOver || first === undefined) return;
    if (key === 'abort') return this.#giveUp(first);
    // The target has to be there.
    if (target === undefined || this.deps.bridges.of(target) !== this.#second) return;
    if (key === 'threeway') this.#joinAll(first);
    else this.#connect(first, () => this.deps.memberships.leave(transferer));
  }

  get #stay(): Membership {
    return { takesDigit: this.init.takesDigit };
  }

  /** Where the partner waits. */
  get #firstBridge(): Bridge | undefined {
    return this.deps.bridges.of(this.init.partner);
  }

  #dialled(end: string, first: Bridge): void {
    const { transferer, partner } = this.init;
    const { memberships, calls } = this.deps;
    const target = this.#target;
    const second = this.#second;
    if (target === undefined || second === undefined || this.#isOver) return;
    if (end !== 'answered' || target.isEnding) return this.#giveUp(first);
    memberships.enter(target, second);
    void calls.run(target, (channel) => memberships.waitUntilLeft(channel, channel.signal));
    if (!transferer.isEnding) return;
    // It has hung up while the target was ringing, and wants both to be connected.
    if (partner.isEnding) target.endSilently(causes.normal);
    else this.#connect(first, () => undefined);
  }

  /** The partner goes to the target, and the one who transfers leaves. */
  #connect(first: Bridge, leave: () => void): void {
    const second = this.#second;
    if (second === undefined) return;
    const facts = this.#facts(first, second);
    this.#bring(second);
    leave();
    this.#report(facts, { kind: 'bridge', bridgeId: second.id });
    this.#end(second);
  }

  #joinAll(first: Bridge): void {
    const { transferer } = this.init;
    const second = this.#second;
    if (second === undefined) return;
    const facts = this.#facts(first, second);
    this.#bring(second);
    const destination = { kind: 'threeway', channel: transferer.snapshot(), bridge: second.snapshot() } as const;
    this.#report(facts, destination);
    this.#end(second);
  }

  #bring(second: Bridge): void {
    const { transferer, partner } = this.init;
    const { sound, memberships } = this.deps;
    sound().stopMusic(partner);
    markTransfer('ATTENDEDTRANSFER', transferer, [partner]);
    memberships.enter(partner, second);
  }

  /** The one who transfers returns to its partner. */
  #giveUp(first: Bridge): void {
    const { transferer, partner } = this.init;
    const { memberships, sound } = this.deps;
    if (this.#isOver) return;
    this.#isOver = true;
    const second = this.#second;
    sound().stopMusic(partner);
    if (!transferer.isEnding && !partner.isEnding) memberships.enter(transferer, first, this.#stay);
    memberships.keepFor(first, 2);
    second?.destroy();
    if (this.#target?.isEnding === false) this.#target.endSilently(causes.normal);
    if (this.#target !== undefined) this.#target.destroy();
    this.#finish();
  }

  #transfererGone(first: Bridge): void {
    const target = this.#target;
    if (this.#isOver) return;
    if (target === undefined) return this.#giveUp(first);
    if (this.deps.bridges.of(target) === this.#second) this.#connect(first, () => undefined);
  }

  /** Those who are left go on talking. */
  #partnerGone(): void {
    const second = this.#second;
    if (this.#isOver || second === undefined) return;
    const target = this.#target;
    if (target !== undefined && this.deps.bridges.of(target) === second) return this.#end(second);
    this.#isOver = true;
    second.destroy();
    target?.endSilently(causes.normal);
    target?.destroy();
    this.#finish();
  }

  #end(second: Bridge): void {
    this.#isOver = true;
    this.deps.memberships.keepFor(second, 2);
    this.#finish();
  }

  #facts(first: Bridge, second: Bridge): ConsultedFacts {
    const { transferer, partner } = this.init;
    const channel = transferer.snapshot();
    return {
      firstLeg: { channel, bridge: first.snapshot() },
      secondLeg: { channel, bridge: second.snapshot() },
      isExternal: false,
      transferee: partner.snapshot(),
      target: this.#target?.snapshot(),
    };
  }

  #report(facts: ConsultedFacts, destination: AttendedDestination): void {
    const { events, clock } = this.deps;
    events.emit({ type: 'attended-transfer', at: clock.now(), ...facts, destination, result: 'success' });
  }
}

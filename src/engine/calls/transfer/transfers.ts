import type { EngineEventHub } from '../../engine-event';
import type { Bridges } from '../bridge/bridges';
import type { Channel } from '../channel/channel';
import type { Channels } from '../channel/channels';
import type { Program } from '../dialing/calls';
import type { ReferralRequest } from './place-referral';
import type { TransferProgress, TransferRequest } from './transfer';
import { endsTransfer } from './transfer';
import type { TransferParty, TransferRequestFacts } from './transfer-facts';
import { clearMarks } from './transfer-variables';

/** Carries out a transfer that the server handles, and reports on it. */
export type TransferDecision = (transfer: PendingTransfer) => void;

/** A transfer that is open: until its end is reported, or the channel that asked for it is gone. */
export class PendingTransfer {
  #isOver = false;

  constructor(
    readonly request: TransferRequest,
    private readonly onReport: (progress: TransferProgress) => void,
    private readonly onOver: () => void,
  ) {}

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Tells the far end how far it is. After an end nothing is told. */
  report(progress: TransferProgress): void {
    if (this.#isOver) return;
    this.#isOver = endsTransfer(progress);
    this.request.report(progress);
    this.onReport(progress);
    if (this.#isOver) this.onOver();
  }

  /** The partner is on its way and is reported on from there, whatever becomes of the channel that has asked. */
  letGo(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.onOver();
  }
}

export interface TransfersDeps {
  readonly decide: TransferDecision;
  /** What a call runs that takes the place of another one, which ends. */
  readonly replacing: (replaced: Channel) => Program;
  readonly refer: (request: ReferralRequest) => void;
  /** What a call runs that has dialled the extension; undefined where that does not pick up calls. */
  readonly groupPickup: (extension: string) => Program | undefined;
  readonly ringingInGroup: (by: Channel) => Channel | undefined;
  readonly canBePickedUp: (called: Channel) => boolean;
  readonly pickUp: (called: Channel, by: Channel) => Promise<boolean>;
  readonly channels: Pick<Channels, 'get'>;
  readonly bridges: Pick<Bridges, 'of'>;
  readonly events: EngineEventHub;
  readonly now: () => number;
}

/** The transfers that far ends have asked for and that are not over, one for each channel. */
export class Transfers {
  readonly #pending = new Map<Channel, PendingTransfer>();

  constructor(private readonly deps: TransfersDeps) {
    deps.events.on('sessions', 'channel-entered-bridge', ({ channel: { id } }) => {
      const channel = deps.channels.get(id);
      if (channel !== undefined) clearMarks(channel);
    });
  }

  /** The far end of a channel asks for a transfer. One that it has asked for before gives way to this one. */
  request(request: TransferRequest): void {
    const { transferer, handledBy } = request;
    this.#pending.get(transferer)?.report('declined');
    let stopListening = (): void => undefined;
    const onReport = (progress: TransferProgress): void => {
      if (transfer.isOver) stopListening();
      if (handledBy === 'application') this.#announce(request, progress);
    };
    const transfer = new PendingTransfer(request, onReport, () => {
      unwatch();
      this.#pending.delete(transferer);
    });
    const unwatch = transferer.onDestroyed(() => transfer.report('unavailable'));
    this.#pending.set(transferer, transfer);
    if (handledBy !== 'application') return this.deps.decide(transfer);
    this.#announce(request);
    // What becomes of the transfer is watched on the channel: its packets do not pass unseen meanwhile.
    if (!transfer.isOver) stopListening = transferer.audio.listenIn();
    return undefined;
  }

  /** The far end of a channel of another node, which is in a bridge of this one, asks to hand over its partner. */
  ofOtherNode(request: Omit<TransferRequest, 'handledBy' | 'replaces' | 'report'>): Promise<TransferProgress> {
    return new Promise((resolve) => {
      const report = (progress: TransferProgress): void => void (endsTransfer(progress) && resolve(progress));
      const whole: TransferRequest = { handledBy: 'server', replaces: undefined, report, ...request };
      const nothing = (): void => undefined;
      this.deps.decide(new PendingTransfer(whole, nothing, nothing));
    });
  }

  /** A far end asks, outside of calls, that one party calls another. */
  refer(request: ReferralRequest): void {
    this.deps.refer(request);
  }

  /** The transfer that the far end of the channel waits for. */
  of(channel: Channel): PendingTransfer | undefined {
    return this.#pending.get(channel);
  }

  /**
   * Tells the far end of a channel how far the transfer is that it has asked for; nothing when that is over. False when
   * its technology has no such transfers.
   */
  report(channel: Channel, progress: TransferProgress): boolean {
    if (!channel.line.carries('transfer-progress')) return false;
    this.#pending.get(channel)?.report(progress);
    return true;
  }

  /** What a call runs that takes the place of another one, which ends. */
  replacing(replaced: Channel): Program {
    return this.deps.replacing(replaced);
  }

  /** What a call runs that has dialled the extension for picking up calls; undefined for others. */
  groupPickup(extension: string): Program | undefined {
    return this.deps.groupPickup(extension);
  }

  /** The call that the channel may answer because of its groups. */
  ringingInGroup(by: Channel): Channel | undefined {
    return this.deps.ringingInGroup(by);
  }

  /** Whether a call rings there, so that another channel can answer it. */
  canBePickedUp(called: Channel): boolean {
    return this.deps.canBePickedUp(called);
  }

  /** Another channel answers a call that rings. Resolves when it has left the place that it took; false when it could not. */
  pickUp(called: Channel, by: Channel): Promise<boolean> {
    return this.deps.pickUp(called, by);
  }

  /** Applications hear of the request, and of each report on it. When the channel is gone, there is no progress. */
  #announce({ transferer, destination, replaces }: TransferRequest, progress?: TransferProgress): void {
    const { events, now } = this.deps;
    const party = replaces?.channel && this.#partyOf(replaces.channel);
    const target: TransferRequestFacts['target'] = {
      ...(destination !== '' && { destination }),
      ...(replaces !== undefined && { protocolId: replaces.protocolId }),
      parameters: replaces?.parameters ?? {},
      ...(party !== undefined && { party }),
    };
    const shown = progress === undefined || transferer.isGone ? undefined : shownProgress(progress);
    const source = this.#partyOf(transferer);
    events.emit({ type: 'transfer-requested', at: now(), source, target, progress: shown });
  }

  #partyOf(channel: Channel): TransferParty {
    const bridge = this.deps.bridges.of(channel);
    const [other, ...more] = bridge?.members().filter((member) => member !== channel) ?? [];
    // In a bridge of another node, only that one knows who the others are.
    const connected = more.length === 0 && bridge?.isStandIn !== true ? other?.snapshot() : undefined;
    return { channel: channel.snapshot(), bridge: bridge?.shown(), connected };
  }
}

/** Applications tell two kinds of failure apart when they report, and see one. */
function shownProgress(progress: TransferProgress): TransferRequestFacts['progress'] {
  return progress === 'trying' || progress === 'transferred' ? progress : 'declined';
}

import type { Channel } from './channel';
import type { TransferProgress, TransferRequest } from './transfer';

/** Decides about transfers that far ends ask for, and tells the far ends. */
export type TransferDecision = (transfer: PendingTransfer) => void;

/** A transfer that is open: until its end is reported, or the channel that asked for it is gone. */
export class PendingTransfer {
  #isOver = false;

  constructor(
    readonly request: TransferRequest,
    private readonly onOver: () => void,
  ) {}

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Tells the far end how far it is. Everything but `trying` ends the transfer; afterwards nothing is told. */
  report(progress: TransferProgress): void {
    if (this.#isOver) return;
    if (progress !== 'trying') {
      this.#isOver = true;
      this.onOver();
    }
    this.request.report(progress);
  }
}

/** The transfers that far ends have asked for and that are not over, one for each channel. */
export class Transfers {
  readonly #pending = new Map<Channel, PendingTransfer>();

  /** `decide` is what carries transfers out. */
  constructor(private readonly decide: TransferDecision) {}

  /** The far end of a channel asks for a transfer. One that it has asked for before gives way to this one. */
  request(request: TransferRequest): void {
    const { transferer } = request;
    this.#pending.get(transferer)?.report('declined');
    const transfer = new PendingTransfer(request, () => {
      unwatch();
      if (this.#pending.get(transferer) === transfer) this.#pending.delete(transferer);
    });
    const unwatch = transferer.onGone(() => transfer.report('unavailable'));
    this.#pending.set(transferer, transfer);
    this.decide(transfer);
  }

  /** The transfer that the far end of the channel waits for. */
  of(channel: Channel): PendingTransfer | undefined {
    return this.#pending.get(channel);
  }
}

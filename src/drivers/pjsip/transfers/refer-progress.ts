import type { TransferProgress } from '../../../engine/calls/transfer/transfer';
import type { Clock } from '../../../shared/time/clock';
import type { Dialog } from '../../../sip/dialog/dialog';
import type { RequestHandlers } from '../../../sip/dialog/dialog-request';
import type { SipRequest } from '../../../sip/message/message';
import { isFinal, reasonPhrase } from '../../../sip/message/status';

/** Seconds that the sender of a REFER hears of it at most. */
export const referExpires = 600;

/** What a transfer has come to, as a status of the call that was asked for. */
const statuses: Readonly<Record<TransferProgress, number>> = {
  trying: 100,
  ringing: 180,
  transferred: 200,
  unavailable: 503,
  declined: 603,
  invalid: 400,
  'not-permitted': 403,
  failed: 500,
  'no-target': 404,
  busy: 486,
  'no-answer': 480,
};

export interface ReferProgressDeps {
  readonly dialog: Dialog;
  readonly send: (make: () => SipRequest, handlers: RequestHandlers) => void;
  readonly clock: Clock;
  /** The transfer has not come to an end in time. */
  readonly onExpired: () => void;
  /** The sender has heard all that there was to tell, or cannot be told any more. */
  readonly onClosed?: () => void;
}

/** The subscription that a REFER makes: its sender is told by NOTIFY what becomes of the transfer (RFC 3515 §2.4.4). */
export class ReferProgress {
  readonly #startedAt: number;
  readonly #cancelExpiry: () => void;
  #hasBegun = false;
  #isRinging = false;
  #isOver = false;

  constructor(private readonly deps: ReferProgressDeps) {
    const { clock, onExpired } = deps;
    this.#startedAt = clock.now();
    this.#cancelExpiry = clock.after(referExpires * 1000, onExpired);
  }

  /** The first NOTIFY always says 100. That it rings is told once. */
  report(progress: TransferProgress): void {
    if (this.#isOver || (progress === 'ringing' && this.#isRinging)) return;
    this.#isRinging ||= progress === 'ringing';
    const status = statuses[progress];
    const isLast = isFinal(status);
    if (progress !== 'trying' && !this.#hasBegun) this.#notify(statuses.trying);
    this.#hasBegun = true;
    if (isLast) this.#stop();
    this.#notify(status, isLast);
  }

  #active(): string {
    const seconds = (this.deps.clock.now() - this.#startedAt) / 1000;
    return `active;expires=${Math.max(0, Math.ceil(referExpires - seconds) - 1)}`;
  }

  #notify(status: number, isLast = false): void {
    const { dialog, send } = this.deps;
    const content = `SIP/2.0 ${status} ${reasonPhrase(status)}\r\n`;
    const state = isLast ? 'terminated;reason=noresource' : this.#active();
    const make = (): SipRequest => {
      const notify = dialog.request('NOTIFY', { type: 'message/sipfrag;version=2.0', content });
      notify.headers.add('Event', 'refer').add('Subscription-State', state);
      return notify;
    };
    // The last one has to arrive before the dialog may end, whatever became of the others.
    const end = (): void => {
      if (isLast || !this.#isOver) this.#close();
    };
    send(make, {
      onResponse: (response) => {
        if (response.status >= (isLast ? 200 : 300)) end();
      },
      onTimeout: end,
      onTransportFailure: end,
    });
  }

  /** There is nothing more to report. */
  #stop(): void {
    this.#isOver = true;
    this.#cancelExpiry();
  }

  #close(): void {
    this.#stop();
    this.deps.onClosed?.();
  }
}

import type { OutgoingTransfer, TransferResult } from '../../../engine/calls/transfer/transfer';
import type { InviteSession } from '../../../sip/dialog/invite-session';
import type { ServerTransaction } from '../../../sip/transaction/server-transaction';
import { addressOf } from '../calls/dialog-messages';
import { referExpires } from './refer-progress';

/** We ask the far end to call another one, by REFER, and hear from it what becomes of that (RFC 3515). */
export class ReferOut {
  #resolve: ((result: TransferResult) => void) | undefined;
  readonly #onProgress: OutgoingTransfer['onProgress'];

  constructor(
    private readonly session: InviteSession,
    { onProgress }: Pick<OutgoingTransfer, 'onProgress'>,
  ) {
    this.#onProgress = onProgress;
  }

  send(referTo: string): Promise<TransferResult> {
    const { session } = this;
    return new Promise((resolve) => {
      this.#resolve = resolve;
      const make = () => {
        const refer = session.dialog.request('REFER');
        refer.headers
          .add('Event', 'refer')
          .add('Expires', String(referExpires))
          .add('Refer-To', referTo)
          .add('Referred-By', addressOf(session.dialog.local));
        return refer;
      };
      session.request(make, {
        onResponse: ({ status }) => {
          if (status >= 300) this.#end(status);
        },
        onTimeout: () => this.#end(408),
        onTransportFailure: () => this.#end(503),
      });
    });
  }

  /** A NOTIFY with the status of the new call. */
  notified(transaction: ServerTransaction): void {
    transaction.reply(200);
    const [, status] = /^SIP\/2\.0 (\d{3})/.exec(transaction.request.body.toString()) ?? [];
    const state = transaction.request.headers.raw('Subscription-State') ?? '';
    if (status !== undefined && Number(status) >= 200) return this.#end(Number(status));
    if (status !== undefined) this.#onProgress?.(Number(status));
    if (state.toLowerCase().startsWith('terminated')) this.#end(0);
  }

  /** The call is over. Idempotent. */
  close(): void {
    this.#end(0);
  }

  #end(code: number): void {
    const outcome = code >= 200 && code < 300 ? 'transferred' : 'refused';
    this.#resolve?.({ outcome, code });
    this.#resolve = undefined;
  }
}

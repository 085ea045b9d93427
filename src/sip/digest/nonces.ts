import { hash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../shared/time/clock';

export interface NonceOptions {
  /** Known to all who are to accept the nonces of each other. */
  readonly secret: Buffer;
  readonly clock: Pick<Clock, 'now'>;
  readonly lifetimeMs: number;
  readonly randomBytes: (size: number) => Buffer;
}

export type NonceState =
  | { readonly state: 'foreign' }
  | { readonly state: 'fresh' | 'expired'; readonly madeAt: number };

const timeBytes = 6;
const saltBytes = 6;
const sealBytes = 15;

/** Creates nonces that carry their own timestamp and signature: no state is kept until one is used. */
export class Nonces {
  constructor(private readonly options: NonceOptions) {}

  make(realm: string): string {
    const { clock, randomBytes } = this.options;
    const content = Buffer.alloc(timeBytes + saltBytes);
    content.writeUIntBE(clock.now(), 0, timeBytes);
    randomBytes(saltBytes).copy(content, timeBytes);
    return Buffer.concat([content, this.#seal(content, realm)]).toString('base64url');
  }

  check(nonce: string, realm: string): NonceState {
    const bytes = Buffer.from(nonce, 'base64url');
    if (bytes.length !== timeBytes + saltBytes + sealBytes) return { state: 'foreign' };
    const content = bytes.subarray(0, timeBytes + saltBytes);
    if (!timingSafeEqual(bytes.subarray(content.length), this.#seal(content, realm))) return { state: 'foreign' };
    const madeAt = content.readUIntBE(0, timeBytes);
    const { clock, lifetimeMs } = this.options;
    return { state: clock.now() - madeAt > lifetimeMs ? 'expired' : 'fresh', madeAt };
  }

  /** This hash cannot be continued by those who know the result, so the secret in front is enough, for a third of the time of an HMAC. */
  #seal(content: Buffer, realm: string): Buffer {
    const sealed = Buffer.concat([this.options.secret, content, Buffer.from(realm)]);
    return hash('sha512-256', sealed, 'buffer').subarray(0, sealBytes);
  }
}

import { hash } from 'node:crypto';
import type { Clock } from '../../shared/time/clock';
import { equalTexts } from './equal-texts';

export interface NonceOptions {
  /** Known to all who are to accept the nonces of each other. */
  readonly secret: Buffer;
  readonly clock: Pick<Clock, 'now'>;
  readonly lifetimeMs: number;
  readonly randomBytes: (size: number) => Buffer;
}

export type NonceState =
  | { readonly state: 'foreign' }
  | {
      readonly state: 'fresh' | 'expired';
      readonly madeAt: number;
      /** The same for all spellings of one nonce, and no part of the message that it came in. */
      readonly id: string;
    };

const foreign: NonceState = { state: 'foreign' };
const timeBytes = 6;
const saltBytes = 6;
const contentBytes = timeBytes + saltBytes;
/** Bytes in thirds, so that content and seal are written one behind the other. */
const [contentLength, sealLength] = [16, 20];
/** Realms come from the configuration; those of earlier ones need not be remembered. */
const maxRealms = 100;

/** Creates nonces that carry their own timestamp and signature: no state is kept until one is used. */
export class Nonces {
  /** What is hashed, by realm: the secret, room for the content of a nonce, the realm. */
  readonly #drafts = new Map<string, Buffer>();

  constructor(private readonly options: NonceOptions) {}

  make(realm: string): string {
    const { clock, randomBytes, secret } = this.options;
    const draft = this.#draftFor(realm);
    const start = secret.length;
    draft.writeUIntBE(clock.now(), start, timeBytes);
    draft.set(randomBytes(saltBytes), start + timeBytes);
    return draft.toString('base64url', start, start + contentBytes) + sealOf(draft);
  }

  check(nonce: string, realm: string): NonceState {
    if (nonce.length !== contentLength + sealLength) return foreign;
    const { clock, lifetimeMs, secret } = this.options;
    const draft = this.#draftFor(realm);
    const start = secret.length;
    if (draft.write(nonce, start, contentBytes, 'base64url') !== contentBytes) return foreign;
    if (!equalTexts(nonce.slice(contentLength), sealOf(draft))) return foreign;
    const madeAt = draft.readUIntBE(start, timeBytes);
    const id = draft.toString('latin1', start, start + contentBytes);
    return { state: clock.now() - madeAt > lifetimeMs ? 'expired' : 'fresh', madeAt, id };
  }

  #draftFor(realm: string): Buffer {
    const known = this.#drafts.get(realm);
    if (known !== undefined) return known;
    const draft = Buffer.concat([this.options.secret, Buffer.alloc(contentBytes), Buffer.from(realm)]);
    if (this.#drafts.size >= maxRealms) this.#drafts.clear();
    this.#drafts.set(realm, draft);
    return draft;
  }
}

/** This hash cannot be continued by those who know the result, so the secret in front is enough, for a third of the time of an HMAC. */
function sealOf(draft: Buffer): string {
  return hash('sha512-256', draft, 'base64url').slice(0, sealLength);
}

import { isDeepStrictEqual } from 'node:util';
import { connectionTo } from './media-address';
import type { SessionBody, SessionDescription } from './session-description';

export interface OriginInit {
  /** Our address as the far end is to know it. */
  readonly address: string;
  /** A number unique among our sessions. */
  readonly sessionId: string;
  readonly username?: string;
}

/** Signs the descriptions of one session: the version rises by one with each change and with nothing else (RFC 3264 §8). */
export class SessionOrigin {
  #version = 0n;
  #last: SessionBody | undefined;

  constructor(private readonly init: OriginInit) {
    this.#version = BigInt(init.sessionId);
  }

  sign(body: SessionBody): SessionDescription {
    if (this.#last !== undefined && !isDeepStrictEqual(this.#last, body)) this.#version += 1n;
    this.#last = body;
    const { address, sessionId, username = '-' } = this.init;
    return { origin: { username, sessionId, version: String(this.#version), ...connectionTo(address) }, ...body };
  }
}

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
  /** At first that of the session. */
  #version: string;
  #last: SessionBody | undefined;

  constructor(private readonly init: OriginInit) {
    this.#version = init.sessionId;
  }

  sign(body: SessionBody): SessionDescription {
    if (this.#last !== undefined && !isDeepStrictEqual(this.#last, body))
      this.#version = `${BigInt(this.#version) + 1n}`;
    this.#last = body;
    const { address, sessionId, username = '-' } = this.init;
    const { family } = connectionTo(address);
    const origin = { username, sessionId, version: this.#version, family, address };
    const { name, connection, bandwidth, attributes, media } = body;
    return connection === undefined
      ? { origin, name, bandwidth, attributes, media }
      : { origin, name, connection, bandwidth, attributes, media };
  }
}

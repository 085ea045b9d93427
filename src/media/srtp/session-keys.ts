import { CounterMode } from './counter-mode';
import { HmacSha1 } from './hmac-sha1';

export const masterKeyLength = 16;
export const masterSaltLength = 14;

/** What protects the packets of one direction, of RTP or of RTCP. */
export interface SessionKeys {
  readonly cipher: CounterMode;
  readonly authenticator: HmacSha1;
}

const labels = { rtp: { key: 0, authentication: 1, salt: 2 }, rtcp: { key: 3, authentication: 4, salt: 5 } } as const;

/** Derives what is used from a master key with its salt behind it (RFC 3711 §4.3.1, without a rate). */
export function deriveKeys(master: Uint8Array, what: keyof typeof labels): SessionKeys {
  const { key, authentication, salt } = labels[what];
  return {
    cipher: new CounterMode(derive(master, key, masterKeyLength), derive(master, salt, masterSaltLength)),
    authenticator: new HmacSha1(derive(master, authentication, 20)),
  };
}

/** This many bytes for a purpose. */
export function derive(master: Uint8Array, label: number, length: number): Uint8Array {
  const salt = Uint8Array.from(master.subarray(masterKeyLength, masterKeyLength + masterSaltLength));
  salt[7] = (salt[7] ?? 0) ^ label;
  const bytes = new Uint8Array(length);
  const cipher = new CounterMode(master.subarray(0, masterKeyLength), salt);
  cipher.apply(bytes, { start: 0, end: length, ssrc: 0, high: 0, low: 0 });
  return bytes;
}

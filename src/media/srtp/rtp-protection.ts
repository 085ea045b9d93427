import type { RtpSecurity } from '../protocol-rtp';
import { SrtpReceiver } from './srtp-receiver';
import { SrtpSender } from './srtp-sender';
import { srtpSuites } from './suites';

/**
 * Protects what a leg sends and opens what it receives, or passes it as it is. Keys of a later negotiation replace
 * those that differ; the others go on with their counters. Keys from a DTLS handshake would come in here, too.
 */
export class RtpProtection {
  #security: RtpSecurity = { kind: 'none' };
  #sender: SrtpSender | undefined;
  #receiver: SrtpReceiver | undefined;

  configure(security: RtpSecurity): void {
    const before = this.#security;
    this.#security = security;
    if (security.kind === 'none') {
      this.#sender = undefined;
      this.#receiver = undefined;
      return;
    }
    const { suite, send, receive } = security;
    const tagLength = srtpSuites[suite];
    const isSameSuite = before.kind === 'srtp' && before.suite === suite;
    if (!isSameSuite || !isEqual(before.send, send)) this.#sender = new SrtpSender(send, tagLength);
    if (!isSameSuite || !isEqual(before.receive, receive)) this.#receiver = new SrtpReceiver(receive, tagLength);
  }

  /** Good until the next packet. */
  protect(packet: Uint8Array): Uint8Array {
    return this.#sender === undefined ? packet : this.#sender.protect(packet);
  }

  protectReport(report: Uint8Array): Uint8Array {
    return this.#sender === undefined ? report : this.#sender.protectReport(report);
  }

  /** Undefined for what is not genuine. */
  open(packet: Uint8Array): Uint8Array | undefined {
    return this.#receiver === undefined ? packet : this.#receiver.open(packet);
  }

  openReport(report: Uint8Array): Uint8Array | undefined {
    return this.#receiver === undefined ? report : this.#receiver.openReport(report);
  }
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

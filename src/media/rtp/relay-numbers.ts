import type { RtpPacket } from './rtp-packet';

/** Further ahead or behind is another stream and not a gap (RFC 3550 A.1). */
const longestJump = 3000;

/**
 * Gives packets of one stream the numbers of another one: their spacing is kept, so that the receiver sees losses,
 * reordering and timing.
 */
export class RelayNumbers {
  #isOn = false;
  #ssrc = 0;
  #sequenceOffset = 0;
  #timestampOffset = 0;
  #latest = 0;
  /** The highest timestamp that was given, or where the stream was before any. */
  #latestTimestamp = 0;

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Whether a packet is of the stream that is relayed. */
  continues({ ssrc, sequence }: RtpPacket): boolean {
    if (!this.#isOn || ssrc !== this.#ssrc) return false;
    const ahead = (sequence - this.#latest) & 0xffff;
    return ahead < longestJump || ahead > 0x10000 - longestJump;
  }

  begin({ ssrc, sequence, timestamp }: RtpPacket, nextSequence: number, nextTimestamp: number): void {
    this.#isOn = true;
    this.#ssrc = ssrc;
    this.#sequenceOffset = nextSequence - sequence;
    this.#timestampOffset = nextTimestamp - timestamp;
    this.#latest = sequence;
    this.#latestTimestamp = nextTimestamp;
  }

  sequenceOf({ sequence }: RtpPacket): number {
    if (((sequence - this.#latest) & 0xffff) < longestJump) this.#latest = sequence;
    return (sequence + this.#sequenceOffset) & 0xffff;
  }

  timestampOf({ timestamp }: RtpPacket): number {
    const given = (timestamp + this.#timestampOffset) >>> 0;
    if (((given - this.#latestTimestamp) | 0) > 0) this.#latestTimestamp = given;
    return given;
  }

  /** A packet of the other stream is not sent, or one of our own is: the others follow each other without a gap. */
  skip(packet: RtpPacket): void {
    this.sequenceOf(packet);
    this.#sequenceOffset -= 1;
  }

  insert(): void {
    this.#sequenceOffset += 1;
  }

  /** Gives the highest timestamp; undefined when nothing was relayed. Idempotent. */
  end(): number | undefined {
    if (!this.#isOn) return undefined;
    this.#isOn = false;
    return this.#latestTimestamp;
  }
}

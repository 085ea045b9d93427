import type { RtpPacket } from '../rtp-packet';

/** What is at a place: nothing yet, a payload to decode, or a packet that holds no audio. */
export type Holding = 'nothing' | 'audio' | 'other';

interface Slot {
  /** Kept when the packet is gone, to tell a second copy from one that never came. */
  place: number;
  holding: Holding;
  payload: Uint8Array;
}

/** How many packets are kept, waiting and gone together: more than half a second even of short ones. */
export const ringSize = 64;

const nowhere = -1;

const noPayload = new Uint8Array(0);

/** Packets by their place in the stream. Payloads are copied, into memory that is used again. */
export class PacketRing {
  readonly #slots: readonly Slot[] = Array.from({ length: ringSize }, () => ({
    place: nowhere,
    holding: 'nothing',
    payload: noPayload,
  }));
  /** How many payloads wait. */
  #waiting = 0;

  get waiting(): number {
    return this.#waiting;
  }

  has(place: number): boolean {
    return this.#slot(place).place === place;
  }

  holding(place: number): Holding {
    const slot = this.#slot(place);
    return slot.place === place ? slot.holding : 'nothing';
  }

  put(place: number, packet: RtpPacket, holding: Holding): void {
    const slot = this.#slot(place);
    if (slot.holding === 'audio') this.#waiting -= 1;
    slot.place = place;
    slot.holding = holding;
    if (holding !== 'audio') {
      slot.payload = noPayload;
      return;
    }
    this.#waiting += 1;
    if (slot.payload.length !== packet.length) slot.payload = new Uint8Array(packet.length);
    const { bytes, start } = packet;
    // By hand, as a view of the payload would be one more thing to collect.
    for (let i = 0; i < slot.payload.length; i += 1) slot.payload[i] = bytes[start + i] ?? 0;
  }

  /** The payload at a place that holds audio, which is then gone; good until another packet takes its slot. */
  take(place: number): Uint8Array {
    const slot = this.#slot(place);
    slot.holding = 'nothing';
    this.#waiting -= 1;
    return slot.payload;
  }

  /** The payload of a packet of audio that was at a place, also when it is gone; undefined when none was. */
  payloadAt(place: number): Uint8Array | undefined {
    const slot = this.#slot(place);
    return slot.place === place && slot.payload.length > 0 ? slot.payload : undefined;
  }

  clear(): void {
    for (const slot of this.#slots) {
      slot.place = nowhere;
      slot.holding = 'nothing';
    }
    this.#waiting = 0;
  }

  #slot(place: number): Slot {
    const slot = this.#slots[place % ringSize];
    if (slot === undefined) throw new RangeError(`no place ${place} in a stream`);
    return slot;
  }
}

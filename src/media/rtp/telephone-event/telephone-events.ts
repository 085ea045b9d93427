/** The digits of RFC 4733 §3.2 by their codes; the last one is a flash of the hook. */
export const eventDigits = '0123456789*#ABCD!';

/** Bytes of one event: its code, end bit and volume, then its duration. */
export const eventLength = 4;

export const endBit = 0x80;

/** The most that the duration of one packet can say. */
export const longestSegment = 0xffff;

/** Where nothing was negotiated, durations count in this clock whatever the audio beside them has. */
export const eventClockRate = 8000;

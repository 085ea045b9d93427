import { messageKinds } from './message-kinds';

const headerSize = 3;

/** Says which call this is: the first message of all. Without 32 hexadecimal digits it is a wrong one. */
export function uuidMessage(uuid: string): Uint8Array {
  return message(messageKinds.uuid, Buffer.from(uuid.replaceAll('-', ''), 'hex'));
}

export function digitMessage(digit: string): Uint8Array {
  return message(messageKinds.digit, Buffer.from(digit, 'latin1'));
}

/** Signed linear, 16 bits each, low byte first. What is written keeps the bytes, so there are new ones every time. */
export function audioMessage(kind: number, samples: Int16Array): Uint8Array {
  const bytes = begin(kind, 2 * samples.length);
  for (let i = 0; i < samples.length; i += 1) {
    const sample = samples[i] ?? 0;
    bytes[headerSize + 2 * i] = sample;
    bytes[headerSize + 2 * i + 1] = sample >> 8;
  }
  return bytes;
}

function message(kind: number, payload: Uint8Array): Uint8Array {
  const bytes = begin(kind, payload.length);
  bytes.set(payload, headerSize);
  return bytes;
}

/** With room for the payload, which is still to be written. */
function begin(kind: number, length: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(headerSize + length);
  bytes[0] = kind;
  bytes[1] = length >> 8;
  bytes[2] = length;
  return bytes;
}

/** A tone as a WAV file: 8000 samples a second, 16 bits, one channel. */
export function toneWav(frequency: number, seconds: number): Buffer {
  const count = seconds * 8000;
  const data = Buffer.alloc(count * 2);
  for (let at = 0; at < count; at += 1)
    data.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * frequency * at) / 8000)), at * 2);
  return Buffer.concat([wavHeader(data.length), data]);
}

function wavHeader(length: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(16_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(length, 40);
  return header;
}

/** The samples of a WAV file of 16 bits and one channel, whatever other chunks it has. */
export function wavSamples(file: Buffer): Int16Array {
  for (let at = 12; at + 8 <= file.length;) {
    const length = file.readUInt32LE(at + 4);
    const isData = file.toString('latin1', at, at + 4) === 'data';
    if (isData) return samplesOf(file.subarray(at + 8, Math.min(file.length, at + 8 + length)));
    at += 8 + length + (length % 2);
  }
  return new Int16Array();
}

function samplesOf(bytes: Buffer): Int16Array {
  return Int16Array.from({ length: bytes.length >> 1 }, (_, index) => bytes.readInt16LE(index * 2));
}

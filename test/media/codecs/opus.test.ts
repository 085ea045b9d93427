import fc from 'fast-check';
import { Opus } from '../../../src/media/codecs/opus';
import { aTone, measureTone, settled } from '../../support/media/signals';
import { joined, voice } from '../detect/detect-signals';
import { cases } from '../../support/effort';

const rate = 48_000;
const frame = rate / 50;
const lost = new Uint8Array(0);

const made: Opus[] = [];
afterEach(() => made.splice(0).forEach((codec) => codec.close()));

async function anOpus(): Promise<Opus> {
  const codec = new Opus();
  made.push(codec);
  await codec.opened;
  return codec;
}

function packetsOf(codec: Opus, samples: Int16Array): Uint8Array[] {
  const packets: Uint8Array[] = [];
  for (let at = 0; at + frame <= samples.length; at += frame) packets.push(codec.encode(samples.slice(at, at + frame)));
  return packets;
}

const heardOf = (codec: Opus, packets: readonly Uint8Array[]): Int16Array =>
  joined(...packets.map((packet) => codec.decode(packet)));

/** How far a signal stands above all that was changed on its way, which makes it late by this many samples. */
function likeness(sent: Int16Array, heard: Int16Array, delay: number): number {
  let [signal, noise] = [0, 0];
  for (let at = 0; at + delay < heard.length; at += 1) {
    const sample = sent[at] ?? 0;
    signal += sample ** 2;
    noise += (sample - (heard[at + delay] ?? 0)) ** 2;
  }
  return 10 * Math.log10(signal / noise);
}

const loudness = (samples: Int16Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);

/** Packets of an independent build (libopus 1.4, for speech), each after a byte with its length. */
const foreign = {
  speech:
    'NEiC4rdsVrf0AAF1Tn8UF3WhDNg1aceKORkS2dbJIoDsOPBa4ClovOaS/IF5dVDmo3zJJDIqSKp+n1fjKbydFl709/wbTsiIy7+EGWSC' +
    '2djuNUzhW6AvQ23QSZ4qYmhUKUif+blpPq0tBKZTBqzK9ZztlH6lxYA1OLJO088cI8vUbNzNycsCvvliLkif+bl4XIhZUQLocw6NdUqN' +
    'LbQ87hbuGbIu7/mz0QCngDCOeNhO+fYIINdFzWQwSJ/5t7wXvz+JaloLT0VbWg0Ib2iHabY2++NsJRB1FwaeezxRH1a3aDbjRrASvoF7' +
    'LUif+bl4XIwTMUio2A/ykrksAJlnHzJ5sPYFna1etoGv8yFm5UoKppAbUn0Fsy1In/m3vBfAK3ptYM6Qzp8KWhXWRHnGNEN5SjDqSF6+' +
    'OnbvWDgXETWAkMuLgxorSJ/5uXhcjBRoOqCk86vM3VYHEqPv7702YKofU4IrbwRriSW5faQPJmKbeCtIn/m5eFyCNa3gAyu+1YLmCJAm' +
    'SF7VOgenDdxxhbqiyFLHTqcWmuDKmq0wLkigYJ5zpk0Fi8v67GyM/lQSIYQCexcOZwWEqXXCW9rFzid5rqrnq4KTJNEwCzwpSKFCGXhc' +
    'jBEBv41K7mVBUyD4KjjiHcS0tt3/qWjQzHm0rF5XFREAE/AoSKFCGXhciFkpl6GesnjqQLwqw1dScZfg9iPwK+okHEwf7re41ppqwA==',
  stereo:
    'SXyH/NzdtuuMpz0sa0FLZlCN6uRw+/nqn6VaUM61dM2WBQczWzV9uNFJRNmuPmmmnNtp9m0ebJT9MyXT1bEBUOk08v0gOWl6sk9SfIf/' +
    'tqFgXIuxSEg2XSNSTNhQgRHr+pf4TsKxbOA+1Oa23wUq6dT3bi6IdryPZGsQmVLUmAKpWtsnFI2fAHn8h5ENbEjGHjF9v4S+tDNV9jQN' +
    'JUx8iAJwzFK93OxTrQfFDrHLw+71anZQiBLvBYNPQktMaH3xdqrS5skfLbfLAPeGuwlmgbOA1UfEZqzNWZpopaIEfkixyppoZrX+pbwP' +
    'R3yIAnDMUr3c7FOtB8UEXqlfmtooPH3kT0L3a2BnVtZhqWjNLZyRmjcHPwIor/6Iwdc4nnE84nIcbJrFyUQ9GfM1oOv5i8wPQ3yIAnDM' +
    'Ur3c7FOtB8UESfLer0MM/elqHlDZS7P/W+VcR/0ZYRl+Ynyspv7ArZzUuXVy48i18wkt5oFSkzWg6/mLzJBHfIgCcMxSvdzsU60HxVGs' +
    'tn6kYCs8iuGZUSi8daAydeOgdzW4RjkQnpLwmwPzAWd0wAsZLjJcYLFIk/+fAoab1mtB8hmL/A9JfIgCcMxSvdzsU60HxLe+cLmzw7/z' +
    'bB8KychOp7dcYoeOP6N3kZyFZz3e4AtP1gpSsepdCJYRLCJOw9rvMynbCahDNaDr+YvMD0J8iAJwzFK93OxTrQfFBDv4XAr5GVGvGUrV' +
    '11dJKlzhjvFAAS2j71YhPHJPvitp6HNRppcsqFvb2stxpgQzVf6lvJBGfIgCcMxSvdzsU60HxGke+uz0VL09vRtOSaQaqHt4GsW1pBII' +
    'twxZD4Q5uRr/NrOpBrSpaVLScZZ0jMFViv7sbNB1/qWMD0V8iAJwzFK93OxTrQfFUiWAUu0XTDzeedRTg+/e80N4WgYDDwkT8PIxQWry' +
    'w5b61uatDVoatChjhdEc8nxx4bZoNf6ljA9FfIgCcMxSvdzsU60HxQNcANfDNeXO0lJ/LwDh63CIvES6OVwo6Z0UOA3++3fEUfVWfRz6' +
    'OfAXvx26HqKhG30FmvIZi/wPSXyIAnDMUr3c7FOtB8UC2NGx/WNp3u74L5345iRwt7iFaShtSP1VYPR4J3kQ3wa/IIl444OlXZkLMdxh' +
    'SatsmLAdSwzQdf6ljJA=',
};

function packetsIn(text: string): Uint8Array[] {
  const packets: Uint8Array[] = [];
  const bytes = Buffer.from(text, 'base64');
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + (bytes[at] ?? 0);
    packets.push(bytes.subarray(at + 1, end));
    at = end;
  }
  return packets;
}

describe('Opus', () => {
  it.each([
    [200, 35],
    [1000, 35],
    [3400, 35],
    [8000, 30],
    [15000, 20],
  ])('brings a tone of %d Hz back with %d dB of noise distance at its loudness', async (frequency, distance) => {
    const codec = await anOpus();

    const heard = settled(heardOf(codec, packetsOf(codec, aTone(frequency, { rate }))), rate);

    const { amplitude, snr } = measureTone(heard, frequency, rate);
    expect(snr).toBeGreaterThan(distance);
    expect(Math.abs(20 * Math.log10(amplitude / 16000))).toBeLessThan(0.5);
  });

  it('brings a voice back 120 samples later, at its loudness', async () => {
    const codec = await anOpus();
    const sent = voice(3000, { rate, seed: 5 });

    const heard = heardOf(codec, packetsOf(codec, sent));

    expect(likeness(sent, heard, 120)).toBeGreaterThan(12);
    expect(Math.abs(20 * Math.log10(loudness(heard) / loudness(sent)))).toBeLessThan(0.5);
  });

  it('keeps silence silent', async () => {
    const codec = await anOpus();
    const heard = heardOf(codec, packetsOf(codec, new Int16Array(rate)));
    expect(heard.every((sample) => Math.abs(sample) <= 1)).toBe(true);
  });

  it('takes fewer bytes for silence than for a voice, and never more than its limit', async () => {
    const codec = await anOpus();
    const size = (samples: Int16Array) => packetsOf(codec, samples).map(({ length }) => length);

    const [silent, spoken] = [size(new Int16Array(rate)), size(voice(1000, { rate, seed: 9 }))];

    expect(Math.max(...silent)).toBeLessThan(Math.max(...spoken));
    expect(Math.max(...spoken)).toBeLessThanOrEqual(codec.bytesPerSecond / 50);
  });

  it.each([
    ['speech', 440],
    ['stereo', 1000],
  ] as const)('understands what others send for %s', async (name, frequency) => {
    const codec = await anOpus();

    const heard = heardOf(codec, packetsIn(foreign[name])).slice(-5 * frame);

    const { amplitude, snr } = measureTone(heard, frequency, rate);
    expect(snr).toBeGreaterThan(15);
    expect(Math.abs(20 * Math.log10(amplitude / 8000))).toBeLessThan(1);
  });

  it.each([120, 240, 480, 960])('packs %d samples at a time', async (length) => {
    const codec = await anOpus();
    expect(codec.decode(codec.encode(new Int16Array(length).fill(900)))).toHaveLength(length);
  });

  it.each([1, 320, 961, 1920])('refuses to pack %d samples', async (length) => {
    const codec = await anOpus();
    expect(() => codec.encode(new Int16Array(length))).toThrow(`not ${length} samples`);
  });

  it('makes no packet of nothing', async () => {
    expect((await anOpus()).encode(new Int16Array())).toHaveLength(0);
  });

  it('writes into what it is given when that has the right length', async () => {
    const [codec, other] = [await anOpus(), await anOpus()];
    const tone = aTone(1000, { rate, seconds: 0.02 });
    const packet = codec.encode(tone);
    const [bytes, samples, short] = [new Uint8Array(packet.length), new Int16Array(frame), new Int16Array(frame - 1)];

    expect(other.encode(tone, bytes)).toBe(bytes);
    expect(bytes).toEqual(packet);
    expect(codec.decode(packet, samples)).toBe(samples);
    expect(other.decode(packet, short)).toEqual(samples);
  });

  it('goes on with a tone where a packet was lost', async () => {
    const codec = await anOpus();
    const packets = packetsOf(codec, aTone(440, { rate, seconds: 0.6 }));
    packets[20] = lost;

    const heard = heardOf(codec, packets);

    const gap = heard.slice(20 * frame, 21 * frame);
    const { amplitude } = measureTone(gap, 440, rate);
    expect(Math.abs(20 * Math.log10(amplitude / 16000))).toBeLessThan(3);
    expect(measureTone(heard.slice(25 * frame), 440, rate).snr).toBeGreaterThan(30);
  });

  it('takes a lost packet to be as long as the one before', async () => {
    const codec = await anOpus();
    const lengths = [codec.decode(lost).length];

    for (const length of [480, 120]) {
      codec.decode(codec.encode(new Int16Array(length)));
      lengths.push(codec.decode(lost).length);
    }

    expect(lengths).toEqual([960, 480, 120]);
  });

  it('treats an invalid packet as a lost one', async () => {
    const [codec, other] = [await anOpus(), await anOpus()];
    const packets = packetsOf(codec, aTone(440, { rate, seconds: 0.4 }));
    const [twoFramesInOddBytes, tooLong] = [Uint8Array.of(0xf9, 1, 2, 3, 4, 5), new Uint8Array(60_000).fill(0xf8)];

    for (const packet of packets) expect(codec.decode(packet)).toEqual(other.decode(packet));

    expect(codec.decode(twoFramesInOddBytes)).toEqual(other.decode(lost));
    expect(codec.decode(tooLong)).toEqual(other.decode(lost));
  });

  it('takes any bytes whatever, finds back to a tone, and lets no other stream notice', async () => {
    const [attacked, bystander, alone] = [await anOpus(), await anOpus(), await anOpus()];
    const tone = packetsOf(alone, aTone(1000, { rate, seconds: 0.4 }));
    const undisturbed = heardOf(alone, tone);
    const between: Int16Array[] = [];
    const anyBytes = fc.oneof(
      fc.uint8Array({ maxLength: 1500 }),
      // Something that begins like a packet of many short frames, or is a packet but for some bytes.
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Uint8Array.of(0x03 | ((bytes[0] ?? 0) & 0xfc), 48, ...bytes)),
      fc.tuple(fc.nat({ max: 19 }), fc.nat({ max: 60 }), fc.nat({ max: 255 })).map(([turn, at, byte]) => {
        const packet = Uint8Array.from(tone[turn] ?? lost);
        packet[at] = byte;
        return packet;
      }),
    );

    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const { length } = attacked.decode(bytes);
        expect([length % 120, length > 0, length <= 5760]).toEqual([0, true, true]);
        const next = tone[between.length];
        if (next !== undefined) between.push(bystander.decode(next));
      }),
      { numRuns: cases({ few: 100, many: 500 }) },
    );

    expect(joined(...between)).toEqual(undisturbed);
    expect(measureTone(heardOf(attacked, tone).slice(-5 * frame), 1000, rate).snr).toBeGreaterThan(30);
  });

  it('has nothing to send and silence to hear until it is open', async () => {
    const codec = new Opus();
    made.push(codec);
    const tone = aTone(1000, { rate, seconds: 0.02 });

    expect(codec.encode(tone)).toHaveLength(0);
    expect(codec.decode(Uint8Array.of(0xf8, 0xff, 0xfe))).toEqual(new Int16Array(frame));

    await codec.opened;
    expect(codec.encode(tone).length).toBeGreaterThan(0);
  });

  it('is silent once it is closed, however often and early that is', async () => {
    const [codec, hasty] = [await anOpus(), new Opus()];
    const tone = aTone(1000, { rate, seconds: 0.02 });
    const packet = codec.encode(tone);

    [codec, codec, hasty].forEach((each) => each.close());
    await hasty.opened;
    hasty.close();

    for (const each of [codec, hasty]) {
      expect(each.encode(tone)).toHaveLength(0);
      expect(each.decode(packet)).toEqual(new Int16Array(frame));
    }
  });

  it('gives its memory back', async () => {
    const tone = aTone(1000, { rate, seconds: 0.02 });
    const openAndClose = async () => {
      const codecs = await Promise.all(Array.from({ length: 200 }, anOpus));
      for (const codec of codecs) codec.decode(codec.encode(tone));
      codecs.forEach((codec) => codec.close());
      made.length = 0;
    };
    await openAndClose();
    const before = process.memoryUsage().external;

    for (let turn = 0; turn < 5; turn += 1) await openAndClose();

    // Each of them holds some 60 kB while it is open.
    expect(process.memoryUsage().external - before).toBeLessThan(10_000_000);
  });
});

import type { AudioCodec } from '../../src/media/codecs/audio-codec';
import { median } from '../measure/statistics';
import type { CompiledMedia } from './media-compiled';
import { cells, fixed, say } from '../report';

/** Something that a leg does once in a tick. */
interface Part {
  readonly name: string;
  /** Gives what is to be measured, and what ends it. */
  readonly prepare: (media: CompiledMedia) => Promise<Prepared>;
}

interface Prepared {
  readonly run: (frame: number) => void;
  readonly close?: (() => void) | undefined;
}

const rounds = 9;
const framesKept = 50;
const warmUp = 5000;

const parts: readonly Part[] = [
  ...['ulaw', 'alaw', 'g722', 'opus'].map((format) => ({
    name: `codec ${format}`,
    prepare: (media: CompiledMedia) => thereAndBack(media, format),
  })),
  ...[[8, 16] as const, [16, 8] as const, [16, 48] as const, [48, 16] as const].map(([from, to]) => ({
    name: `resampling ${from} to ${to} kHz`,
    prepare: (media: CompiledMedia) => resampling(media, from * 1000, to * 1000),
  })),
  { name: 'rtp ulaw', prepare: packets },
  { name: 'srtp protect', prepare: (media) => encryption(media, 'protect') },
  { name: 'srtp protect and open', prepare: (media) => encryption(media, 'both') },
];

export function mediaParts(only: string): readonly Part[] {
  return parts.filter(({ name }) => name.includes(only));
}

/** CPU time per frame of 20 ms: a codec there and back, a resampler one way, packets sent and received. */
export async function benchParts(media: CompiledMedia, chosen: readonly Part[]): Promise<void> {
  if (chosen.length === 0) return;
  say(`\n${cells(['', 'CPU µs a frame'])}`);
  for (const { name, prepare } of chosen) {
    const { run, close } = await prepare(media);
    say(cells([name, fixed(costOf(run), 2)]));
    close?.();
  }
}

/** The median of several rounds of a tenth of a second or so. */
function costOf(run: (frame: number) => void): number {
  const started = performance.now();
  for (let frame = 0; frame < warmUp; frame += 1) run(frame);
  const count = Math.ceil((warmUp * 100) / (performance.now() - started));
  return median(
    Array.from({ length: rounds }, () => {
      const before = process.cpuUsage();
      for (let frame = 0; frame < count; frame += 1) run(frame);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / count;
    }),
  );
}

async function thereAndBack(media: CompiledMedia, format: string): Promise<Prepared> {
  const codec = await codecOf(media, format);
  const frames = framesAt(codec.rate);
  let bytes: Uint8Array = new Uint8Array(0);
  let samples: Int16Array = new Int16Array(0);
  return {
    run: (frame) => {
      bytes = codec.encode(frames(frame), bytes);
      samples = codec.decode(bytes, samples);
    },
    close: codec.close,
  };
}

async function resampling({ Resampler }: CompiledMedia, from: number, to: number): Promise<Prepared> {
  const resampler = new Resampler(from, to);
  const frames = framesAt(from);
  return { run: (frame) => void resampler.process(frames(frame)) };
}

/** What a leg does with packets but for the sockets: one encoded and sent, one received, held, decoded and played. */
async function packets(media: CompiledMedia): Promise<Prepared> {
  const codec = await codecOf(media, 'ulaw');
  const audio = { type: 0, format: 'ulaw', clockRate: 8000 };
  const events = { type: 101, clockRate: 8000 };
  const digits = { began: () => undefined, ended: () => undefined };
  const reader = new media.RtpStreamReader({
    receive: { audio: [audio], events: [events] },
    codecOf: () => codec,
    digits,
  });
  const payloads = { payloadType: 0, clockRate: 8000, events };
  const writer = new media.RtpStreamWriter(payloads, () => ({ ssrc: 1, sequence: 1, timestamp: 1 }));
  const received = new media.RtpPacket();
  const frames = framesAt(codec.rate);
  let bytes: Uint8Array = new Uint8Array(0);
  let now = 0;
  return {
    run: (frame) => {
      bytes = codec.encode(frames(frame), bytes);
      const packet = writer.tick(bytes);
      now += 20;
      const read = packet === undefined ? undefined : media.readRtp(packet, received);
      if (read !== undefined) reader.receive(read, { kind: 'audio', ...audio }, now);
      reader.tick();
    },
  };
}

/** A packet of 160 bytes protected, and then opened. */
async function encryption({ SrtpSender, SrtpReceiver }: CompiledMedia, what: 'protect' | 'both'): Promise<Prepared> {
  const master = Uint8Array.from({ length: 30 }, (_, index) => index);
  const [sender, receiver] = [new SrtpSender(master, 10), new SrtpReceiver(master, 10)];
  const packet = new Uint8Array(172);
  packet[0] = 0x80;
  let sequence = 0;
  return {
    run: () => {
      sequence = (sequence + 1) & 0xffff;
      packet[2] = sequence >> 8;
      packet[3] = sequence;
      const sealed = sender.protect(packet);
      if (what === 'both' && receiver.open(sealed) === undefined) throw new Error('a packet was not opened');
    },
  };
}

async function codecOf({ makeCodec, Opus }: CompiledMedia, format: string): Promise<AudioCodec> {
  const codec = makeCodec(format);
  if (codec === undefined) throw new Error(`there is no codec for ${format}`);
  if (codec instanceof Opus) await codec.opened;
  return codec;
}

/** A second that is somewhat like speech: two tones, one of which comes and goes, and a little noise. */
function framesAt(rate: number): (frame: number) => Int16Array {
  const size = rate / framesKept;
  const turn = (2 * Math.PI) / rate;
  let state = 1;
  const all = Array.from({ length: framesKept }, (_, frame) =>
    Int16Array.from({ length: size }, (__, index) => {
      const at = (frame * size + index) * turn;
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return 6000 * Math.sin(300 * at) * Math.sin(3 * at) + 3000 * Math.sin(1700 * at) + (state >> 21) - 512;
    }),
  );
  const silence = new Int16Array(size);
  return (frame) => all[frame % framesKept] ?? silence;
}

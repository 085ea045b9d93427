import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface Tone {
  readonly seconds: number;
  readonly frequency: number;
}

const rate = 8000;
const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, step) => from + step);

const named: Readonly<Record<string, Tone>> = {
  'hello-world': { seconds: 1.2, frequency: 440 },
  'tt-monkeys': { seconds: 12, frequency: 300 },
  tone5s: { seconds: 5, frequency: 600 },
  silence10: { seconds: 10, frequency: 0 },
  beep: { seconds: 0.2, frequency: 1000 },
  beeperr: { seconds: 0.3, frequency: 400 },
  short: { seconds: 0.3, frequency: 500 },
  minus: { seconds: 0.3, frequency: 500 },
};

const spoken = [
  ...[...range(0, 20), 30, 40, 50, 60, 70, 80, 90].map((number) => `digits/${number}`),
  ...['hundred', 'thousand', 'million', 'minus', 'star', 'pound', 'oclock'].map((word) => `digits/${word}`),
  ...letters.map((letter) => `letters/${letter}`),
  ...['dash', 'dot', 'at', 'slash', 'space', 'exclaimation-point', 'dollar', 'equals', 'plus', 'asterisk', 'zed'].map(
    (word) => `letters/${word}`,
  ),
  ...letters.map((letter) => `phonetic/${letter}_p`),
];

const texts = `; what is said
hello-world: Hello world.
tt-monkeys: [monkey noises]
beep: [a short beep]
digits/1: one
`;

/**
 * Makes the sounds and the music that the recordings were made with, in a folder of their own: tones of the same names
 * and lengths.
 */
export function makeSounds(): string {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-replay-sounds-'));
  const english = join(folder, 'sounds', 'en');
  for (const [name, tone] of Object.entries(named)) write(join(english, `${name}.wav`), wav(samples(tone)));
  for (const name of spoken) write(join(english, `${name}.wav`), wav(samples({ seconds: 0.2, frequency: 350 })));
  const hello = samples({ seconds: 1.2, frequency: 440 });
  write(join(english, 'hello-world.sln'), hello);
  write(join(english, 'hello-world.ulaw'), Buffer.alloc(hello.length / 2, 0xff));
  write(join(english, 'core-sounds-en.txt'), Buffer.from(texts));
  write(join(folder, 'sounds', 'fr', 'hello-world.wav'), wav(samples({ seconds: 1, frequency: 700 })));
  write(join(folder, 'moh', 'song.wav'), wav(samples({ seconds: 20, frequency: 350 })));
  return folder;
}

export function removeSounds(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function write(file: string, bytes: Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}

/** Signed linear, 8 kHz; frequency 0 is silence. */
function samples({ seconds, frequency }: Tone): Buffer {
  const bytes = Buffer.alloc(Math.round(seconds * rate) * 2);
  for (let place = 0; place < bytes.length / 2; place += 1)
    bytes.writeInt16LE(Math.trunc(8000 * Math.sin((2 * Math.PI * frequency * place) / rate)), place * 2);
  return bytes;
}

function wav(data: Buffer): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

import type { Random } from '../random';

type Mutation = (text: Buffer, random: Random) => Buffer;

const numbers = ['-1', '0', '4294967295', '4294967296', '99999999999999999999', '1e9', '0x10', 'NaN', ''];
const fragments = [
  '\r\n',
  '\n',
  '\0',
  ';',
  ',',
  '<',
  '>',
  '"',
  '\\',
  '%',
  '%00',
  ';;',
  '@@',
  '[::1]',
  ' \t',
  'é',
  '\r\n\r\n',
  ': ',
  '=',
];

const mutations: readonly Mutation[] = [
  function flipByte(text, random) {
    const copy = Buffer.from(text);
    if (copy.length > 0) copy[random.below(copy.length)] = random.below(256);
    return copy;
  },
  function cut(text, random) {
    return text.subarray(0, random.below(text.length + 1));
  },
  function remove(text, random) {
    const from = random.below(text.length + 1);
    return Buffer.concat([text.subarray(0, from), text.subarray(from + random.below(30))]);
  },
  function insert(text, random) {
    return spliced(text, random.below(text.length + 1), Buffer.from(random.pick(fragments)));
  },
  function insertNoise(text, random) {
    return spliced(text, random.below(text.length + 1), random.bytes(random.below(40)));
  },
  function repeatPart(text, random) {
    const from = random.below(text.length + 1);
    const part = text.subarray(from, from + random.below(60));
    return spliced(
      text,
      from,
      Buffer.concat(Array.from({ length: 1 + random.below(200) }, () => part)).subarray(0, 50_000),
    );
  },
  (text, random) => byLine(text, (lines) => lines.filter(() => !random.chance(0.1))),
  (text, random) => byLine(text, (lines) => lines.flatMap((line) => (random.chance(0.1) ? [line, line] : [line]))),
  (text, random) => byLine(text, (lines) => shuffled(lines, random)),
  (text, random) =>
    byLine(text, (lines) => lines.map((line) => (random.chance(0.1) ? line.replace(': ', ' :\t') : line))),
  (text, random) =>
    byLine(text, (lines) =>
      lines.map((line) => (random.chance(0.1) ? `${line}${'x'.repeat(random.below(5000))}` : line)),
    ),
  (text, random) =>
    Buffer.from(
      text.toString('latin1').replace(/\d+/g, (digits) => (random.chance(0.1) ? random.pick(numbers) : digits)),
      'latin1',
    ),
];

/** A message that is a little wrong, or more. */
export function mutated(text: string, random: Random): Buffer {
  let bytes: Buffer = Buffer.from(text, 'latin1');
  const times = random.pick([0, 1, 1, 1, 2, 3, 8]);
  for (let count = 0; count < times; count += 1) bytes = random.pick(mutations)(bytes, random);
  return bytes;
}

function spliced(text: Buffer, at: number, part: Buffer): Buffer {
  return Buffer.concat([text.subarray(0, at), part, text.subarray(at)]);
}

function byLine(text: Buffer, change: (lines: string[]) => string[]): Buffer {
  return Buffer.from(change(text.toString('latin1').split('\r\n')).join('\r\n'), 'latin1');
}

function shuffled(lines: string[], random: Random): string[] {
  const [from, to] = [random.below(lines.length), random.below(lines.length)];
  const copy = [...lines];
  [copy[from], copy[to]] = [copy[to] ?? '', copy[from] ?? ''];
  return copy;
}

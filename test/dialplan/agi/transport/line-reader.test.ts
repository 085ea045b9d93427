import fc from 'fast-check';
import type { AgiLine } from '../../../../src/dialplan/agi/transport/line-reader';
import { LineReader, maxLineBytes } from '../../../../src/dialplan/agi/transport/line-reader';

/** The lines of a stream that arrives in pieces of these sizes; some are taken at once, others only at the end. */
function linesOf(bytes: Buffer, sizes: readonly number[]): string[] {
  const reader = new LineReader();
  const lines: string[] = [];
  const take = (): void => {
    while (reader.hasLine) lines.push(textOf(reader.take()));
  };
  let at = 0;
  for (const size of sizes) {
    reader.push(bytes.subarray(at, at + size));
    at += size;
    if (size % 3 === 0) take();
    else if (reader.hasLine) lines.push(textOf(reader.take()));
  }
  reader.push(bytes.subarray(at));
  reader.end();
  take();
  return lines;
}

function textOf(line: AgiLine | undefined): string {
  return line?.kind === 'command' ? line.text : 'too long';
}

describe('lines of an AGI program', () => {
  it('are the same however the stream is split', () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replace(/[\r\n]/g, ''));
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat(30)), (lines, sizes) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));

        expect(linesOf(bytes, sizes)).toEqual(lines);
      }),
    );
  });

  it('may end with a carriage return, and the last one without a line feed', () => {
    expect(linesOf(Buffer.from('ANSWER\r\n\nNOOP'), [3, 4])).toEqual(['ANSWER', '', 'NOOP']);
  });

  it('that are too long are noted, and what follows is read', () => {
    const longest = 'x'.repeat(maxLineBytes);
    const bytes = Buffer.from(`${longest}\n${longest}y\nNOOP\n${longest}z`);

    expect(linesOf(bytes, [5, maxLineBytes, 1, 1])).toEqual([longest, 'too long', 'NOOP', 'too long']);
  });
});

import { TelephoneEventWriter } from '../../../../src/media/rtp/telephone-event/telephone-event-writer';

/** What is due in this many ticks: code, duration in milliseconds, E for an end, M for a marker; a dot for nothing. */
function packets(writer: TelephoneEventWriter, ticks: number): readonly string[] {
  return Array.from({ length: ticks }, (_, tick) => {
    if (!writer.tick(160 * tick)) return '.';
    const [code = 0, flags = 0, high = 0, low = 0] = writer.payload;
    return `${code}:${((high << 8) | low) / 8}${flags & 0x80 ? 'E' : ''}${writer.marker ? 'M' : ''}@${writer.timestamp}`;
  });
}

function writerOf(...digits: readonly [string, number, number][]): TelephoneEventWriter {
  const writer = new TelephoneEventWriter();
  for (const [digit, duration, gap] of digits) writer.send({ digit, duration, gap });
  return writer;
}

describe('the writer of telephone events', () => {
  it('tells a digit in growing packets of one timestamp, and its end three times', () => {
    const writer = writerOf(['5', 100, 0]);

    expect(packets(writer, 8)).toEqual([
      '5:20M@0',
      '5:40@0',
      '5:60@0',
      '5:80@0',
      '5:100E@0',
      '5:100E@0',
      '5:100E@0',
      '.',
    ]);
    expect(writer.isIdle).toBe(true);
  });

  it('tells durations that are no multiple of 20 ms', () => {
    expect(packets(writerOf(['1', 50, 0]), 5)).toEqual(['1:20M@0', '1:40@0', '1:50E@0', '1:50E@0', '1:50E@0']);
  });

  it('begins even the shortest digit before it ends', () => {
    expect(packets(writerOf(['1', 5, 0]), 5)).toEqual(['1:5M@0', '1:5E@0', '1:5E@0', '1:5E@0', '.']);
  });

  it('leaves the gap between two digits, counted from the end of the first', () => {
    const told = packets(writerOf(['1', 40, 80], ['#', 40, 0]), 11);

    expect(told.slice(0, 4)).toEqual(['1:20M@0', '1:40E@0', '1:40E@0', '1:40E@0']);
    expect(told.slice(4)).toEqual(['.', '.', '11:20M@960', '11:40E@960', '11:40E@960', '11:40E@960', '.']);
  });

  it('breaks a digit that is too long to be told into segments', () => {
    const told = packets(writerOf(['2', 20_000, 0]), 1010).filter((line) => line !== '.');

    expect(told.filter((line) => line.includes('M'))).toEqual(['2:20M@0']);
    expect(told.filter((line) => line.includes('8191.875@'))).toEqual(['2:8191.875@0', '2:8191.875@65535']);
    expect(told.slice(-3)).toEqual(Array.from({ length: 3 }, () => `2:${20_000 - 2 * 8191.875}E@131070`));
  });

  it('knows all digits, in either case, and the flash', () => {
    const writer = new TelephoneEventWriter();
    const known = [...'0123456789*#ABCDabcd!'].map((digit) => writer.send({ digit, duration: 40, gap: 0 }));

    expect(known).not.toContain(false);
  });

  it.each(['', 'w', '12', 'é'])('refuses "%s"', (digit) => {
    const writer = new TelephoneEventWriter();

    expect(writer.send({ digit, duration: 40, gap: 0 })).toBe(false);
    expect(writer.isIdle).toBe(true);
  });

  it.each([NaN, -5, 0, Infinity])('takes a duration of %d for one that can be told', (duration) => {
    const writer = writerOf(['1', duration, duration]);

    expect(packets(writer, 1)[0]).toMatch(/^1:\d+(\.\d+)?M@0$/);
  });

  it('ends the digit that is down when all are cleared', () => {
    const writer = writerOf(['1', 1000, 0], ['2', 100, 0]);
    packets(writer, 3);

    writer.clear();

    expect(packets(writer, 4)).toEqual(['1:60E@0', '1:60E@0', '1:60E@0', '.']);
    expect(writer.isIdle).toBe(true);
  });
});

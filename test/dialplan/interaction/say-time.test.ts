import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dateFormat, fullFormat, sayTime, timeFormat } from '../../../src/dialplan/interaction/say-time';
import { projectRoot } from '../../../src/shared/project-root';

/** A moment of UTC. */
const at = (text: string): number => Date.parse(`${text}Z`);

describe('moments that are said', () => {
  const now = at('2026-03-10T12:00:00');
  const said = (text: string, format: string, zone = 'UTC'): string =>
    sayTime({ at: at(text), format, zone, now })
      .map((name) => name.replace('digits/', ''))
      .join(' ');

  it.each([
    ['2026-01-04T10:30:00', fullFormat, 'day-0 mon-0 h-4 2 thousand 20 6 at 10 30 a-m'],
    ['2026-12-31T00:00:00', fullFormat, 'day-4 mon-11 30 h-1 2 thousand 20 6 at 12 oclock a-m'],
    ['1999-05-20T13:05:00', fullFormat, 'day-4 mon-4 h-20 19 90 9 at 1 oh 5 p-m'],
    ['1900-01-01T00:00:00', 'Y', '19 hundred'],
    ['1905-01-01T00:00:00', 'Y', '19 oh 5'],
    ['2026-02-22T00:00:00', dateFormat, 'day-0 mon-1 20 h-2 2 thousand 20 6'],
    ['2026-02-22T12:45:00', timeFormat, '12 40 5 p-m'],
    ['2026-02-22T08:00:07', 'T', 'oh 8 oclock oh 7'],
    ['2026-02-22T00:00:00', 'kN', 'oh hundred'],
    ['2026-02-22T17:21:00', 'R', '17 20 1'],
    ['2026-03-10T01:00:00', 'Q', 'today'],
    ['2026-03-09T23:00:00', 'Q', 'yesterday'],
    ['2026-03-08T23:00:00', 'Q', 'day-0 mon-2 h-8 2 thousand 20 6'],
    ['2026-03-10T01:00:00', 'q', ''],
    ['2026-03-06T01:00:00', 'q', 'day-5'],
    ['2026-02-01T01:00:00', "'vm-received' q", 'vm-received day-0 mon-1 h-1 2 thousand 20 6'],
  ])('%s by %s', (text, format, expected) => {
    expect(said(text, format)).toBe(expected);
  });

  it('are those of the given time zone', () => {
    expect(said('2026-01-04T23:30:00', 'A IM', 'Asia/Tokyo')).toBe('day-1 8 30');
  });

  it('need only prompts that come with the server', () => {
    const names = new Set<string>();
    // 37 hours and a minute: every day, hour and minute comes up within two years.
    for (let moment = at('2025-01-01T00:00:00'); moment < at('2027-01-01T00:00:00'); moment += 37 * 3_600_000 + 60_000)
      for (const format of [fullFormat, 'QTkN'])
        for (const name of sayTime({ at: moment, format, now })) names.add(name);
    const isMissing = (name: string): boolean => !existsSync(join(projectRoot(__dirname), 'sounds/en', `${name}.g722`));

    expect(names.size).toBeGreaterThan(70);
    expect([...names].filter(isMissing)).toEqual([]);
  });
});

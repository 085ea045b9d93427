import { applies, parseTiming } from '../../../src/dialplan/plan/timing';

const isOpen = (text: string, at: string): boolean => {
  const parsed = parseTiming(text.split(','));
  if ('refused' in parsed) throw new Error(parsed.refused);
  return applies(parsed.timing, new Date(at).getTime());
};

// 15 January 2025 was a Wednesday. Without a zone the times are the machine's own.
describe('a timing', () => {
  it.each([
    ['*', '2025-01-15T03:00', true],
    ['', '2025-01-15T03:00', true],
    ['9:00-17:00', '2025-01-15T09:00', true],
    ['9:00-17:00', '2025-01-15T17:00:59', true],
    ['9:00-17:00', '2025-01-15T17:01', false],
    ['09:30', '2025-01-15T09:30', true],
    ['22:00-6:00', '2025-01-15T23:59', true],
    ['22:00-6:00', '2025-01-15T12:00', false],
    ['*,wed', '2025-01-15T12:00', true],
    ['*,Mon-Fri', '2025-01-18T12:00', false],
    ['*,friday-monday', '2025-01-19T12:00', true],
    ['*,mon&wed', '2025-01-15T12:00', true],
    ['*,*,1-14&16-31', '2025-01-15T12:00', false],
    ['*,*,15', '2025-01-15T12:00', true],
    ['*,*,*,nov-feb', '2025-01-15T12:00', true],
    ['*,*,*,2-11', '2025-01-15T12:00', false],
    ['9:00-17:00,mon-fri,*,*,Asia/Tokyo', '2025-01-15T00:30Z', true],
    ['9:00-17:00,mon-fri,*,*,Asia/Tokyo', '2025-01-15T12:00Z', false],
    ['*,thu,*,*,Pacific/Auckland', '2025-01-15T20:00Z', true],
  ])("'%s' at %s: %s", (text, at, expected) => {
    expect(isOpen(text, at)).toBe(expected);
  });

  it.each([
    ['24:00', 'time'],
    ['9-17', 'time'],
    ['1:00-2:00-3:00', 'time'],
    ['*,someday', 'day of the week'],
    ['*,*,0', 'day of the month'],
    ['*,*,32', 'day of the month'],
    ['*,*,*,13', 'month'],
    ['*,*,*,*,Nowhere', 'time zone'],
    ['*,*,*,*,UTC,more', 'after the time zone'],
  ])("cannot be '%s'", (text, what) => {
    expect(parseTiming(text.split(','))).toMatchObject({ refused: expect.stringContaining(what) as string });
  });
});

import { dateFormatter } from '../../src/logging/date-format';
import { wireTime } from '../../src/shared/time/timestamp';

const moment = new Date(2024, 2, 5, 16, 7, 8, 9).getTime();

describe('the time of a log line', () => {
  it('is written like times on the wire unless the configuration says otherwise', () => {
    expect(dateFormatter(undefined)(moment)).toBe(wireTime(moment));
  });

  it.each([
    ['%F %T', '2024-03-05 16:07:08'],
    ['%F %T.%3q', '2024-03-05 16:07:08.009'],
    ['%T.%q %1q %6q', '16:07:08.009 0 009000'],
    ['%b %e %H:%M:%S', 'Mar  5 16:07:08'],
    ['%A %a %B %d.%m.%y %Y', 'Tuesday Tue March 05.03.24 2024'],
    ['%I:%M %p %R', '04:07 PM 16:07'],
    ['%s', String(Math.floor(moment / 1000))],
    ['100%% %z', `100% ${wireTime(moment).slice(-5)}`],
    ['%v %', '%v %'],
  ])('follows %j', (format, text) => {
    expect(dateFormatter(format)(moment)).toBe(text);
  });

  it('moves on with the clock', () => {
    const format = dateFormatter('%T');

    expect([format(moment), format(moment), format(moment + 1000)]).toEqual(['16:07:08', '16:07:08', '16:07:09']);
  });
});

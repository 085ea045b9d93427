import { LimitedLogger } from '../../../src/shared/limits/limited-logger';
import type { LogFields } from '../../../src/shared/logger';
import { makeLogger } from '../../../src/shared/logger';
import { ManualClock } from '../../support/client/client-clock';

interface Line {
  readonly level: string;
  readonly fields: LogFields;
  readonly sentence: string;
}

function aLimitedLogger() {
  const clock = new ManualClock();
  const lines: Line[] = [];
  const target = makeLogger((level, fields, sentence) => lines.push({ level, fields, sentence }));
  return { clock, lines, limited: new LimitedLogger(target, clock, { burst: 3, perSecond: 1 }) };
}

describe('a logger for lines caused by unauthenticated clients', () => {
  it('writes a burst, then at its rate, and says how many lines were left out', () => {
    const { clock, lines, limited } = aLimitedLogger();
    for (let times = 0; times < 10; times += 1) limited.logger.info({ times }, 'request refused');
    expect(lines.map(({ fields }) => fields['times'])).toEqual([0, 1, 2]);

    clock.advance(10_000);
    limited.logger.info({ times: 10 }, 'request refused');

    expect(lines.slice(3)).toEqual([
      {
        level: 'info',
        fields: { sentence: 'request refused', lines: 7 },
        sentence: 'repeated log lines were left out',
      },
      { level: 'info', fields: { times: 10 }, sentence: 'request refused' },
    ]);
  });

  it('counts each sentence by itself, and says at the end what it has not said', () => {
    const { lines, limited } = aLimitedLogger();
    for (let times = 0; times < 4; times += 1) limited.logger.warn({}, 'websocket failed');
    limited.logger.warn({}, 'another');
    limited.close();

    expect(lines.map(({ sentence }) => sentence)).toEqual([
      ...['websocket failed', 'websocket failed', 'websocket failed', 'another'],
      'repeated log lines were left out',
    ]);
  });
});

import { Metrics } from '../../src/server/metrics';

describe('numbers that others keep', () => {
  it('are read anew for each text, and shown as what they are', () => {
    const metrics = new Metrics();
    let value = 1;
    metrics.counter('patchbay_things_total', 'Things so far', () => value);
    metrics.gauge('patchbay_things', 'Things now', () => value * 2);
    metrics.text();
    value = 7;

    expect(metrics.text().split('\n').slice(-7)).toEqual([
      '# HELP patchbay_things_total Things so far',
      '# TYPE patchbay_things_total counter',
      'patchbay_things_total 7',
      '# HELP patchbay_things Things now',
      '# TYPE patchbay_things gauge',
      'patchbay_things 14',
      '',
    ]);
  });
});

import { Progress } from '../../src/client/progress';

describe('how far the events of a client have come', () => {
  it('is the last number of each application, and 0 before the first', () => {
    const progress = new Progress(['sales', 'support']);
    progress.note({ type: 'StasisStart', application: 'sales', sequence: 16 });
    progress.note({ type: 'StasisEnd', application: 'sales', sequence: 17 });

    expect(progress.entries).toEqual(['sales:17', 'support:0']);
  });

  it('is in a cluster also the last number of each node', () => {
    const progress = new Progress(['sales']);
    progress.note({ type: 'StasisStart', application: 'sales', sequence: 16, origin: 'a-5' });
    progress.note({ type: 'StasisStart', application: 'sales', sequence: 17, origin: 'b-3' });
    progress.note({ type: 'StasisEnd', application: 'sales', sequence: 18, origin: 'a-6' });

    expect(progress.entries).toEqual(['sales:18', 'sales:a-6', 'sales:b-3']);
  });
});

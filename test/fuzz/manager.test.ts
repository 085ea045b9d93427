import { fuzzManager } from '../../fuzz/manager-fuzz';
import { startTarget } from '../../fuzz/target';
import { cases } from '../support/effort';

const someSeed = Math.floor(Math.random() * 2 ** 31);

describe('the manager interface', () => {
  it(`stands up to hostile and broken messages (seed ${someSeed})`, async () => {
    const target = await startTarget();
    try {
      const messages = cases({ few: 1000, many: 100_000 });
      expect(await fuzzManager({ target, seed: 20_261_116, messages })).toEqual([]);
      expect(await fuzzManager({ target, seed: someSeed, messages })).toEqual([]);
    } finally {
      await target.close();
    }
  });
});

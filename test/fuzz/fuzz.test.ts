import { firstOnes, fuzz } from '../../fuzz/fuzz';
import type { Target } from '../../fuzz/target';
import { startTarget } from '../../fuzz/target';
import { cases } from '../support/effort';

const targets: Target[] = [];
afterAll(() => Promise.all(targets.map((target) => target.close())));

async function started(options?: { readonly contract: boolean }): Promise<Target> {
  const target = await startTarget(options);
  targets.push(target);
  return target;
}

interface Cases {
  readonly seed: number;
  readonly requests: number;
  readonly frames: number;
}

/** What comes of some cases; the seed comes along, so that a failure tells how to repeat it. */
async function outcomeOf(target: Target, { seed, requests, frames }: Cases) {
  const cases = { requests: firstOnes(requests), frames: firstOnes(frames) };
  const { findings, memory } = await fuzz({ target, seed, ...cases });
  return { seed, findings, isMeasured: memory !== undefined };
}

const someSeed = Math.floor(Math.random() * 2 ** 31);

describe('the server', () => {
  it(`stands up to the same requests and frames as ever, and to new ones (seed ${someSeed})`, async () => {
    const target = await started();
    const count = cases({ few: 300, many: 20_000 });

    for (const seed of [20_261_115, someSeed]) {
      const outcome = await outcomeOf(target, { seed, requests: count, frames: count });
      expect(outcome).toEqual({ seed, findings: [], isMeasured: true });
    }
  });

  it(`keeps to its own description meanwhile, as contract mode sees it (seed ${someSeed})`, async () => {
    const target = await started({ contract: true });
    const count = cases({ few: 100, many: 2000 });

    const outcome = await outcomeOf(target, { seed: someSeed, requests: count, frames: count });

    expect(outcome).toEqual({ seed: someSeed, findings: [], isMeasured: true });
  });
});

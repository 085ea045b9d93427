import { setImmediate, setTimeout } from 'node:timers/promises';

/** Milliseconds; far longer than anything takes on the busiest machine: what has not come by then will not come. */
const timeoutMs = 120_000;

/** Checks in a row, one in each turn of the event loop. */
const closeChecks = 20;

/** Milliseconds between later ones: few at first, then a fraction of what has passed, because a check may be a request. */
const checkIntervals = { first: 5, last: 100, fraction: 0.05 };

/** The result, unless it takes far too long. */
export async function within<Result>(promise: Promise<Result>, complaint: () => string): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = globalThis.setTimeout(() => reject(new Error(complaint())), timeoutMs);
  });
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves when it is so; for facts that nobody reports. */
export async function eventually(isSo: () => boolean | Promise<boolean>, complaint: () => string): Promise<void> {
  const began = Date.now();
  for (let checks = 1; !(await isSo()); checks += 1) {
    const passed = Date.now() - began;
    if (passed > timeoutMs) throw new Error(complaint());
    // What takes longer than a few turns is usually done by another process, which needs the processor.
    await (checks < closeChecks ? setImmediate() : setTimeout(intervalAfter(passed)));
  }
}

function intervalAfter(passed: number): number {
  const { first, last, fraction } = checkIntervals;
  return Math.min(last, Math.max(first, passed * fraction));
}

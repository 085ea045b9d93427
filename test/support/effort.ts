/** Whether suites that try many cases try all of them: `npm run test:long` sets it. */
const isLong = process.env['PATCHBAY_TESTS'] === 'long';

/** How many cases a suite tries: few in `npm test`, which everybody waits for, and many in `npm run test:long`. */
export function cases(counts: { readonly few: number; readonly many: number }): number {
  return isLong ? counts.many : counts.few;
}

/** Whether suites that try many cases try all of them: `npm run test:long` sets it. */
export const isLong = process.env['PATCHBAY_TESTS'] === 'long';

/** How many cases a suite tries: few in `npm test`, which is run for every change, and many in `npm run test:long`. */
export function cases(counts: { readonly few: number; readonly many: number }): number {
  return isLong ? counts.many : counts.few;
}

import { formatPlace } from './problem';
import type { Place } from './problem';

/** Something in the files that does nothing here, and why: the server starts without it. */
export interface Ignored extends Place {
  /** As it is written: `option 'verbose'`, `[compat]`, `#foo bar`. */
  readonly what: string;
  readonly why: string;
}

/** Of options and sections that existing servers know and that have nothing to act on here. */
export const withoutEffect = 'without effect here';

/** One line for each, but one for all of a file that is without effect: that is much, and harmless. */
export function formatIgnored(ignored: readonly Ignored[]): readonly string[] {
  const harmless = ignored.filter(({ why }) => why === withoutEffect);
  const files = [...new Set(harmless.map(({ file }) => file))];
  return [
    ...ignored
      .filter(({ why }) => why !== withoutEffect)
      .map(({ what, why, ...place }) => `${formatPlace(place)}: ignored ${what}: ${why}`),
    ...files.map((file) => {
      const names = harmless.flatMap((row) => (row.file === file ? [row.what] : []));
      return `${file}: ${withoutEffect}: ${[...new Set(names)].join(', ')}`;
    }),
  ];
}

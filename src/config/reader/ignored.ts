import { basename, dirname } from 'node:path';
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

/** What is ignored where nothing of a file is used. */
export const wholeFile = 'whole file';

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

/**
 * For the start of a server: files that are not used share a line, and options without effect are counted. Both are many
 * in the configuration of an existing server, and a report of everything is what `patchbay check-config` is for.
 */
export function summarizeIgnored(ignored: readonly Ignored[]): readonly string[] {
  const single = ignored.filter(({ what, why }) => what !== wholeFile && why !== withoutEffect);
  const harmless = ignored.length - single.length - ignored.filter(({ what }) => what === wholeFile).length;
  const count = harmless === 1 ? '1 option or section is' : `${harmless} options and sections are`;
  return [
    ...formatIgnored(single),
    ...unusedFiles(ignored.filter(({ what }) => what === wholeFile)),
    ...(harmless === 0 ? [] : [`${count} without effect here; patchbay check-config lists them`]),
  ];
}

/** `/etc/asterisk: ignored cdr.conf, cel.conf: not used here`, a line for each reason. */
function unusedFiles(files: readonly Ignored[]): readonly string[] {
  const reasons = [...new Set(files.map(({ why }) => why))];
  return reasons.flatMap((reason) => {
    const found = files.filter(({ why }) => why === reason).map(({ file }) => file);
    return found
      .slice(0, 1)
      .map((first) => `${dirname(first)}: ignored ${found.map((file) => basename(file)).join(', ')}: ${reason}`);
  });
}

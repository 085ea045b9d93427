import { basename, dirname } from 'node:path';
import { formatPlace } from './problem';
import type { Place } from './problem';

/** An ignored setting and the reason: the server starts without it. */
export interface Ignored extends Place {
  /** As it is written: `option 'verbose'`, `[compat]`, `#foo bar`. */
  readonly what: string;
  readonly why: string;
}

/** For options and sections of existing servers without effect here. */
export const withoutEffect = 'without effect here';

/** For a file that is not used at all. */
export const wholeFile = 'whole file';

/** The same setting in the same file, ignored for the same reason, counts once: phones have many lines in common. */
export function repeatedOnce(ignored: readonly Ignored[]): readonly Ignored[] {
  const groups = new Map<string, { readonly first: Ignored; count: number }>();
  for (const row of ignored) {
    const key = [row.file, row.what, row.why].join('\n');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: row, count: 1 });
    else group.count += 1;
  }
  return [...groups.values()].map(({ first, count }) =>
    count === 1 ? first : { ...first, why: `${first.why} (${count} times)` },
  );
}

/** One line for each, but a single line per file for settings without effect, which are many. */
export function formatIgnored(ignored: readonly Ignored[]): readonly string[] {
  const harmless = ignored.filter(({ why }) => why === withoutEffect);
  const files = [...new Set(harmless.map(({ file }) => file))];
  return [
    ...repeatedOnce(ignored.filter(({ why }) => why !== withoutEffect)).map(
      ({ what, why, ...place }) => `${formatPlace(place)}: ignored ${what}: ${why}`,
    ),
    ...files.map((file) => {
      const names = harmless.flatMap((row) => (row.file === file ? [row.what] : []));
      return `${file}: ${withoutEffect}: ${[...new Set(names)].join(', ')}`;
    }),
  ];
}

/**
 * For the start of a server: files that are not used share a line, and options without effect are counted.
 * Configurations of existing servers have many of both; `patchbay check-config` reports them all.
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

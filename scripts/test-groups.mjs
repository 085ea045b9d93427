// Which suites there are, and which of them share a group.
import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const check = fileURLToPath(new URL('nothing-left-open.cjs', import.meta.url));
const costs = fileURLToPath(new URL('suite-costs.cjs', import.meta.url));

/**
 * Kinds of suites, and the number of suites in a group: one where a suite takes as long as a group, few where each starts
 * processes, many where most of the time is spent on loading. In the order in which they begin: those that take long come
 * first, those that mostly wait beside them, and short ones at the end, so that no processor is left without work.
 * `--times` of scripts/run-tests.mjs shows what groups take.
 */
const kinds = [
  // One group: these suites share the packed package.
  { name: 'package', pattern: /^test\/(package|guides)\//, size: 99 },
  { name: 'attack', pattern: /^test\/attack\//, size: 1 },
  { name: 'interop', pattern: /^test\/(interop|cluster)\//, size: 8 },
  { name: 'contract', pattern: /^test\/contract\//, size: 8 },
  { name: 'unit', pattern: /^test\/(?!e2e\/|lint\/|soak\/soak)/, size: 90 },
  { name: 'e2e', pattern: /^test\/e2e\/(?!process\/)/, size: 35 },
  { name: 'process', pattern: /^test\/e2e\//, size: 5 },
  { name: 'short', pattern: /^test\//, size: 1 },
];

export function suitesIn(root) {
  return readdirSync(join(root, 'test'), { recursive: true })
    .map((name) => ['test', ...name.split(sep)].join('/'))
    .filter((name) => name.endsWith('.test.ts'))
    .sort();
}

/** Suites by the name of their group. Jest starts groups in the order of their names. */
export function grouped(suites) {
  return new Map(
    kinds.flatMap(({ name, size }, rank) => {
      const files = suites.filter((file) => kinds.findIndex(({ pattern }) => pattern.test(file)) === rank);
      const count = Math.ceil(files.length / size);
      const start = (part) => Math.round((part * files.length) / count);
      return Array.from({ length: count }, (_, part) => [
        `${rank + 1}-${name}-${part + 1}`,
        files.slice(start(part), start(part + 1)),
      ]);
    }),
  );
}

/** The text of the file that jest runs, in a folder of the root. */
export function groupFile(suites) {
  const lines = suites.map((suite) => {
    const name = JSON.stringify(suite);
    const declared = `nothingLeftOpen(${name}, () => require(${JSON.stringify(`../${suite}`)}))`;
    return `describe(${name}, () => measured(${name}, () => ${declared}));`;
  });
  const head = [
    `const { nothingLeftOpen } = require(${JSON.stringify(check)});`,
    `const { measured } = require(${JSON.stringify(costs)});`,
  ];
  return [...head, ...lines, ''].join('\n');
}

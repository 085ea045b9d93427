import type { Problem } from '../spec/problem';
import { formatProblem } from '../spec/problem';
import type { Shape } from '../spec/shape';
import { checkShape } from '../spec/shape';
import { SourceFile } from '../spec/source-file';
import type { Surface } from './surface';
import { modelOf, ownerOf } from './surface';
import { sections, surfaceShape } from './surface-shape';

/** The last released surface, committed at the project root. */
export const lockFileName = 'api-docs.lock.json';

/** The lock file cannot be read; without it the released surface is unknown. */
export class LockError extends Error {
  constructor(path: string, problems: readonly Problem[]) {
    const shown = problems.slice(0, maxShown).map((problem) => `  ${formatProblem(problem)}`);
    const more = problems.length > maxShown ? [`  and ${problems.length - maxShown} more`] : [];
    super([`${path} is damaged:`, ...shown, ...more, 'restore it from version control'].join('\n'));
  }
}

// A file that is damaged in one place is often damaged in all; the first few lines tell the story.
const maxShown = 5;

/** One line per entry, so that a review of the lock file reads as the list of what a release changed. */
export function formatSurface(surface: Surface): string {
  const lists = sections.flatMap((name) => {
    const lines = surface[name]?.map((entry) => `    ${inline(entry)}`);
    return lines === undefined
      ? []
      : `  ${JSON.stringify(name)}: [${lines.length > 0 ? `\n${lines.join(',\n')}\n  ` : ''}]`;
  });
  return `{\n${[`  "version": ${JSON.stringify(surface.version)}`, ...lists].join(',\n')}\n}\n`;
}

/** The surface a text holds. Throws a LockError that names every line which cannot be one of ours. */
export function parseSurface(text: string, path: string = lockFileName): Surface {
  const file = new SourceFile({ path, text });
  const problems = file.syntaxProblems.length > 0 ? file.syntaxProblems : shapeProblems(file, surfaceShape);
  if (problems.length > 0) throw new LockError(path, problems);
  const surface = file.value as Surface;
  const inconsistent = [
    ...orderProblems(surface, file),
    ...ownerProblems(surface, file),
    ...rangeProblems(surface, file),
  ];
  if (inconsistent.length > 0) throw new LockError(path, inconsistent);
  return surface;
}

function shapeProblems(file: SourceFile, shape: Shape): Problem[] {
  // An empty file has no syntax errors that the parser would report, and no value either.
  if (file.value === undefined) return [file.problem([], 'the file is empty', 'it holds the last released surface')];
  return checkShape(file.value, shape, { file, path: [] });
}

/** Ids rise: a line that came in twice, as after a careless merge, shows here. */
function orderProblems(surface: Surface, file: SourceFile): Problem[] {
  return sections.flatMap((name) =>
    (surface[name] ?? []).flatMap(({ id }, index, entries) => {
      const before = entries[index - 1]?.id;
      if (before === undefined || before < id) return [];
      const message = before === id ? `'${id}' is listed twice` : `'${id}' is listed after '${before}'`;
      return [file.problem([name, index], message, 'list every entry once, sorted by id')];
    }),
  );
}

interface Ownership {
  readonly of: 'operations' | 'parameters' | 'properties';
  readonly by: 'resources' | 'operations' | 'models';
  readonly ownerOf: (id: string) => string;
}

const ownerships: readonly Ownership[] = [
  { of: 'operations', by: 'resources', ownerOf },
  { of: 'parameters', by: 'operations', ownerOf },
  { of: 'properties', by: 'models', ownerOf: modelOf },
];

/** No entry without what holds it: a line that was lost shows here. */
function ownerProblems(surface: Surface, file: SourceFile): Problem[] {
  return ownerships.flatMap((ownership) => {
    const known = new Set(surface[ownership.by].map(({ id }) => id));
    return surface[ownership.of].flatMap(({ id }, index) => {
      const owner = ownership.ownerOf(id);
      if (known.has(owner)) return [];
      return [file.problem([ownership.of, index], `'${id}' without '${owner}'`, `list it under ${ownership.by}`)];
    });
  });
}

function rangeProblems({ parameters }: Surface, file: SourceFile): Problem[] {
  return parameters.flatMap((parameter, index) =>
    (['minimum', 'maximum'] as const)
      .filter((key) => parameter[key] !== undefined && typeof parameter[key] !== 'number')
      .map((key) => file.problem(['parameters', index, key], `a ${key} that is not a number`, 'write a number')),
  );
}

/** JSON on one line, with blanks where a reader's eye wants them. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${inline(member)}`);
  return `{ ${members.join(', ')} }`;
}

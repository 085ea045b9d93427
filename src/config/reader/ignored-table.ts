import { relative } from 'node:path';
import type { Ignored } from './ignored';
import { repeatedOnce } from './ignored';

const titles: readonly string[] = ['file', 'line', 'what', 'why'];

/** Beyond this a text is cut, so that a row stays a row. */
const widestCell = 60;

/** A row for everything that is ignored: file, the first line, what it is, and why. Files of the folder are shown by name. */
export function ignoredTable(ignored: readonly Ignored[], folder: string): readonly string[] {
  const rows = repeatedOnce(ignored).map(({ file, line, what, why }) => [
    nameIn(folder, file),
    String(line ?? ''),
    cut(what),
    why,
  ]);
  const widths = titles.map((_, column) => Math.max(...[titles, ...rows].map((row) => row[column]?.length ?? 0)));
  return [titles, ...rows].map((row) => {
    const cells = row.map((cell, column) =>
      align(cell, { width: widths[column] ?? 0, isNumber: titles[column] === 'line' }),
    );
    return `  ${cells.join('  ')}`.trimEnd();
  });
}

function nameIn(folder: string, file: string): string {
  const name = relative(folder, file);
  return name.startsWith('..') ? file : name;
}

function align(cell: string, { width, isNumber }: { readonly width: number; readonly isNumber: boolean }): string {
  return isNumber ? cell.padStart(width) : cell.padEnd(width);
}

function cut(text: string): string {
  return text.length <= widestCell ? text : `${text.slice(0, widestCell - 1)}…`;
}

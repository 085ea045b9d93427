import { wrap } from '../emit/typescript';
import type { Change } from './change';
import type { ReleaseCheck } from './rules';
import type { Surface } from './surface';

/** Columns of a line that has to be read as running text. */
const width = 110;

const titles: Readonly<Record<Change['kind'], string>> = { added: 'Added', changed: 'Changed', removed: 'Removed' };

/** The difference of two surfaces as a page of text: what changed, which version that takes, and what is missing. */
export function formatReport(before: Surface, after: Surface, { changes, demanded, problems }: ReleaseCheck): string {
  const groups = (['added', 'changed', 'removed'] as const).flatMap((kind) => groupLines(kind, changes));
  return [
    `Interface ${before.version} -> ${after.version}`,
    '',
    ...groups,
    countLine(changes),
    `The rules demand version ${demanded}; the spec says ${after.version}.`,
    ...problemLines(problems),
    '',
  ].join('\n');
}

function groupLines(kind: Change['kind'], changes: readonly Change[]): string[] {
  const members = changes.filter((change) => change.kind === kind);
  if (members.length === 0) return [];
  const widths = { what: longest(members.map(({ what }) => what)), id: longest(members.map(({ id }) => id)) };
  const lines = members.map(({ what, id, detail, impact }) => {
    const mark = impact === 'breaking' ? '!' : ' ';
    return `  ${mark} ${what.padEnd(widths.what)}  ${id.padEnd(widths.id)}  ${detail}`;
  });
  return [`${titles[kind]} (${members.length})`, ...lines, ''];
}

function countLine(changes: readonly Change[]): string {
  if (changes.length === 0) return 'Nothing that clients can see has changed.';
  const breaking = changes.filter(({ impact }) => impact === 'breaking').length;
  const total = changes.length === 1 ? '1 change' : `${changes.length} changes`;
  return `${total}: ${breaking} breaking${breaking > 0 ? ' (marked !)' : ''}, ${changes.length - breaking} compatible.`;
}

function problemLines(problems: readonly string[]): string[] {
  if (problems.length === 0) return ['Nothing is missing.'];
  return ['', `Missing (${problems.length})`, ...problems.flatMap(bullet)];
}

function bullet(text: string): string[] {
  return wrap(text, width - 4).map((line, index) => `${index === 0 ? '  - ' : '    '}${line}`);
}

/** Columns line up, but one giant id must not push all others off the screen. */
function longest(texts: readonly string[]): number {
  return Math.min(48, Math.max(...texts.map(({ length }) => length)));
}

import { isAbsolute, relative } from 'node:path';
import type { Position } from '../../config/reader/problem';
import { formatPlace } from '../../config/reader/problem';
import { closest } from '../../shared/text/closest';
import type { Context, Extension, Hint } from './dialplan';
import { ExtensionIndex } from './extension-index';
import type { Named } from './extension-index';

/** The columns: whose line it is, where it stands there, what it says. */
interface Row {
  readonly cells: readonly [string, string, string];
  readonly at: Position;
}

/** A longer cell pushes the rest of its own line to the right, not that of all others. */
const widest = 48;

/**
 * Contexts for people to read: extensions in the order in which they are tried, then includes, hints and ignored
 * patterns, each with the line it comes from. Paths are shown as seen from the folder.
 */
export function showDialplan(contexts: readonly Context[], folder: string): string {
  const extensions = contexts.flatMap((context) => context.extensions);
  const steps = extensions.reduce((sum, extension) => sum + extension.steps.size, 0);
  const total = [counted(contexts.length, 'context'), counted(extensions.length, 'extension'), counted(steps, 'step')];
  return [...contexts.map((context) => showContext(context, folder)), total.join(', ')].join('\n\n');
}

/** The message for an unknown context. */
export function noSuchContext(wanted: string, contexts: readonly Context[]): string {
  const names = contexts.map(({ name }) => name);
  const near = closest(wanted, names);
  const there = names.length === 0 ? 'the dialplan is empty' : `there are: ${names.join(', ')}`;
  return `there is no context '${wanted}'; ${near === undefined ? there : `did you mean '${near}'?`}`;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

function showContext(context: Context, folder: string): string {
  const rows: readonly Row[] = [
    ...new ExtensionIndex(context.extensions).all.flatMap(stepRows),
    ...context.includes.map((at): Row => ({ cells: ['include =>', at.context, at.timing?.text ?? ''], at })),
    ...new ExtensionIndex(context.hints).all.map(hintRow),
    ...context.ignoredPatterns.map((at): Row => ({ cells: ['ignorepat =>', at.pattern.text, ''], at })),
  ];
  const widths = [0, 1, 2].map((column) => widthOf(rows.map(({ cells }) => cells[column] ?? '')));
  const lines = rows.map(({ cells, at }) => {
    const padded = cells.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return `  ${padded.join('  ')}  ${placeFrom(folder, at)}`;
  });
  return [`[${context.name}]  ${placeFrom(folder, context)}`, ...lines].join('\n');
}

function widthOf(cells: readonly string[]): number {
  return cells.reduce((width, { length }) => (length > widest ? width : Math.max(width, length)), 0);
}

/** The name stands in front of the first step only. */
function stepRows(extension: Extension): Row[] {
  const steps = [...extension.steps.values()];
  const digits = String(steps.at(-1)?.priority ?? '').length;
  return steps.map((at, index) => {
    const label = at.label === undefined ? '' : ` (${at.label})`;
    const name = index === 0 ? nameOf(extension.name, extension) : '';
    return { cells: [name, `${String(at.priority).padStart(digits)}${label}`, `${at.application}(${at.data})`], at };
  });
}

function hintRow(at: Hint): Row {
  const presence = at.presence === undefined ? '' : `,${at.presence}`;
  return { cells: ['hint =>', nameOf(at.extension, at), `${at.devices.join('&')}${presence}`], at };
}

function nameOf(name: string, { caller }: Named): string {
  return caller === undefined ? name : `${name}/${caller.text}`;
}

function placeFrom(folder: string, { file, line }: Position): string {
  const short = relative(folder, file);
  return formatPlace({ file: short.startsWith('..') || isAbsolute(short) ? file : short, line });
}

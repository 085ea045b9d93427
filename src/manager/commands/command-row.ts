import type { ManagerClass } from '../../config/files/interfaces/manager-classes';
import type { ManagerServices } from '../manager-services';

/** The lines that a command prints. */
export type Output = readonly string[] | Promise<readonly string[]>;

/** A command of the terminal, which the action Command runs too. */
export interface CommandRow {
  /** `core show channels` */
  readonly words: string;
  /** What stands behind the words: `[<context>]`. */
  readonly usage: string;
  readonly description: string;
  /** Over the manager interface, a user needs one of them besides `command`. */
  readonly classes: readonly ManagerClass[];
  readonly run: (args: readonly string[], services: ManagerServices) => Output;
}

/** Columns, padded to the widest entry of each. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

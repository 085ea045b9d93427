import { headerBit, headerKey } from './header-names';
import type { Scanner } from '../grammar/scanner';

/**
 * How often a header field may stand in a message: once; in several lines; or in several lines with several values
 * each, separated by commas.
 */
export type Repetition = 'once' | 'lines' | 'list';

/** How the values of one header field are read and written. */
export interface HeaderType<Value> {
  /** As the specification spells it. */
  readonly name: string;
  readonly key: string;
  readonly bit: number;
  readonly repetition: Repetition;
  /** Takes one value and stops at the comma behind it or at the end. */
  readonly read: (scanner: Scanner) => Value;
  readonly write: (value: Value) => string;
}

export function headerType<Value>(
  name: string,
  repetition: Repetition,
  form: Pick<HeaderType<Value>, 'read' | 'write'>,
): HeaderType<Value> {
  const key = headerKey(name);
  return { name, key, bit: headerBit(key), repetition, ...form };
}

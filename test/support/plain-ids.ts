import type { LegId } from '../../src/shared/ids';

/** The same with ids as plain texts, as tests write them. */
export type Plain<Value> = Value extends LegId
  ? string
  : Value extends Uint8Array
    ? Value
    : Value extends object
      ? { readonly [Key in keyof Value]: Plain<Value[Key]> }
      : Value;

import type { Difference } from '../compare/difference';
import type { Exchange } from '../compare/exchange';
import type { ObjectKey } from '../compare/objects';
import type { Transcript } from './transcript';

/** A difference that we want, wherever it shows: it is described by what it is, never by where it was met. */
export interface KnownDifference {
  readonly name: string;
  /** The row of the table of decisions that settles it, or our own reason. */
  readonly why: { readonly row: number } | string;
  /** Recordings of the project that show it. One that shows it no longer has to leave the list. */
  readonly seenIn: readonly string[];
  readonly explains: (difference: Difference, transcript: Transcript) => boolean;
  /** A different body of an answer means that the object is another one from now on; a different status always does. */
  readonly hasConsequences?: true;
  /** What a request changes only here, or only there, although it is answered alike. */
  readonly foresees?: (exchange: Exchange) => readonly ObjectKey[];
}

import type { LocalFormat } from './local-audio';
import type { PayloadFormat } from './payload-formats';
import type { MediaDescription } from './session-description';

/** What both sides of a stream may send and receive. */
export interface AgreedFormats {
  /** What we may send, under the numbers that the far end expects; the first one is to be used. */
  readonly sendFormats: readonly PayloadFormat[];
  /** What may arrive, under our numbers. */
  readonly receiveFormats: readonly PayloadFormat[];
  /** Telephone events with the clock of the first format; absent when they were not agreed on. */
  readonly sendEvents: PayloadFormat | undefined;
  readonly receiveEvents: readonly PayloadFormat[];
}

/** Formats as a media section names and explains them. */
export type WrittenFormats = Pick<MediaDescription, 'formats' | 'attributes'>;

/** What follows from a list of formats. */
interface Findings {
  written: WrittenFormats | undefined;
  /** What we answer to it, by the formats that we can use ourselves: with telephone events, and without. */
  readonly answers: Map<readonly LocalFormat[], readonly PayloadFormat[]>;
  readonly answersWithoutEvents: Map<readonly LocalFormat[], readonly PayloadFormat[]>;
  /** What it leads to as that of the far end, by our list: if we have answered, and if the far end has. */
  readonly agreedByUs: Map<readonly PayloadFormat[], AgreedFormats>;
  readonly agreedByThem: Map<readonly PayloadFormat[], AgreedFormats>;
}

/** Phones of one kind say the same in every call: for such lists everything is found out once. They must not change. */
const findings = new WeakMap<readonly PayloadFormat[], Findings>();

/** Many calls will have this very list. */
export function shareFormats(formats: readonly PayloadFormat[]): void {
  findings.set(formats, {
    written: undefined,
    answers: new Map(),
    answersWithoutEvents: new Map(),
    agreedByUs: new Map(),
    agreedByThem: new Map(),
  });
}

/** What is known of a list that calls share; undefined for that of a single call. */
export function findingsOf(formats: readonly PayloadFormat[]): Findings | undefined {
  return findings.get(formats);
}

import type { Json, JsonObject } from '../recording/trace';

export type DifferenceKind =
  | 'status'
  | 'header'
  | 'body'
  | 'event field'
  | 'missing event'
  | 'extra event'
  | 'moment'
  | 'order'
  | 'device states'
  | 'missing message'
  | 'extra message'
  | 'message field'
  | 'socket'
  | 'contract'
  | 'unsupported';

/** One thing that our server does otherwise than the recording shows. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** `request 4`, or the socket and the object: `main channel:c1`. */
  readonly subject: string;
  /** What it is about, for a reader: `POST /ari/channels/c1`, `StasisStart`. */
  readonly title: string;
  /** Where in the answer or event; may be empty. */
  readonly path: string;
  readonly expected: Json | undefined;
  readonly got: Json | undefined;
  /** The request that it is about. */
  readonly exchange?: string;
  /** The event that it is about: the recorded one if there is one, else ours. */
  readonly event?: JsonObject;
  /** The socket on which the event came, or should have come. */
  readonly ws?: string;
  /** After which of our actions the event came, or should have come. */
  readonly window?: number;
}

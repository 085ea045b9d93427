import type { Party } from './party';

/**
 * What passes along a line, in either direction: from the server to the far end when a channel indicates something,
 * from the far end to the server when it does.
 */
export type LineSignal =
  | { readonly type: 'ringing' | 'progress' | 'proceeding' | 'answer' | 'busy' | 'congestion' | 'quiet' | 'flash' }
  | HoldSignal
  | { readonly type: 'digit'; readonly digit: string; readonly milliseconds: number }
  | TextSignal
  | { readonly type: 'connected-line'; readonly party: Party };

/** Said in writing. Only technologies that carry such texts look at what stands behind the text. */
export interface TextSignal {
  readonly type: 'text';
  readonly text: string;
  /** `text/plain` when it is not given. */
  readonly contentType?: string;
  readonly fromName?: string;
  readonly toName?: string;
}

export type HoldSignal =
  { readonly type: 'unhold' } | { readonly type: 'hold'; readonly musicClass: string | undefined };

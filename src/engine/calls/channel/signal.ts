import type { Ending } from './ending';
import type { Party } from './party';
import type { Redirecting } from './redirecting';

/**
 * What passes along a line, in either direction: from the server to the far end when a channel indicates something,
 * from the far end to the server when it does.
 */
export type ChannelSignal =
  /** `progress`: audio may be heard before the answer. */
  | {
      readonly type:
        | 'ringing'
        | 'progress'
        | 'proceeding'
        | 'answer'
        | 'busy'
        | 'congestion'
        | 'stop-ringing'
        | 'flash';
    }
  | HoldSignal
  | { readonly type: 'digit'; readonly digit: string; readonly milliseconds: number }
  | TextSignal
  /** Who is at the end that it comes from. */
  | { readonly type: 'connected-line'; readonly party: Party }
  /** The call was sent elsewhere before it got here. */
  | { readonly type: 'redirecting'; readonly redirecting: Redirecting }
  | RedirectSignal;

/** What a caller is told of its call. */
export type Indication = 'ringing' | 'busy' | 'congestion' | 'answer';

/** Only from the far end of a call that has not been answered: it wants another one to be called instead. */
export interface RedirectSignal {
  readonly type: 'redirect';
  /** `<technology>/<resource>`, or an extension in the context of the channel. */
  readonly forward: string;
  /** What the channel ends with when the call is not sent there. */
  readonly ending: Ending;
}

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
  | { readonly type: 'unhold' }
  | { readonly type: 'hold'; readonly musicClass: string | undefined };

import type { AudioForm, MediaTarget } from '../../media/protocol';
import type { MediaSubject } from './playback-snapshot';

export type OpenedPlace =
  /** `through`: the format of the announcer or recorder; undefined: that of the members. */
  | { readonly outcome: 'open'; readonly target: MediaTarget; readonly viaCodec?: AudioForm }
  /** Nothing can be heard or recorded there now. */
  | { readonly outcome: 'closed'; readonly reason: string };

/** Where something is to be played or recorded. It is created in the media thread when it is opened, and not before. */
export interface MediaPlace {
  readonly subject: MediaSubject;
  readonly open: () => OpenedPlace;
}

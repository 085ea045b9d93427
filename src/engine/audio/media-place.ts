import type { AudioForm, MediaTarget } from '../../media/protocol';
import type { MediaSubject } from './playback-snapshot';

export type OpenedPlace =
  /** `through`: the form of whoever announces or records there; left out: that of who is there. */
  | { readonly outcome: 'open'; readonly target: MediaTarget; readonly through?: AudioForm }
  /** Nothing can be heard or recorded there now. */
  | { readonly outcome: 'closed'; readonly reason: string };

/** Where something is to be played or recorded. The audio side hears of it when it is opened, and not before. */
export interface MediaPlace {
  readonly subject: MediaSubject;
  readonly open: () => OpenedPlace;
}

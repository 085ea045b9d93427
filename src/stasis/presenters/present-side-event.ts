import type { SideEvent } from '../../engine/engine-event';
import type { Presenters } from './presented';
import { internal } from './presented';

const ofManager = 'readers of the manager interface receive it';

/** What happens beside calls. */
export const sidePresenters = {
  'local-channels-linked': internal(ofManager),
  'channel-account-changed': internal(ofManager),
  'music-started': internal(ofManager),
  'music-stopped': internal(ofManager),
  'call-picked-up': internal(ofManager),
  'spying-started': internal(ofManager),
  'spying-stopped': internal(ofManager),
  'registration-changed': internal(ofManager),
  'application-user-event': internal('the application that it is for has received it already'),
} satisfies Presenters<SideEvent>;

import { Once } from '../once';
import type { ApplicationDeps, Applications } from './application-deps';

/** Audio that other programs take over by a connection of their own. There is none yet, and plans go on without. */
export function audioSocketApplications({ log }: ApplicationDeps): Applications {
  const complaints = new Once();
  return {
    AudioSocket: ({ id: channel }) => {
      if (complaints.isFirst('')) log.warn({ channel }, 'AudioSocket does nothing: this server connects to none');
    },
  };
}

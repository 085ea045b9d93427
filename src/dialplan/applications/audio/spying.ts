import { answer } from '../../../engine/calls/dialing/answer';
import type { Channel } from '../../../engine/calls/channel/channel';
import type { ApplicationRun, DialplanApplication } from '../../../engine/calls/channel/dialplan-port';
import { splitArguments } from '../../expressions/split-arguments';
import type { Applications } from '../application-deps';
import type { SpyDeps } from './spy-session';
import { SpySession } from './spy-session';
import { readSpyOptions } from './spy-options';

/** Listening in on other calls. */
export function spyingApplications(deps: SpyDeps): Applications {
  const spy =
    (matcher: (written: string, channel: Channel) => (other: Channel) => boolean): DialplanApplication =>
    async (channel: Channel, data: string, run: ApplicationRun) => {
      const [written = '', letters = ''] = splitArguments(data, { limit: 2, isRaw: true }).map((part) => part.trim());
      answer(channel);
      const options = readSpyOptions(letters);
      const matches = options.byUniqueId ? ({ id }: Channel) => id === written : matcher(written, channel);
      await new SpySession({ channel, options, matches, run }, deps).perform();
    };

  return {
    ChanSpy: spy(
      (prefix) =>
        ({ name }) =>
          name.toLowerCase().startsWith(prefix.toLowerCase()),
    ),
    ExtenSpy: spy((written, { position: { place } }) => {
      const [extension = '', context = place.context] = written.split('@');
      return (other) => other.position.place.extension === extension && other.position.place.context === context;
    }),
  };
}

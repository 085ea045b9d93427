import type { ApplicationEntry, ApplicationPort } from '../engine/calls/dialing/application-port';
import type { Applications } from './applications';
import type { Belongings } from './belongings';
import type { Sessions } from './sessions';

export interface CallApplicationsDeps {
  readonly applications: Pick<Applications, 'get' | 'obtain' | 'subscribeToOwn'>;
  readonly belongings: Pick<Belongings, 'giveChannel'>;
  readonly sessions: Pick<Sessions, 'missingModule' | 'run'>;
}

/** The applications of clients, as calls know them. */
export function callApplications({ applications, belongings, sessions }: CallApplicationsDeps): ApplicationPort {
  return {
    missingModule: () => sessions.missingModule,
    run: (channel, entry, { isStep }) => {
      const stasis = { name: 'Stasis', data: dataOf(entry) };
      if (isStep) channel.position.startApplication(stasis);
      else channel.position.showApplication(stasis);
      return sessions.run(channel, entry.name, argsOf(entry));
    },
    own: (application, channelIds, origin) => {
      for (const id of channelIds) belongings.giveChannel(id, application);
      applications.get(application)?.group?.place(channelIds, origin);
    },
    subscribe: (application, channelId) =>
      applications.subscribeToOwn(applications.obtain(application), 'channel', channelId),
  };
}

/** What an application of the dialplan would be given to send a channel there. */
function dataOf({ name, args }: ApplicationEntry): string {
  return args ? `${name},${args}` : name;
}

function argsOf({ args }: ApplicationEntry): readonly string[] {
  return args ? args.split(',') : [];
}

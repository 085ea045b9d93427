import { when } from '../../../shared/scheduling/when';
import type { ApplicationEntry, ApplicationPort } from '../dialing/application-port';
import type { MaybePromise, Calls } from '../dialing/calls';
import type { Channels } from '../channel/channels';
import type { ChannelRefusal, ChannelRequest, MadeChannel } from './channel-request';
import { madeChannel, readChannelRequest } from './channel-request';

export interface CreateRequest extends ChannelRequest {
  /** The application that the channel enters at once, in state Down. */
  readonly application: ApplicationEntry;
}

export type CreateOutcome = MadeChannel | ChannelRefusal;

export interface CreateDeps {
  readonly calls: Pick<Calls, 'create'>;
  readonly channels: Pick<Channels, 'find'>;
  readonly applications: ApplicationPort;
}

/** Makes a channel that is called out on later, if ever. */
export function createChannel(request: CreateRequest, deps: CreateDeps): MaybePromise<CreateOutcome> {
  const { applications } = deps;
  const read = readChannelRequest(request, deps.channels, { isOriginatorOptional: true });
  if (read.outcome !== 'read') return read;
  const module = applications.missingModule();
  if (module !== undefined) return { outcome: 'module-missing', module };
  const { application, socket } = request;
  const { originator } = read.channel;
  const made = deps.calls.create(
    {
      ...read.channel,
      beforeAnnounced: ({ id }) => applications.own(application.name, [id], { socket, like: originator?.id }),
    },
    {
      onMade: ({ id }) => {
        applications.subscribe(application.name, id);
        if (originator !== undefined) applications.subscribe(application.name, originator.id);
      },
      program: (channel) => applications.run(channel, application, { isStep: true }),
    },
  );
  return when(made, (result): CreateOutcome => (result.outcome === 'made' ? madeChannel(result.channel) : result));
}

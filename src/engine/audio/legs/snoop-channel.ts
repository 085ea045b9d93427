import type { ChannelId } from '../../../shared/ids';
import type { ApplicationEntry, ApplicationPort } from '../../calls/dialing/application-port';
import type { Channels } from '../../calls/channel/channels';
import type { TapDirection } from '../../calls/technology/technology-channel';
import type { MadeChannel } from '../../calls/use-cases/channel-request';
import { madeChannel, maxIdLength } from '../../calls/use-cases/channel-request';
import type { SnoopResult, Snoops } from './snoops';

/** A channel that listens in on another one, or speaks into it, in an application. */
export interface SnoopRequest {
  /** The channel that is listened to, by id or name. */
  readonly channel: string;
  readonly id: ChannelId | undefined;
  readonly spy: TapDirection;
  readonly whisper: TapDirection;
  readonly application: ApplicationEntry;
  /** The event socket on whose behalf it is made. */
  readonly socket?: string | undefined;
}

export type SnoopOutcome =
  | MadeChannel
  | Exclude<SnoopResult, { readonly outcome: 'made' }>
  /** `no-direction`: it would neither listen nor speak. */
  | { readonly outcome: 'no-direction' | 'id-too-long' | 'channel-unknown' }
  | { readonly outcome: 'module-missing'; readonly module: string };

export interface SnoopDeps {
  readonly channels: Pick<Channels, 'find'>;
  readonly applications: ApplicationPort;
  readonly snoops: Pick<Snoops, 'start'>;
}

export function snoopChannel(request: SnoopRequest, { channels, applications, snoops }: SnoopDeps): SnoopOutcome {
  const { id, spy, whisper, application } = request;
  if (spy === 'none' && whisper === 'none') return { outcome: 'no-direction' };
  if ((id?.length ?? 0) > maxIdLength) return { outcome: 'id-too-long' };
  const spied = channels.find(request.channel);
  if (spied === undefined) return { outcome: 'channel-unknown' };
  const module = applications.missingModule();
  if (module !== undefined) return { outcome: 'module-missing', module };
  const made = snoops.start({
    spied,
    id,
    spy,
    whisper,
    program: (channel) => applications.run(channel, application, { isStep: true }),
    beforeAnnounced: (channel) =>
      applications.own(application.name, [channel.id], { socket: request.socket, like: spied.id }),
  });
  return made.outcome === 'made' ? madeChannel(made.channel) : made;
}

import type { Operations } from '../../../generated/operations';
import type { ObjectGuard } from '../../engine/config-objects/config-object-guard';
import type { ConfigObjects } from '../../engine/config-objects/config-objects';
import type { SnoopOutcome, SnoopRequest } from '../../engine/audio/legs/snoop-channel';
import { snoopChannel } from '../../engine/audio/legs/snoop-channel';
import type { ClusterNodes } from '../../engine/cluster-nodes';
import type { CallStories } from '../../engine/call-story';
import type { RemoteChannels } from '../../engine/calls/use-cases/remote-channels';
import type { Signalling } from '../../engine/signalling';
import { applicationHandlers } from '../../handlers/applications';
import { bridgeHandlers } from '../../handlers/bridges/bridges';
import { channelHandlers } from '../../handlers/channels/channels';
import { clusterHandlers } from '../../handlers/cluster';
import { deviceStateHandlers } from '../../handlers/device-states';
import { endpointHandlers } from '../../handlers/endpoints';
import { textOf } from '../../handlers/assignments';
import type { AnnouncedEvent } from '../../handlers/events';
import { eventHandlers } from '../../handlers/events';
import { liveRecordingHandlers } from '../../handlers/live-recordings';
import { mailboxHandlers } from '../../handlers/mailboxes';
import { phoneHandlers } from '../../handlers/phones';
import { playbackHandlers } from '../../handlers/playbacks';
import { storedRecordingHandlers } from '../../handlers/recordings';
import { serverHandlers } from '../../handlers/administration/server';
import { soundHandlers } from '../../handlers/sounds';
import { subjectDirectory } from '../../handlers/subject-directory';
import type { LogChannels } from '../../logging/log-channels';
import type { ModuleControl } from '../../modules/module-registry';
import type { Applications } from '../../stasis/applications';
import type { Belongings } from '../../stasis/belongings';
import { callApplications } from '../../stasis/call-applications';
import type { RecordingOwners } from '../../stasis/recording-owners';
import type { CallServices } from './calls';
import type { Engine } from './engine';
import type { MediaServices } from './media-parts';
import type { Provisions } from '../module-contents/provisions';
import type { PhoneParts } from './phones';
import { useCasesOf } from './use-cases';
import type { Destinations } from '../../shared/network/destinations';

export interface OperationsDeps {
  readonly engine: Engine;
  readonly calls: CallServices;
  readonly provisions: Pick<Provisions, 'codecs'>;
  readonly media: MediaServices;
  readonly phones: Pick<PhoneParts, 'driver'>;
  readonly applications: Applications;
  readonly belongings: Belongings;
  readonly owners: RecordingOwners;
  readonly modules: ModuleControl;
  readonly logs: LogChannels;
  readonly objects: ConfigObjects;
  readonly destinations: Destinations;
  readonly guardAgainst: (user: string) => ObjectGuard;
  readonly signalling: Signalling;
  readonly stories: CallStories;
  readonly cluster: ClusterNodes;
  /** Channels of other nodes. */
  readonly remote: RemoteChannels;
}

/** The handlers of every resource: one that is missing does not compile. */
export function makeOperations({
  engine,
  calls,
  provisions,
  media,
  phones,
  applications,
  belongings,
  owners,
  modules,
  logs,
  objects,
  guardAgainst,
  destinations,
  signalling,
  stories,
  cluster,
  remote,
}: OperationsDeps): Operations {
  const useCases = useCasesOf({ calls, applications, belongings, objects, destinations });
  const subjects = subjectDirectory({ ...calls, endpoints: engine.endpoints });
  const entries = callApplications({ applications, belongings, sessions: calls.sessions });
  const snoop = (request: SnoopRequest): SnoopOutcome =>
    snoopChannel(request, { ...calls, applications: entries, snoops: media.snoops });
  return {
    applications: applicationHandlers({ applications, subjects }),
    bridges: bridgeHandlers({ ...calls, ...provisions, belongings, media, remote }),
    channels: channelHandlers({ ...calls, media, useCases, snoop, signalling, stories }),
    cluster: clusterHandlers(cluster),
    deviceStates: deviceStateHandlers(engine.devices),
    endpoints: endpointHandlers(engine),
    events: eventHandlers({
      applications,
      subjects,
      broadcasts: calls.broadcasts,
      announce: (event) => announceUserEvent(event, { engine, calls }),
    }),
    mailboxes: mailboxHandlers(engine.mailboxes),
    phones: phoneHandlers(phones.driver),
    playbacks: playbackHandlers(media.playbacks),
    recordings: { ...storedRecordingHandlers({ ...media, owners }), ...liveRecordingHandlers(media.recordings) },
    server: serverHandlers({
      info: engine.info,
      variables: engine.variables,
      functions: calls.variables,
      modules,
      logs,
      objects,
      guardAgainst,
      signalling,
    }),
    sounds: soundHandlers(engine.sounds),
  };
}

/** An event of an application about a channel, as the rest of the server hears of it. */
function announceUserEvent(
  { channelId, name, fields }: AnnouncedEvent,
  { engine, calls }: Pick<OperationsDeps, 'engine' | 'calls'>,
): void {
  const channel = calls.channels.find(channelId)?.snapshot();
  if (channel === undefined) return;
  const texts = Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, textOf(value)]));
  engine.events.emit({ type: 'application-user-event', at: engine.info.ping().at, channel, name, fields: texts });
}

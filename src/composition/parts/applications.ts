import type { EngineEventSource } from '../../engine/engine-event';
import type { RemoteChannels } from '../../engine/calls/use-cases/remote-channels';
import type { KeyValueStore } from '../../engine/key-value-store';
import type { Messaging } from '../../engine/messaging';
import type { MediaSubject } from '../../engine/audio/playback-snapshot';
import { observeEngine, SentEvent } from '../../observe/observe-events';
import type { Tap } from '../../observe/tap';
import type { Clock } from '../../shared/time/clock';
import type { Logger } from '../../shared/logger';
import type { JournalLimits } from '../../stasis/journal';
import type { ApplicationsOptions } from '../../stasis/applications';
import { Applications } from '../../stasis/applications';
import { Belongings } from '../../stasis/belongings';
import { linkEngine } from '../../stasis/engine-link';
import { EventSerializer } from '../../stasis/serialized-event';
import { RecordingOwners } from '../../stasis/recording-owners';
import type { CallServices } from './calls';
import type { MediaServices } from './media-parts';

export interface ApplicationServicesDeps {
  readonly entityId: string;
  readonly journal: JournalLimits;
  readonly events: EngineEventSource;
  readonly messaging: Messaging;
  readonly database: KeyValueStore;
  /** Created later: applications receive events of calls, and calls enter applications. */
  readonly calls: () => Pick<CallServices, 'sessions' | 'bridges' | 'channels'>;
  /** Channels of other nodes. */
  readonly remote: Pick<RemoteChannels, 'applicationWith'>;
  readonly media: () => Pick<MediaServices, 'recordings'>;
  readonly tap: Tap;
  readonly clock: Clock;
  readonly log: Logger;
  readonly closers: (() => unknown)[];
  readonly adoption: { readonly isActive: boolean };
  readonly hooks?:
    | Pick<ApplicationsOptions, 'onHeld' | 'onReleased' | 'onSocketLost' | 'onFollowed' | 'replayOf'>
    | undefined;
}

/** The applications, what belongs to them, and their link to what happens in the engine. */
export interface ApplicationServices {
  readonly applications: Applications;
  readonly belongings: Belongings;
  readonly owners: RecordingOwners;
}

export function makeApplications(deps: ApplicationServicesDeps): ApplicationServices {
  const { entityId, journal, events, messaging, database, calls, media, tap, clock, log, closers, adoption } = deps;
  const notices = new EventSerializer(entityId);
  const applications: Applications = new Applications({
    clock,
    notices,
    journal,
    calls: {
      channelsIn: (name) => calls().sessions.channelsIn(name),
      stateOf: (id) => {
        const channel = calls().channels.find(id);
        return channel && { channel: channel.snapshot(), bridge: calls().bridges.of(channel)?.id };
      },
    },
    ...deps.hooks,
    onSent: (name, at, head) => {
      if (tap.isOpen) tap.tell(new SentEvent({ at, head, application: name }));
    },
  });
  tap.addSource(
    observeEngine(events, (subjects) => [...(applications.audienceOf(subjects) ?? [])].map(({ name }) => name)),
  );
  const belongings = new Belongings({
    applicationWith: (id) => calls().sessions.applicationWith(id) ?? deps.remote.applicationWith(id),
    bridges: () => calls().bridges,
  });
  const ownersOf = (target: MediaSubject): readonly string[] => belongings.ownersOf(target);
  const owners = new RecordingOwners({ store: database, ownersOf, log });
  const recordingsOf = (target: MediaSubject): readonly string[] => media().recordings.namesOf(target);
  closers.push(linkEngine({ events, messaging, applications, notices, recordingsOf, belongings, owners, adoption }));
  return { applications, belongings, owners };
}

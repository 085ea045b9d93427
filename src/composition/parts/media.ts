import { playbackId } from '../../shared/ids';
import type { Bridges } from '../../engine/calls/bridge/bridges';
import type { EngineEventHub } from '../../engine/engine-event';
import { Backgrounds } from '../../engine/audio/playing/backgrounds';
import { Detection } from '../../engine/audio/legs/detection';
import type { RecordingStore } from '../../engine/audio/recording/live-recordings';
import { LiveRecordings } from '../../engine/audio/recording/live-recordings';
import { MediaLegs } from '../../engine/audio/legs/media-legs';
import { MediaPlaces } from '../../engine/audio/media-places';
import type { MediaUses } from '../../engine/audio/media-uses';
import { Playbacks } from '../../engine/audio/playing/playbacks';
import { Plays } from '../../engine/audio/playing/plays';
import { Records } from '../../engine/audio/recording/records';
import type { MusicFinder, SourceFinder } from '../../engine/audio/sources/source-finder';
import type { MediaDesk } from '../../handlers/channels/channel-media';
import type {
  MediaHealth,
  MediaLink,
  MediaStatistics,
  NoticeHandlers,
  PlayNotice,
  RecordNotice,
  ServiceNotice,
} from '../../media/protocol';
import type { LegId } from '../../shared/ids';
import type { Logger } from '../../shared/logger';
import type { Soon } from '../../shared/scheduling/soon';

export interface MediaCoreDeps {
  /** Makes ids of objects. */
  readonly uuid: () => string;
  /** Closed together with the media services. */
  readonly link: MediaLink;
  readonly events: EngineEventHub;
  readonly bridges: Bridges;
  readonly sources: SourceFinder;
  readonly music: MusicFinder;
  readonly store: RecordingStore;
  /** Whether recordings can be written with this ending. */
  readonly isWritable: (format: string) => boolean;
  readonly defaultLanguage: string;
  /** Makes ids of legs from what they are for; numbered unless told. */
  readonly nextLegId?: ((stem: string) => LegId) | undefined;
  /** The mean level of audio from which on it counts as talking, as it is configured now. */
  readonly talkingLevel: () => number;
  readonly uses: MediaUses;
  readonly now: () => number;
  readonly soon: Soon;
  readonly log: Logger;
}

/** Everything that is heard and recorded, as far as this side decides it. */
export interface MediaCore extends MediaDesk {
  readonly legs: MediaLegs;
  /** For other users of playback and recording: the dialplan. */
  readonly plays: Plays;
  readonly records: Records;
  readonly detection: Detection;
  /** The latest statistics of the media thread, sent once a second; a new thread counts from 0 again. */
  readonly statistics: () => MediaStatistics | undefined;
  readonly health: () => MediaHealth;
  /** Ends all playbacks and recordings, and the media thread. Idempotent. */
  readonly close: () => Promise<void>;
}

export function makeMediaCore(deps: MediaCoreDeps): MediaCore {
  const { link, events, bridges, log } = deps;
  const legs = new MediaLegs({ send: link.send, bridges, events, nextLegId: deps.nextLegId });
  const plays = new Plays(link);
  const records = new Records(link, deps.talkingLevel);
  const backgrounds = new Backgrounds({ ...deps, legs, plays });
  const places = new MediaPlaces({ legs, backgrounds, bridges });
  const playbacks = new Playbacks({ ...deps, places, plays, nextId: () => playbackId(deps.uuid()) });
  const recordings = new LiveRecordings({ ...deps, records, findBeep: () => findBeep(deps) });
  const parts = { legs, plays, records };
  let statistics: MediaStatistics | undefined;
  const subscriptions = [
    link.on({
      ...playAndRecordNotices(parts),
      ...({
        statistics: (notice) => void (statistics = notice.statistics),
        'program-ended': ({ program, reason }) =>
          log.warn({ musicClass: program, reason }, 'the program of a music class has ended'),
      } satisfies NoticeHandlers<ServiceNotice>),
      'leg-broken': ({ leg, reason, stack }) =>
        log.error({ error: stack ?? reason, leg }, 'handling the audio of a call failed'),
    }),
    link.onLost((reason, stack) => lose({ reason, stack }, parts, log)),
    events.on('media', 'bridge-destroyed', ({ bridge: { id } }) => {
      backgrounds.giveWay({ kind: 'bridge', id });
      playbacks.endIn({ id });
    }),
    events.on('media', 'recording-failed', ({ recording: { name, cause } }) =>
      log.warn({ recording: name, reason: cause }, 'a recording has failed'),
    ),
  ];
  const detection = new Detection({ link, legs, events, now: deps.now, uses: deps.uses });
  const close = async (): Promise<void> => {
    for (const unsubscribe of subscriptions.splice(1)) unsubscribe();
    detection.close();
    recordings.close();
    legs.close();
    await link.close();
    for (const unsubscribe of subscriptions.splice(0)) unsubscribe();
    plays.lost(closing);
    records.lost(closing);
  };
  return {
    legs,
    plays,
    records,
    detection,
    backgrounds,
    places,
    playbacks,
    recordings,
    statistics: () => statistics,
    health: link.health,
    close,
  };
}

const closing = 'the server is closing';

interface Parts {
  readonly legs: MediaLegs;
  readonly plays: Plays;
  readonly records: Records;
}

function playAndRecordNotices({ plays, records }: Parts): NoticeHandlers<PlayNotice | RecordNotice> {
  return {
    // A playback counts as heard from the moment of the request.
    'play-started': () => undefined,
    'play-ended': (notice) => plays.ended(notice),
    'record-started': (notice) => records.started(notice),
    'record-grew': (notice) => records.grew(notice),
    'record-ended': (notice) => records.ended(notice),
  };
}

/** Calls continue: their legs are restored, and their playbacks and recordings have failed. */
function lose(
  { reason, stack }: { readonly reason: string; readonly stack: string | undefined },
  { legs, plays, records }: Parts,
  log: Logger,
): void {
  log.error({ reason, stack }, 'the media thread was lost with all playbacks and recordings');
  legs.rebuild();
  plays.lost(reason);
  records.lost(reason);
}

async function findBeep({ sources, defaultLanguage, log }: MediaCoreDeps): Promise<string | undefined> {
  const found = await sources.find('sound:beep', { language: defaultLanguage, zone: '', rate: 8000 });
  if (found.outcome === 'found' && found.source.kind === 'files') return found.source.files[0];
  log.warn({}, 'sound:beep not found: recordings start without it');
  return undefined;
}

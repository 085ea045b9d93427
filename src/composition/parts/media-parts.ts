import { join } from 'node:path';
import type { AnsweringMachineConfig, ServerConfig } from '../../config/server-config';
import type { Bridges } from '../../engine/calls/bridge/bridges';
import type { Admission } from '../../engine/calls/technology/admission';
import type { Calls } from '../../engine/calls/dialing/calls';
import type { Channels } from '../../engine/calls/channel/channels';
import type { EngineEventHub } from '../../engine/engine-event';
import type { ChannelSound } from '../../engine/audio/channel-sound';
import { ChannelSounds } from '../../engine/audio/channel-sounds';
import { DigitSender } from '../../engine/audio/digit-sender';
import type { CountedFormats } from '../../engine/audio/legs/formats-in-use';
import { countFormats } from '../../engine/audio/legs/formats-in-use';
import type { MediaUses } from '../../engine/audio/media-uses';
import { FileListings } from '../../engine/audio/sources/file-listings';
import { FilesInUse } from '../../engine/remote/files-in-use';
import { Indications } from '../../engine/audio/sources/indications';
import { MediaSources } from '../../engine/audio/sources/media-sources';
import { Monitors } from '../../engine/audio/recording/monitors';
import { ExternalLegs } from '../../engine/audio/legs/external-legs';
import { MusicClasses } from '../../engine/audio/sources/music-classes';
import { Ringing } from '../../engine/audio/playing/ringing';
import { recordingPaths } from '../../engine/audio/recording/recording-paths';
import { RemoteSounds } from '../../engine/remote/remote-sounds';
import { Snoops } from '../../engine/audio/legs/snoops';
import type { SourceFinder } from '../../engine/audio/sources/source-finder';
import { SoundFiles } from '../../engine/audio/sources/sound-files';
import { StoredRecordings } from '../../engine/recordings/stored-recordings';
import { isAlive } from '../../media/files/unfinished/unfinished-name';
import type { MediaLink } from '../../media/protocol';
import type { Clock } from '../../shared/time/clock';
import type { Hold } from '../../shared/module-use/hold';
import type { Logger } from '../../shared/logger';
import { guardedSoon } from '../../shared/scheduling/guard';
import { soon as laterTurn } from '../../shared/scheduling/soon';
import type { MediaCore } from './media';
import { makeMediaCore } from './media';
import type { Destinations } from '../../shared/network/destinations';

export interface MediaPartsDeps {
  /** Makes ids of objects. */
  readonly uuid: () => string;
  readonly config: ServerConfig;
  readonly link: MediaLink;
  readonly events: EngineEventHub;
  readonly bridges: Bridges;
  readonly channels: Channels;
  readonly calls: Calls;
  readonly admission: Admission;
  readonly destinations: Destinations;
  readonly formats: CountedFormats;
  readonly uses: MediaUses & { readonly remote: Hold };
  readonly clock: Clock;
  readonly log: Logger;
}

export interface MediaServices extends MediaCore {
  readonly stored: StoredRecordings;
  readonly digits: DigitSender;
  readonly ringing: Ringing;
  readonly snoops: Snoops;
  readonly outside: ExternalLegs;
  /** For the dialplan. */
  readonly sound: ChannelSound;
  readonly monitors: Monitors;
  /** What media URIs stand for. */
  readonly sources: SourceFinder;
  /** What amd.conf says now. */
  readonly answeringMachine: () => AnsweringMachineConfig;
  /** What dsp.conf says now. */
  readonly talkingLevel: () => number;
  /** What may be read again while the server runs. It counts for what begins from then on. */
  readonly reread: {
    /** Without a configuration there is no music. */
    readonly music: (config: ServerConfig | undefined) => void;
    readonly tones: (config: ServerConfig) => void;
    /** Without a configuration nothing is fetched. */
    readonly remote: (config: ServerConfig | undefined) => void;
    readonly answeringMachine: (config: ServerConfig) => void;
    readonly detection: (config: ServerConfig) => void;
    /** Looks at all folders of sounds again. */
    readonly sounds: () => void;
  };
}

/** The media services over the files and tones that the configuration names. */
export function wireMedia(deps: MediaPartsDeps): MediaServices {
  const { config, events, bridges, clock, log } = deps;
  const { directories, options } = config;
  const soon = guardedSoon(laterTurn, log);
  const inUse = new FilesInUse(countFormats(deps.link, deps.formats));
  const { link } = inUse;
  const library = openLibrary(deps, inUse);
  const { remote, stored, music, sources, talkingLevel, answeringMachine, reread } = library;
  const isWritable = (format: string): boolean => deps.formats.fileFormats.has(format);
  const core = makeMediaCore({
    link,
    events,
    bridges,
    log,
    soon,
    sources,
    music,
    isWritable,
    uses: deps.uses,
    uuid: deps.uuid,
    store: stored,
    defaultLanguage: options.defaultLanguage,
    talkingLevel,
    now: clock.now,
  });
  const digits = new DigitSender({ ...core, clock, log });
  const snoops = new Snoops({ ...deps, legs: core.legs, soon });
  const recordings = { directory: directories.recordings, store: stored };
  const calls = { directory: directories.monitor, store: new StoredRecordings(directories.monitor) };
  const claim = recordingPaths(recordings);
  const claimMonitor = recordingPaths(calls, recordings, { directory: '/', store: new StoredRecordings('/') });
  const monitors = new Monitors({ ...core, bridges, events, claimMonitor, isWritable });
  const outside = new ExternalLegs(link, deps.destinations);
  const sound = new ChannelSounds({
    ...core,
    link,
    events,
    sources,
    claim,
    isWritable,
    outside,
    monitors,
    talkingLevel,
    nextId: deps.uuid,
  });
  const ringing = new Ringing({ sound, log });
  const close = async (): Promise<void> => {
    outside.close();
    monitors.close();
    sound.close();
    await remote.close();
    await core.close();
  };
  return {
    ...core,
    stored,
    digits,
    ringing,
    snoops,
    outside,
    sound,
    monitors,
    sources,
    talkingLevel,
    answeringMachine,
    reread,
    close,
  };
}

/** All that there is to be heard. */
interface Library extends Pick<MediaServices, 'stored' | 'reread' | 'talkingLevel' | 'answeringMachine'> {
  /** To be closed. */
  readonly remote: RemoteSounds;
  readonly music: MusicClasses;
  readonly sources: MediaSources;
}

function openLibrary({ config, clock, log, formats, uses, destinations }: MediaPartsDeps, inUse: FilesInUse): Library {
  const soon = guardedSoon(laterTurn, log);
  const { directories, options } = config;
  const isPlayable = (ending: string): boolean => formats.fileFormats.has(ending);
  const remote = new RemoteSounds({
    config: config.remoteMedia,
    inUse,
    isAlive,
    isPlayable,
    hold: uses.remote,
    destinations,
    clock,
    soon,
    log,
    directory: join(directories.spool, 'http-media'),
  });
  const listings = new FileListings(clock.now, isPlayable);
  const stored = new StoredRecordings(directories.recordings);
  const sounds = new SoundFiles({
    directory: directories.sounds,
    defaultLanguage: options.defaultLanguage,
    allowedDirectories: [directories.sounds, directories.recordings, ...directories.absoluteSounds],
    listings,
    remote,
  });
  const music = new MusicClasses({
    music: config.music,
    listings,
    remote,
    sounds,
    random: Math.random,
    log,
    dataDirectory: directories.data,
  });
  const indications = new Indications(config.indications, log);
  let { answeringMachine, detection } = config;
  const reread: Library['reread'] = {
    music: (next) => music.reconfigure(next?.music ?? { ...config.music, classes: [] }),
    tones: (next) => indications.reconfigure(next.indications),
    remote: (next) => remote.reconfigure(next?.remoteMedia ?? { ...config.remoteMedia, enabled: false }),
    answeringMachine: (next) => void ({ answeringMachine } = next),
    detection: (next) => void ({ detection } = next),
    sounds: () => listings.forget(),
  };
  return {
    remote,
    stored,
    music,
    reread,
    sources: new MediaSources({ sounds, stored, indications, isPlayable }),
    answeringMachine: () => answeringMachine,
    talkingLevel: () => detection.silenceThreshold,
  };
}

import type { ServerConfig } from '../config/server-config';
import type { Bridges } from '../engine/calls/bridges';
import type { EngineEventHub } from '../engine/engine-event';
import { FileListings } from '../engine/media/file-listings';
import { Indications } from '../engine/media/indications';
import { MediaSources } from '../engine/media/media-sources';
import { MusicClasses } from '../engine/media/music-classes';
import { SoundFiles } from '../engine/media/sound-files';
import { StoredRecordings } from '../engine/recordings/stored-recordings';
import { playableFormat } from '../media/files/file-format';
import type { MediaLink } from '../media/protocol';
import type { Clock } from '../shared/clock';
import type { Logger } from '../shared/logger';
import { soon } from '../shared/soon';
import type { MediaHouse } from './media';
import { makeMediaHouse } from './media';

export interface MediaPartsDeps {
  readonly config: ServerConfig;
  readonly link: MediaLink;
  readonly events: EngineEventHub;
  readonly bridges: Bridges;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface FurnishedMedia extends MediaHouse {
  readonly stored: StoredRecordings;
}

/** The media house over the files and tones that the configuration names. */
export function furnishMedia({ config, link, events, bridges, clock, log }: MediaPartsDeps): FurnishedMedia {
  const { directories, options, indications, music } = config;
  const listings = new FileListings(clock.now);
  const stored = new StoredRecordings(directories.recordings);
  const sounds = new SoundFiles({
    directory: directories.sounds,
    defaultLanguage: options.defaultLanguage,
    allowedDirectories: [directories.sounds, directories.recordings],
    listings,
  });
  const classes = new MusicClasses({ music, dataDirectory: directories.data, listings, random: Math.random, log });
  const house = makeMediaHouse({
    ...{ link, events, bridges, log, soon },
    sources: new MediaSources({ sounds, stored, indications: new Indications(indications) }),
    music: { find: ({ asked, ofChannel, rate }) => classes.source({ asked, channelClass: ofChannel, rate }) },
    store: stored,
    isWritable: (format) => playableFormat(format) !== undefined,
    defaultLanguage: options.defaultLanguage,
    now: clock.now,
  });
  return { ...house, stored };
}

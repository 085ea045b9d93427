import type { MediaSource } from '../../../media/protocol';

/**
 * What can be done with a medium while it plays: everything; all but moving within it, which restarts after a pause;
 * nothing at all.
 */
export type MediaControl = 'full' | 'tone' | 'none';

export type FoundSource =
  | { readonly outcome: 'found'; readonly source: MediaSource; readonly control: MediaControl }
  | { readonly outcome: 'missing'; readonly reason: string };

export interface ListeningPlace {
  readonly language: string;
  /** The zone whose tones are meant when the medium names none; empty for the server's own. */
  readonly zone: string;
  /** Samples per second of who hears it: of several files of a sound, the one that fits is taken. */
  readonly rate: number;
}

/** Finds out what a media URI such as `sound:hello-world` stands for. */
export interface SourceFinder {
  readonly find: (uri: string, place: ListeningPlace) => FoundSource | Promise<FoundSource>;
}

export interface MusicRequest {
  /** The class that is asked for. */
  readonly asked: string | undefined;
  /** The one that the channel has; empty when it has none. */
  readonly ofChannel: string;
  /** The listener's. */
  readonly language: string;
  readonly rate: number;
}

/** Music on hold, by classes. */
export interface MusicFinder {
  /** What is heard of a class: silence when there is no such class, or nothing in it. */
  readonly find: (request: MusicRequest) => Promise<MediaSource>;
  /** Whether only channels that are answered hear it. */
  readonly needsAnswer: (request: Pick<MusicRequest, 'asked' | 'ofChannel'>) => boolean;
  /** The class that a caller who hears music chooses with this digit. */
  readonly classOn: (digit: string) => string | undefined;
}

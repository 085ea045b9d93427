import type { LegId } from '../shared/ids';
import type { NetworkPlace } from '../shared/network-place';
import type { DetectCommand, DetectNotice } from './protocol-detect';
import type { RtpCommand, RtpNotice } from './protocol-rtp';

/**
 * The contract between the thread that decides and the thread that moves audio. Both sides know these messages and
 * nothing else of each other. Ids are made by the side that decides; a message about an id that is gone is passed over.
 */

/** Where audio flows to and from: one channel's way to its far end, or everybody in a bridge. */
export type MediaTarget =
  { readonly kind: 'leg'; readonly leg: LegId } | { readonly kind: 'bridge'; readonly bridge: string };

/** `in` is what comes from the far end, `out` what goes to it. */
export type MediaDirection = 'none' | 'in' | 'out' | 'both';

/** How audio is carried: in which format, and how many samples per second that leaves of it. */
export interface AudioForm {
  readonly format: string;
  readonly rate: number;
}

export type MediaCommand =
  | LegCommand
  | RtpCommand
  | OutsideCommand
  | StreamCommand
  | BridgeCommand
  | PlayCommand
  | RecordCommand
  | DetectCommand;

/** The commands that are given by this word. */
export type CommandOf<Do extends MediaCommand['do'], Command = MediaCommand> = Command extends {
  readonly do: infer Word;
}
  ? Do extends Word
    ? Command
    : never
  : never;

/** One function for each word of some commands: a new one does not compile until it is handled. */
export type CommandHandlers<Command extends MediaCommand> = {
  readonly [Do in Command['do']]: (command: CommandOf<Do>) => void;
};

export type LegCommand =
  /** What is sent into one leg of a pair is what comes from the other one. */
  | { readonly do: 'open-pair'; readonly legs: readonly [LegId, LegId]; readonly form: AudioForm }
  /** A leg without a far end: it hears what a spied leg hears and says, and can speak into that. */
  | {
      readonly do: 'open-tap';
      readonly leg: LegId;
      readonly spied: LegId;
      readonly spy: MediaDirection;
      readonly whisper: MediaDirection;
    }
  /** Tells by `leg-level` ten times a second how loud the leg is, or stops that. */
  | { readonly do: 'meter-leg'; readonly leg: LegId; readonly on: boolean }
  /** The call to the far end of a leg that leads outside begins. */
  | { readonly do: 'start-leg'; readonly leg: LegId }
  | { readonly do: 'close-leg'; readonly leg: LegId }
  /** A digit for the far end of a leg that leads outside, as a signal of its own and not as sound. */
  | { readonly do: 'send-digit'; readonly leg: LegId; readonly digit: string; readonly duration: number }
  | { readonly do: 'mute-leg'; readonly leg: LegId; readonly muted: MediaDirection }
  | { readonly do: 'gain-leg'; readonly leg: LegId; readonly decibels: { readonly in: number; readonly out: number } }
  /** Sends back what comes, or stops doing so. */
  | { readonly do: 'echo-leg'; readonly leg: LegId; readonly on: boolean };

/** Legs that lead out of the server. Each is answered by `leg-opened` or `leg-failed`, and may later tell `leg-ended`. */
export type OutsideCommand =
  /** Audio in messages over a connection, which is there when the leg is. The first one goes out with `start-leg`. */
  | {
      readonly do: 'open-audio-socket';
      readonly leg: LegId;
      readonly form: AudioForm;
      readonly remote: NetworkPlace;
      /** By which the other side knows the call. */
      readonly uuid: string;
      /** Milliseconds without audio in either direction that end it; undefined for no limit. */
      readonly patience: number | undefined;
    }
  /** Audio in messages that the deciding side carries. Nobody outside is needed for it: it only tells when it fails. */
  | {
      readonly do: 'open-stream';
      readonly leg: LegId;
      readonly form: AudioForm;
      /** Bytes that are played in a tick; 0 when every message is as long as it is. */
      readonly frameSize: number;
      readonly flow: StreamFlow;
      /** What has been ordered before, when it is opened anew. */
      readonly orders: readonly QueueOrder[];
    };

/** Which ways audio goes over a stream: `takes` what comes from the far end, `gives` it what the leg sends. */
export interface StreamFlow {
  readonly takes: boolean;
  readonly gives: boolean;
}

export type StreamCommand =
  /** The bytes are given away. */
  | { readonly do: 'stream-bytes'; readonly leg: LegId; readonly bytes: Uint8Array }
  | { readonly do: 'stream-order'; readonly leg: LegId; readonly order: QueueOrder }
  | { readonly do: 'stream-flow'; readonly leg: LegId; readonly flow: StreamFlow };

/** What the far end of a stream wants of the queue that its audio waits in. */
export type QueueOrder =
  | { readonly order: 'start-buffering' | 'flush' | 'pause' | 'continue' | 'report-drained' | 'status' }
  /** Told when everything in front of it has been played, with the same id if there is one. */
  | { readonly order: 'stop-buffering' | 'mark'; readonly correlation: string | undefined };

/** What happens to that queue. */
export type StreamEvent =
  /** The far end may send again; it should not; the queue is empty; a mark was not set. */
  | { readonly event: 'xon' | 'xoff' | 'drained' | 'too-many-marks' }
  | { readonly event: 'mark-reached' | 'buffering-completed'; readonly correlation: string | undefined }
  | {
      readonly event: 'status';
      /** Frames. */
      readonly length: number;
      readonly isFull: boolean;
      readonly isBuffering: boolean;
      readonly isPaused: boolean;
    };

export type BridgeCommand =
  | { readonly do: 'open-bridge'; readonly bridge: string; readonly mixes: 'everybody' | 'announcers' }
  | { readonly do: 'join-bridge'; readonly bridge: string; readonly leg: LegId; readonly role: MemberRole }
  | { readonly do: 'leave-bridge'; readonly bridge: string; readonly leg: LegId }
  | { readonly do: 'close-bridge'; readonly bridge: string };

export interface MemberRole {
  /** Its audio does not reach the others. */
  readonly isMuted: boolean;
  /** In a bridge that mixes only announcers: whether this is one. */
  readonly isAnnouncer: boolean;
}

export type PlayCommand =
  | {
      readonly do: 'play';
      readonly play: string;
      readonly target: MediaTarget;
      readonly source: MediaSource;
      readonly offset: number;
      /** Reaches its listeners in this form; left out: as well as they can hear it. */
      readonly through?: AudioForm;
      /** Heard when nothing else plays, and gives way to what does: music on hold, generated silence. */
      readonly inBackground: boolean;
    }
  | { readonly do: 'pause-play' | 'resume-play' | 'restart-play' | 'stop-play'; readonly play: string }
  /** Milliseconds forward, or back when negative. */
  | { readonly do: 'seek-play'; readonly play: string; readonly by: number };

export type MediaSource =
  /**
   * One after another; a file that cannot be played fails the whole. What is endless starts over with the first of them,
   * or the one with the number `loopsFrom`.
   */
  | {
      readonly kind: 'files';
      readonly files: readonly string[];
      readonly isEndless: boolean;
      readonly loopsFrom?: number;
    }
  | { readonly kind: 'tone'; readonly steps: readonly ToneStep[] }
  | { readonly kind: 'silence' }
  | ProgramAudio;

/**
 * What a program writes, without end. It runs as long as somebody listens, and all who name the same one hear the same
 * of it.
 */
export interface ProgramAudio {
  readonly kind: 'program';
  /** By which it is told of. */
  readonly name: string;
  readonly command: readonly string[];
  /** Where it runs; undefined for the folder of the server. */
  readonly folder: string | undefined;
  readonly format: string;
  /** Whether what it has started itself is ended with it. */
  readonly killsGroup: boolean;
  /** Milliseconds between two ways to end it, each less polite than the one before. */
  readonly killDelay: number;
}

/** A part of a tone pattern. Those that are `once` are left out when the pattern starts over. */
export interface ToneStep {
  readonly once: boolean;
  /** Hz; 0 is silent. All of them sound together. */
  readonly frequencies: readonly number[];
  /** There are two frequencies, and the second one modulates the first instead of being added. */
  readonly isModulated: boolean;
  /** Milliseconds; undefined lasts for ever. */
  readonly duration: number | undefined;
}

export type RecordCommand =
  | {
      readonly do: 'record';
      readonly record: string;
      readonly target: MediaTarget;
      readonly file: RecordFile;
      /** Of a leg: both directions, instead of only what comes from the far end. Of bridges it is passed over. */
      readonly sides?: RecordedSides;
      /** What is recorded goes through this form before it is written; left out: straight into the file. */
      readonly through?: AudioForm;
      /** Played to the target before recording begins. */
      readonly beep: string | undefined;
      /** Milliseconds; undefined for no limit. */
      readonly maxDuration: number | undefined;
      readonly maxSilence: number | undefined;
      /** The mean level of audio from which on it counts as talking; left out: 256. */
      readonly talkingLevel?: number;
      /** Of the silence that ends a recording, only the first second is kept. */
      readonly trimsSilence?: boolean;
    }
  | {
      readonly do: 'pause-record' | 'resume-record' | 'mute-record' | 'unmute-record' | 'stop-record' | 'cancel-record';
      readonly record: string;
    };

/** Both are heard as a third party would: before whispers are added, and while somebody is muted. */
export interface RecordedSides {
  /** Decibels by which each is made louder; undefined leaves it out. */
  readonly in: number | undefined;
  readonly out: number | undefined;
  /** They become the two channels of the file, what comes first, instead of being mixed. */
  readonly isStereo: boolean;
  /** Moments in which there is nothing to record are left out, instead of being silence. */
  readonly skipsGaps: boolean;
}

export interface RecordFile {
  /** Without it, nothing is under this name until the recording is complete. */
  readonly path: string;
  readonly format: string;
  readonly appends: boolean;
  /** Nothing of that name was there: what has appeared by the end stays, and the recording fails. */
  readonly isNew?: boolean;
}

export type MediaNotice = PlayNotice | RecordNotice | DetectNotice | LegNotice | OutsideNotice | ServiceNotice;

export type PlayNotice =
  | { readonly tell: 'play-started'; readonly play: string }
  /** `failed` gives the reason; `position` is where it stopped, in milliseconds. */
  | { readonly tell: 'play-ended'; readonly play: string; readonly position: number; readonly failed?: string };

export type RecordNotice =
  | { readonly tell: 'record-started'; readonly record: string }
  /** Told once a second; `duration` as in `record-ended`. */
  | { readonly tell: 'record-grew'; readonly record: string; readonly duration: number }
  | {
      readonly tell: 'record-ended';
      readonly record: string;
      readonly why: 'stopped' | 'cancelled' | 'silence' | 'duration' | 'target-gone' | 'failed';
      /** Milliseconds of audio in the recording, with what it continues. */
      readonly duration: number;
      /** Only when silence is looked for. */
      readonly talking?: number;
      readonly silence?: number;
      readonly failed?: string;
    };

/** What any leg tells. */
export type LegNotice =
  /** The first audio that came from the far end of a leg. */
  | { readonly tell: 'first-audio'; readonly leg: LegId }
  /** How loud a leg was that is metered, in decibels of full scale: 0 is the loudest, -127 is silence. */
  | { readonly tell: 'leg-level'; readonly leg: LegId; readonly in: number; readonly out: number };

/** What legs tell that lead outside. */
export type OutsideNotice =
  | RtpNotice
  /** Where the leg that leads outside can be reached. */
  | { readonly tell: 'leg-opened'; readonly leg: LegId; readonly local: NetworkPlace }
  | { readonly tell: 'leg-failed'; readonly leg: LegId; readonly reason: string }
  /** The far end of a leg has gone; it is a fault when it should not have gone so. */
  | { readonly tell: 'leg-ended'; readonly leg: LegId; readonly reason: string; readonly isFault?: boolean }
  /** The leg was closed because of a fault in the server, which its far end met. */
  | { readonly tell: 'leg-broken'; readonly leg: LegId; readonly reason: string; readonly stack: string | undefined }
  /** So much audio from or to the far end of a leg was left out, because it came or was taken at the wrong pace. */
  | {
      readonly tell: 'audio-dropped';
      readonly leg: LegId;
      readonly direction: 'in' | 'out';
      readonly milliseconds: number;
    }
  /** The far end of a leg has signalled a digit, other than by sound. */
  | { readonly tell: 'digit-signalled'; readonly leg: LegId; readonly digit: string; readonly duration: number }
  /** For the far end of a stream; the bytes are given away. */
  | { readonly tell: 'stream-bytes'; readonly leg: LegId; readonly bytes: Uint8Array }
  | { readonly tell: 'stream-event'; readonly leg: LegId; readonly event: StreamEvent };

export type ServiceNotice =
  /** A program that is listened to has ended, or could not be started. It is started again. */
  | { readonly tell: 'program-ended'; readonly program: string; readonly reason: string }
  | { readonly tell: 'statistics'; readonly statistics: MediaStatistics };

export interface MediaStatistics {
  readonly ticks: number;
  /** Ticks that came so late that the next one was due already. */
  readonly missed: number;
  readonly legs: number;
  readonly plays: number;
  readonly records: number;
  /** Microseconds of work in the last tick, and the most that any took. */
  readonly lastTick: number;
  readonly longestTick: number;
}

/** How the audio side is doing, as the deciding side sees it. */
export interface MediaHealth {
  /** False from the moment that it is known to have failed until another one has taken its place. */
  readonly isUp: boolean;
  /** How often another one has taken its place. */
  readonly restarts: number;
  /** Milliseconds since it last gave a sign of life. */
  readonly silence: number;
}

/** The notices that tell of this. */
export type NoticeOf<Tell extends MediaNotice['tell']> = Extract<MediaNotice, { readonly tell: Tell }>;

/** One function for each kind of some notices: a new one does not compile until it is handled. */
export type NoticeHandlers<Notice extends MediaNotice> = {
  readonly [Tell in Notice['tell']]: (notice: NoticeOf<Tell>) => void;
};

/** The audio side as the deciding side sees it, in a thread of its own or in this one. */
export interface MediaLink {
  readonly send: (command: MediaCommand) => void;
  /** Each kind of notice that there is a function for is told to it; the result ends that. */
  readonly on: (handlers: Partial<NoticeHandlers<MediaNotice>>) => () => void;
  /** The audio side has failed and everything in it is gone; a new one takes its place by itself. */
  readonly onLost: (listener: (reason: string, stack?: string) => void) => () => void;
  /** A thread of the audio side has ended without being told to, and writes no files any more; where there are threads. */
  readonly onThreadEnded?: (listener: (threadId: number) => void) => () => void;
  readonly health: () => MediaHealth;
  readonly close: () => Promise<void>;
}

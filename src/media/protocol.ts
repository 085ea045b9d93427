import type { LegId } from '../shared/ids';
import type { NetworkPlace } from '../shared/network/network-place';
import type { DetectCommand, DetectNotice } from './protocol-detect';
import type { RtpCommand, RtpNotice } from './protocol-rtp';

/**
 * The contract between the main thread and the media thread. They share only these messages. The main thread creates
 * the ids; a message about an unknown id is ignored.
 */

/** A source and destination of audio: a leg, or a bridge. */
export type MediaTarget =
  | { readonly kind: 'leg'; readonly leg: LegId }
  | { readonly kind: 'bridge'; readonly bridge: string };

/** `in` is what comes from the far end, `out` what goes to it. */
export type MediaDirection = 'none' | 'in' | 'out' | 'both';

/** A format and the sample rate of its audio. */
export interface AudioForm {
  readonly format: string;
  readonly rate: number;
}

export type MediaCommand =
  | LegCommand
  | RtpCommand
  | ExternalCommand
  | StreamCommand
  | BridgeCommand
  | PlayCommand
  | RecordCommand
  | DetectCommand;

/** The commands of this type. */
export type CommandOf<Do extends MediaCommand['do'], Command = MediaCommand> = Command extends {
  readonly do: infer Word;
}
  ? Do extends Word
    ? Command
    : never
  : never;

/** One function for each command type: a new one does not compile until it is handled. */
export type CommandHandlers<Command extends MediaCommand> = {
  readonly [Do in Command['do']]: (command: CommandOf<Do>) => void;
};

export type LegCommand =
  /** Audio sent into one leg of a pair comes out of the other one. */
  | { readonly do: 'open-pair'; readonly legs: readonly [LegId, LegId]; readonly form: AudioForm }
  /** A leg without a far end: it hears both directions of a spied leg, and can whisper to it. */
  | {
      readonly do: 'open-tap';
      readonly leg: LegId;
      readonly spied: LegId;
      readonly spy: MediaDirection;
      readonly whisper: MediaDirection;
    }
  /** Starts or stops `leg-level` notices, ten times a second. */
  | { readonly do: 'meter-leg'; readonly leg: LegId; readonly on: boolean }
  /** The call to the far end of a leg that leads outside begins. */
  | { readonly do: 'start-leg'; readonly leg: LegId }
  | { readonly do: 'close-leg'; readonly leg: LegId }
  /** A digit for the far end of an external leg, as a signal and not as sound. */
  | { readonly do: 'send-digit'; readonly leg: LegId; readonly digit: string; readonly duration: number }
  | { readonly do: 'mute-leg'; readonly leg: LegId; readonly muted: MediaDirection }
  | { readonly do: 'gain-leg'; readonly leg: LegId; readonly decibels: { readonly in: number; readonly out: number } }
  /** Starts or stops echo. */
  | { readonly do: 'echo-leg'; readonly leg: LegId; readonly on: boolean };

/**
 * Legs that lead out of the server. Each is answered by `leg-opened` or `leg-failed`, and may later send `leg-ended`.
 */
export type ExternalCommand =
  /**
   * Audio in messages over a TCP connection, which is open when the leg is. The first message is sent with `start-leg`.
   */
  | {
      readonly do: 'open-audio-socket';
      readonly leg: LegId;
      readonly form: AudioForm;
      readonly remote: NetworkPlace;
      /** Identifies the call to the peer. */
      readonly uuid: string;
      /** Milliseconds without audio in either direction that end it; undefined for no limit. */
      readonly timeoutMs: number | undefined;
    }
  /** Audio in messages that the main thread carries. It needs no connection: only a failure is reported. */
  | {
      readonly do: 'open-stream';
      readonly leg: LegId;
      readonly form: AudioForm;
      /** Bytes that are played per tick; 0 when every message is one frame. */
      readonly frameSize: number;
      readonly flow: StreamFlow;
      /** The earlier commands, when it is reopened. */
      readonly orders: readonly QueueOrder[];
    };

/** Directions of a stream: `takes` audio from the far end, `gives` it the audio of the leg. */
export interface StreamFlow {
  readonly takes: boolean;
  readonly gives: boolean;
}

export type StreamCommand =
  /** Ownership of the bytes is transferred. */
  | { readonly do: 'stream-bytes'; readonly leg: LegId; readonly bytes: Uint8Array }
  | { readonly do: 'stream-order'; readonly leg: LegId; readonly order: QueueOrder }
  | { readonly do: 'stream-flow'; readonly leg: LegId; readonly flow: StreamFlow };

/** Commands of a stream's far end for its playout queue. */
export type QueueOrder =
  | { readonly order: 'start-buffering' | 'flush' | 'pause' | 'continue' | 'report-drained' | 'status' }
  /** Reported when everything before it has been played, with the same id if given. */
  | { readonly order: 'stop-buffering' | 'mark'; readonly correlation: string | undefined };

/** Events of that queue. */
export type StreamEvent =
  /** The far end may send again; it should pause; the queue is empty; a mark was not set. */
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
  | { readonly do: 'open-bridge'; readonly bridge: string; readonly mixes: 'all' | 'announcers' }
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
      /** Played in this format; undefined: in that of the listeners. */
      readonly viaCodec?: AudioForm;
      /** Played only when nothing else is: music on hold, generated silence. */
      readonly inBackground: boolean;
    }
  | { readonly do: 'pause-play' | 'resume-play' | 'restart-play' | 'stop-play'; readonly play: string }
  /** Milliseconds forward, or back when negative. */
  | { readonly do: 'seek-play'; readonly play: string; readonly by: number };

export type MediaSource =
  /**
   * One after another; a file that cannot be played fails the whole. An endless list restarts with the first file, or
   * with the index `loopsFrom`.
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
 * The endless output of a program. It runs while it has listeners, and all listeners of one program share it.
 */
export interface ProgramAudio {
  readonly kind: 'program';
  /** Its name in notices. */
  readonly name: string;
  readonly command: readonly string[];
  /** Where it runs; undefined for the folder of the server. */
  readonly folder: string | undefined;
  readonly format: string;
  /** Whether its child processes are ended too. */
  readonly killsGroup: boolean;
  /** Milliseconds between escalating signals to end it. */
  readonly killDelay: number;
}

/** A part of a tone pattern. Parts with `once` are skipped when the pattern repeats. */
export interface ToneStep {
  readonly once: boolean;
  /** Hz; 0 is silent. All of them sound together. */
  readonly frequencies: readonly number[];
  /** There are two frequencies, and the second one modulates the first instead of being added. */
  readonly isModulated: boolean;
  /** Milliseconds; undefined for endless. */
  readonly duration: number | undefined;
}

export type RecordCommand =
  | {
      readonly do: 'record';
      readonly record: string;
      readonly target: MediaTarget;
      readonly file: RecordFile;
      /** Of a leg: both directions, instead of only what comes from the far end. Ignored for bridges. */
      readonly sides?: RecordedSides;
      /** The audio is encoded in this format before it is written; undefined: written directly. */
      readonly viaCodec?: AudioForm;
      /** Played to the target before recording begins. */
      readonly beep: string | undefined;
      /** Milliseconds; undefined for no limit. */
      readonly maxDuration: number | undefined;
      readonly maxSilence: number | undefined;
      /** The mean level from which audio counts as talking; default 256. */
      readonly talkingLevel?: number;
      /** Of the silence that ends a recording, only the first second is kept. */
      readonly trimsSilence?: boolean;
    }
  | {
      readonly do: 'pause-record' | 'resume-record' | 'mute-record' | 'unmute-record' | 'stop-record' | 'cancel-record';
      readonly record: string;
    };

/** Both are recorded as a third party would hear them: before whispers and muting. */
export interface RecordedSides {
  /** Gain of each direction in decibels; undefined omits it. */
  readonly in: number | undefined;
  readonly out: number | undefined;
  /** They become the two channels of the file, `in` first, instead of being mixed. */
  readonly isStereo: boolean;
  /** Periods without audio are skipped instead of recorded as silence. */
  readonly skipsGaps: boolean;
}

export interface RecordFile {
  /** Without it, no file of this name exists until the recording is complete. */
  readonly path: string;
  readonly format: string;
  readonly appends: boolean;
  /** The file must be new: one that has appeared by the end is kept, and the recording fails. */
  readonly isNew?: boolean;
}

export type MediaNotice = PlayNotice | RecordNotice | DetectNotice | LegNotice | ExternalNotice | ServiceNotice;

export type PlayNotice =
  | { readonly tell: 'play-started'; readonly play: string }
  /** `failed` gives the reason; `position` is where it stopped, in milliseconds. */
  | { readonly tell: 'play-ended'; readonly play: string; readonly position: number; readonly failed?: string };

export type RecordNotice =
  | { readonly tell: 'record-started'; readonly record: string }
  /** Sent once a second; `duration` as in `record-ended`. */
  | { readonly tell: 'record-grew'; readonly record: string; readonly duration: number }
  | {
      readonly tell: 'record-ended';
      readonly record: string;
      readonly why: 'stopped' | 'cancelled' | 'silence' | 'duration' | 'target-gone' | 'failed';
      /** Milliseconds of audio in the recording, including the continued part. */
      readonly duration: number;
      /** Only with silence detection. */
      readonly talking?: number;
      readonly silence?: number;
      readonly failed?: string;
    };

/** Notices of any leg. */
export type LegNotice =
  /** The first audio received from the far end of a leg. */
  | { readonly tell: 'first-audio'; readonly leg: LegId }
  /** The level of a metered leg in dBFS: 0 is full scale, -127 is silence. */
  | { readonly tell: 'leg-level'; readonly leg: LegId; readonly in: number; readonly out: number };

/** Notices of external legs. */
export type ExternalNotice =
  | RtpNotice
  /** The local address of the external leg. */
  | { readonly tell: 'leg-opened'; readonly leg: LegId; readonly local: NetworkPlace }
  | { readonly tell: 'leg-failed'; readonly leg: LegId; readonly reason: string }
  /** The far end of a leg has ended; `fault` when unexpectedly. */
  | { readonly tell: 'leg-ended'; readonly leg: LegId; readonly reason: string; readonly isFault?: boolean }
  /** The leg was closed because of an internal fault. */
  | { readonly tell: 'leg-broken'; readonly leg: LegId; readonly reason: string; readonly stack: string | undefined }
  /** Dropped audio from or to the far end of a leg, because it arrived or was read at the wrong pace. */
  | {
      readonly tell: 'audio-dropped';
      readonly leg: LegId;
      readonly direction: 'in' | 'out';
      readonly milliseconds: number;
    }
  /** The far end of a leg has signalled a digit, not as sound. */
  | { readonly tell: 'digit-signalled'; readonly leg: LegId; readonly digit: string; readonly duration: number }
  /** For the far end of a stream; the bytes are given away. */
  | { readonly tell: 'stream-bytes'; readonly leg: LegId; readonly bytes: Uint8Array }
  | { readonly tell: 'stream-event'; readonly leg: LegId; readonly event: StreamEvent };

export type ServiceNotice =
  /** A program with listeners has ended, or could not be started. It is restarted. */
  | { readonly tell: 'program-ended'; readonly program: string; readonly reason: string }
  | { readonly tell: 'statistics'; readonly statistics: MediaStatistics };

export interface MediaStatistics {
  readonly ticks: number;
  /** Ticks so late that the next one was already due. */
  readonly missed: number;
  readonly legs: number;
  readonly plays: number;
  readonly records: number;
  /** Microseconds of work in the last tick, and the maximum. */
  readonly lastTick: number;
  readonly longestTick: number;
}

/** State of the media thread, as seen by the main thread. */
export interface MediaHealth {
  /** False from a detected failure until the thread is replaced. */
  readonly isUp: boolean;
  /** Number of replacements. */
  readonly restarts: number;
  /** Milliseconds since its last heartbeat. */
  readonly silence: number;
}

/** The notices of this type. */
export type NoticeOf<Tell extends MediaNotice['tell']> = Extract<MediaNotice, { readonly tell: Tell }>;

/** One function for each notice type: a new one does not compile until it is handled. */
export type NoticeHandlers<Notice extends MediaNotice> = {
  readonly [Tell in Notice['tell']]: (notice: NoticeOf<Tell>) => void;
};

/** The media engine as seen by the main thread, in its own thread or in this one. */
export interface MediaLink {
  readonly send: (command: MediaCommand) => void;
  /** Calls the function of each notice type; the result unsubscribes. */
  readonly on: (handlers: Partial<NoticeHandlers<MediaNotice>>) => () => void;
  /** The media engine has failed and its state is lost; it is replaced automatically. */
  readonly onLost: (listener: (reason: string, stack?: string) => void) => () => void;
  /** A media thread has ended unexpectedly, and no longer writes files; only with threads. */
  readonly onThreadEnded?: (listener: (threadId: number) => void) => () => void;
  readonly health: () => MediaHealth;
  readonly close: () => Promise<void>;
}

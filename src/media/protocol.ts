import type { NetworkPlace } from '../shared/network-place';

/**
 * The contract between the thread that decides and the thread that moves audio. Both sides know these messages and
 * nothing else of each other. Ids are made by the side that decides; a message about an id that is gone is passed over.
 */

/** Where audio flows to and from: one channel's way to its far end, or everybody in a bridge. */
export type MediaTarget =
  { readonly kind: 'leg'; readonly leg: string } | { readonly kind: 'bridge'; readonly bridge: string };

/** `in` is what comes from the far end, `out` what goes to it. */
export type MediaDirection = 'none' | 'in' | 'out' | 'both';

/** How audio is carried: in which format, and how many samples per second that leaves of it. */
export interface AudioForm {
  readonly format: string;
  readonly rate: number;
}

export type MediaCommand = LegCommand | BridgeCommand | PlayCommand | RecordCommand | DetectCommand;

export type LegCommand =
  /** What is sent into one leg of a pair is what comes from the other one. */
  | { readonly do: 'open-pair'; readonly legs: readonly [string, string]; readonly form: AudioForm }
  /** A leg without a far end: it hears what a spied leg hears and says, and can speak into that. */
  | {
      readonly do: 'open-tap';
      readonly leg: string;
      readonly spied: string;
      readonly spy: MediaDirection;
      readonly whisper: MediaDirection;
    }
  | OutsideCommand
  | StreamCommand
  /** The call to the far end of a leg that leads outside begins. */
  | { readonly do: 'start-leg'; readonly leg: string }
  | { readonly do: 'close-leg'; readonly leg: string }
  /** A digit for the far end of a leg that leads outside, as a signal of its own and not as sound. */
  | { readonly do: 'send-digit'; readonly leg: string; readonly digit: string; readonly duration: number }
  | { readonly do: 'mute-leg'; readonly leg: string; readonly muted: MediaDirection }
  | { readonly do: 'gain-leg'; readonly leg: string; readonly decibels: { readonly in: number; readonly out: number } }
  /** Answered by `rtp-statistics`. */
  | { readonly do: 'report-rtp'; readonly leg: string }
  /** Sends back what comes, or stops doing so. */
  | { readonly do: 'echo-leg'; readonly leg: string; readonly on: boolean };

/** Legs that lead out of the server. Each is answered by `leg-opened` or `leg-failed`, and may later tell `leg-ended`. */
export type OutsideCommand =
  /** Audio in packets, to and from one place; the port is an even one of those given. */
  | {
      readonly do: 'open-rtp';
      readonly leg: string;
      readonly form: AudioForm;
      readonly remote: NetworkPlace;
      readonly ports: { readonly first: number; readonly last: number };
      /** Whether audio is taken only from one sender, once it has shown itself. */
      readonly learnsSender: boolean;
    }
  /** Audio in messages over a connection, which is there when the leg is. The first one goes out with `start-leg`. */
  | {
      readonly do: 'open-audio-socket';
      readonly leg: string;
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
      readonly leg: string;
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
  | { readonly do: 'stream-bytes'; readonly leg: string; readonly bytes: Uint8Array }
  | { readonly do: 'stream-order'; readonly leg: string; readonly order: QueueOrder }
  | { readonly do: 'stream-flow'; readonly leg: string; readonly flow: StreamFlow };

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
  | { readonly do: 'join-bridge'; readonly bridge: string; readonly leg: string; readonly role: MemberRole }
  | { readonly do: 'leave-bridge'; readonly bridge: string; readonly leg: string }
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

export type DetectCommand =
  /** Milliseconds of silence that end talking, and the level from 1 to 32768 that counts as talking. */
  | { readonly do: 'detect-talk'; readonly leg: string; readonly silence: number; readonly threshold: number }
  | { readonly do: 'detect-digits'; readonly leg: string }
  | { readonly do: 'detect-tone'; readonly leg: string; readonly frequency: number; readonly duration: number }
  /**
   * Told once. Here and below, `threshold` is as for talking, and the id comes back with what is found: an earlier
   * detector of the same kind may have found something a moment ago.
   */
  | {
      readonly do: 'detect-answering-machine';
      readonly leg: string;
      readonly id: number;
      readonly threshold: number;
      readonly limits: AnsweringMachineLimits;
    }
  /** Talking of a certain length with so much silence behind it. Milliseconds; `within` counts from now. */
  | {
      readonly do: 'detect-utterance';
      readonly leg: string;
      readonly id: number;
      readonly threshold: number;
      readonly silence: number;
      readonly longerThan: number;
      readonly shorterThan: number;
      readonly within: number;
    }
  /** Told whenever there has been so much of it in a row. */
  | {
      readonly do: 'detect-stretch';
      readonly leg: string;
      readonly id: number;
      readonly threshold: number;
      readonly of: 'silence' | 'noise';
      readonly duration: number;
    }
  | { readonly do: 'stop-detecting'; readonly leg: string; readonly what: DetectorName };

/** A leg has at most one detector of a kind. */
export type DetectorName = 'talk' | 'digits' | 'tone' | 'answering-machine' | 'utterance' | 'stretch';

/** All but the number of words are milliseconds. */
export interface AnsweringMachineLimits {
  /** So much silence before the first word is a machine. */
  readonly initialSilence: number;
  /** So much talking in the greeting is a machine. */
  readonly greeting: number;
  /** So much silence after a shorter greeting is a human who waits for an answer. */
  readonly afterGreetingSilence: number;
  /** Nothing is decided later than this. */
  readonly totalAnalysisTime: number;
  /** Shorter talking is not a word. */
  readonly minimumWordLength: number;
  /** Shorter silence does not end a word. */
  readonly betweenWordsSilence: number;
  /** More words are a machine. */
  readonly maximumNumberOfWords: number;
  /** So long a word is a machine. */
  readonly maximumWordLength: number;
}

/** What decided, with what was measured and the limit that it was measured against. */
export interface AnsweringMachineVerdict {
  readonly who: 'human' | 'machine' | 'not-sure';
  readonly because:
    'too-long' | 'initial-silence' | 'after-greeting-silence' | 'long-greeting' | 'word-length' | 'words';
  readonly measured: number;
  readonly limit: number;
}

export type MediaNotice =
  | { readonly tell: 'play-started'; readonly play: string }
  /** `failed` gives the reason; `position` is where it stopped, in milliseconds. */
  | { readonly tell: 'play-ended'; readonly play: string; readonly position: number; readonly failed?: string }
  | { readonly tell: 'record-started'; readonly record: string }
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
    }
  | { readonly tell: 'digit'; readonly leg: string; readonly digit: string; readonly duration: number }
  | { readonly tell: 'talk-started'; readonly leg: string }
  /** Milliseconds of talking, the silence behind it left out. */
  | { readonly tell: 'talk-ended'; readonly leg: string; readonly duration: number }
  | { readonly tell: 'tone-detected'; readonly leg: string }
  | {
      readonly tell: 'answering-machine-judged';
      readonly leg: string;
      readonly id: number;
      readonly verdict: AnsweringMachineVerdict;
    }
  /** Milliseconds of talking, the silence behind it left out. */
  | { readonly tell: 'utterance-detected'; readonly leg: string; readonly id: number; readonly duration: number }
  | { readonly tell: 'stretch-detected'; readonly leg: string; readonly id: number }
  /** The first audio that came from the far end of a leg. */
  | { readonly tell: 'first-audio'; readonly leg: string }
  /** Where the leg that leads outside can be reached. */
  | { readonly tell: 'leg-opened'; readonly leg: string; readonly local: NetworkPlace }
  | { readonly tell: 'leg-failed'; readonly leg: string; readonly reason: string }
  /** The far end of a leg has gone; it is a fault when it should not have gone so. */
  | { readonly tell: 'leg-ended'; readonly leg: string; readonly reason: string; readonly isFault?: boolean }
  /** The leg was closed because of a fault in the server, which its far end met. */
  | { readonly tell: 'leg-broken'; readonly leg: string; readonly reason: string; readonly stack: string | undefined }
  /** So much audio from or to the far end of a leg was left out, because it came or was taken at the wrong pace. */
  | {
      readonly tell: 'audio-dropped';
      readonly leg: string;
      readonly direction: 'in' | 'out';
      readonly milliseconds: number;
    }
  /** The far end of a leg has signalled a digit, other than by sound. */
  | { readonly tell: 'digit-signalled'; readonly leg: string; readonly digit: string; readonly duration: number }
  /** Undefined when the leg does not lead outside by RTP. */
  | { readonly tell: 'rtp-statistics'; readonly leg: string; readonly statistics: RtpStatistics | undefined }
  /** For the far end of a stream; the bytes are given away. */
  | { readonly tell: 'stream-bytes'; readonly leg: string; readonly bytes: Uint8Array }
  | { readonly tell: 'stream-event'; readonly leg: string; readonly event: StreamEvent }
  /** A program that is listened to has ended, or could not be started. It is started again. */
  | { readonly tell: 'program-ended'; readonly program: string; readonly reason: string }
  | { readonly tell: 'statistics'; readonly statistics: MediaStatistics };

/** The figures of values that came one after another; zeros as long as none came. */
export interface SeriesFigures {
  readonly latest: number;
  readonly highest: number;
  readonly lowest: number;
  readonly mean: number;
  /** The standard deviation. */
  readonly deviation: number;
}

/** How packets arrive. */
export interface StreamFigures {
  /** Packets that never came, from the beginning on. */
  readonly lost: number;
  /** Milliseconds. */
  readonly jitter: SeriesFigures;
  /** Packets that were lost between two reports. */
  readonly loss: SeriesFigures;
  /** How it sounds, from 0 to 100. */
  readonly score: SeriesFigures;
}

/** What is known of a stream of packets in both directions. */
export interface RtpStatistics {
  readonly sent: { readonly ssrc: number; readonly packets: number; readonly octets: number };
  /** There is no source before the first packet. */
  readonly received: { readonly ssrc: number | undefined; readonly packets: number; readonly octets: number };
  /** What we send, as the far end reports it. */
  readonly remote: StreamFigures;
  /** What comes, as it is measured here. */
  readonly local: StreamFigures;
  /** Milliseconds. */
  readonly roundTrip: SeriesFigures;
}

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

/** The audio side as the deciding side sees it, in a thread of its own or in this one. */
export interface MediaLink {
  readonly send: (command: MediaCommand) => void;
  readonly onNotice: (listener: (notice: MediaNotice) => void) => () => void;
  /** The audio side has failed and everything in it is gone; a new one takes its place by itself. */
  readonly onLost: (listener: (reason: string, stack?: string) => void) => () => void;
  readonly health: () => MediaHealth;
  readonly close: () => Promise<void>;
}

import type { NetworkPlace } from '../../shared/network/network-place';
import type { Bridge } from '../calls/bridge/bridge';
import type { Channel } from '../calls/channel/channel';
import type { ChannelLevel } from './legs/channel-levels';
import type { SoundDetector } from './legs/detector';
import type { Listening, ListenRequest } from './listening-in';
import type { BridgeRecordRequest, Monitor, MonitorStart, MonitorRequest } from './recording/monitors';
import type { DroppedAudio } from './legs/external-legs';
import type { RecordEnd } from './recording/records';

/** Playback and recording for the program of a channel, besides requests of clients. None of it is reported. */
export interface ChannelSound {
  /** It replaces the current music and tones. */
  readonly play: (channel: Channel, options: SoundRequest) => SoundPlay;
  /** Plays to all members of a bridge. */
  readonly announce: (bridge: Bridge, options: SoundRequest) => SoundPlay;
  readonly record: (channel: Channel, options: SoundRecordRequest) => Promise<SoundRecording>;
  /** Plays a digit as sound when the technology cannot signal it. */
  readonly soundDigit: (channel: Channel, digit: string, milliseconds: number) => void;
  /** Records both directions of a channel until it is stopped or the channel is gone. */
  readonly monitor: (channel: Channel, options: MonitorRequest) => Promise<MonitorStart>;
  /** Records a bridge until it is stopped or the bridge no longer exists. */
  readonly recordBridge: (bridge: Bridge, options: BridgeRecordRequest) => Promise<MonitorStart>;
  /** What is recorded of a channel so, in the order in which it was started. */
  readonly monitorsOf: (channel: Channel) => readonly Monitor[];
  /** Heard until it is stopped, something else is played or the channel is gone. */
  readonly startMusic: (channel: Channel, musicClass: string | undefined) => void;
  readonly stopMusic: (channel: Channel) => void;
  /** A tone by its name or pattern, heard like music; the reason when there is no such tone. */
  readonly startTone: (channel: Channel, tone: string) => Promise<string | undefined>;
  readonly stopTone: (channel: Channel) => void;
  /** Echoes the far end. The result stops it. */
  readonly echo: (channel: Channel) => () => void;
  /** Tells once when the first audio comes from the far end, if the channel carries any already. The result ends that. */
  readonly onFirstAudio: (channel: Channel, heard: () => void) => () => void;
  /** Tells ten times a second how loud both directions are. The result ends that; undefined when there is no audio. */
  readonly onLevel: (channel: Channel, listener: (level: ChannelLevel) => void) => (() => void) | undefined;
  /** The default level from which audio counts as talking. */
  readonly talkingLevel: number;
  /** Looks for something in what comes from the far end. The result ends that; undefined when there is no audio. */
  readonly detect: (channel: Channel, detector: SoundDetector) => (() => void) | undefined;
  /** Lets the channel hear another one, and speak into it; undefined when one of them carries no audio. */
  readonly listenIn: (channel: Channel, request: ListenRequest) => Listening | undefined;
  /** Lets two channels hear each other that are in no bridge, as far as they carry audio. The result ends that. */
  readonly connect: (one: Channel, other: Channel) => () => void;
  /** Connects the channel to a program by an audio socket: each hears the other. */
  readonly talkTo: (channel: Channel, options: SocketRequest) => Promise<SoundTalk>;
}

export interface SocketRequest {
  readonly remote: NetworkPlace;
  /** By which the program knows the call. */
  readonly uuid: string;
  /** Milliseconds without audio in either direction after which it has failed. */
  readonly timeoutMs: number;
  readonly onDropped: (dropped: DroppedAudio) => void;
}

/** `ended` by the program, or stopped by us. */
export interface TalkEnd {
  readonly outcome: 'ended' | 'failed';
  readonly reason: string;
}

export type SoundTalk =
  | {
      readonly outcome: 'talking';
      /** Never rejects. */
      readonly over: Promise<TalkEnd>;
      /** Must be called at the end. Idempotent. */
      readonly stop: () => void;
    }
  | { readonly outcome: 'refused'; readonly reason: string };

export interface SoundRequest {
  /** Media URIs: the first that there is is heard. */
  readonly anyOf: readonly string[];
  /** That of the channel when none is given. */
  readonly language?: string | undefined;
  /** Milliseconds into it. */
  readonly offset?: number;
}

export type SoundEnd =
  | { readonly outcome: 'heard' | 'stopped' }
  | { readonly outcome: 'failed'; readonly reason: string };

/** Something that is looked for, and then heard. */
export interface SoundPlay {
  /** Never rejects. */
  readonly over: Promise<SoundEnd>;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly restart: () => void;
  /** Milliseconds forward, or back when negative. */
  readonly seek: (milliseconds: number) => void;
  /** Idempotent. */
  readonly stop: () => void;
}

export interface SoundRecordRequest {
  /** A name, or a path below the folder of recordings; `%d` stands for the first number that is free. */
  readonly name: string;
  readonly format: string;
  readonly appends: boolean;
  readonly beeps: boolean;
  /** Milliseconds; undefined for no limit. */
  readonly maxDuration: number | undefined;
  readonly maxSilence: number | undefined;
  /** Leaves out most of the silence that has ended it. */
  readonly trimsSilence: boolean;
}

export type SoundRecording =
  | {
      readonly outcome: 'recording';
      /** With its number. */
      readonly name: string;
      /** Whether the beep has ended and audio is recorded. */
      readonly hasStarted: () => boolean;
      /** Never rejects. */
      readonly over: Promise<RecordEnd>;
      readonly stop: () => void;
      /** Leaves no file. */
      readonly cancel: () => void;
    }
  | { readonly outcome: 'refused'; readonly reason: string };

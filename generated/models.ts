// Generated from api-docs/ by codegen/emit/models.ts. Do not edit; run: npm run generate
import type { JsonObject } from '../src/contract/json';

/** How, when and on what machine this server was built. */
export interface BuildInfo {
  /** Operating system of the build, for example `Linux`. */
  readonly os: string;
  /** Kernel release of the machine that made the build, for example `6.8.0-45-generic`. */
  readonly kernel: string;
  /** Options the server was built with, as one text. May be empty. */
  readonly options: string;
  /** Processor architecture of the build, for example `x86_64` or `aarch64`. */
  readonly machine: string;
  /** Time of the build as text, for example `2026-11-14 23:54:57 UTC`. */
  readonly date: string;
  /** Account under which the build was made. */
  readonly user: string;
}

/** Version and identity of the running server. */
export interface SystemInfo {
  /** Version of the server software. */
  readonly version: string;
  /**
   * Id of this server: six pairs of hexadecimal digits separated by colons, for example `02:42:ac:11:00:02`. The
   * same value is the `asterisk_id` of every event.
   */
  readonly entity_id: string;
}

/** Operating system identity the server is configured to run under. */
export interface SetId {
  /** Configured account name. Empty when none is configured. */
  readonly user: string;
  /** Configured group name. Empty when none is configured. */
  readonly group: string;
}

/** General settings and limits of the server. */
export interface ConfigInfo {
  /** Configured system name, which also begins every generated channel id. Empty when none is configured. */
  readonly name: string;
  /** Language code of channels that set none of their own, for example `en`. */
  readonly default_language: string;
  /** Highest number of simultaneous calls. Sent only when such a limit is configured. */
  readonly max_channels?: number;
  /** Highest number of files and sockets the server may hold open. Sent only when such a limit is configured. */
  readonly max_open_files?: number;
  /** System load average above which new calls are refused. Sent only when such a limit is configured. */
  readonly max_load?: number;
  /** Account and group the server runs under. */
  readonly setid: SetId;
}

/** When the server started and last read its configuration. */
export interface StatusInfo {
  /** Time of the last start, for example `2026-11-15T01:11:33.847+0000`. */
  readonly startup_time: string;
  /**
   * Time the configuration was last read, in the same format; equal or close to `startup_time` as long as there was
   * no reload.
   */
  readonly last_reload_time: string;
}

/** Facts about the server, in sections. Only the sections asked for are present. */
export interface AsteriskInfo {
  /** How the server was built. Left out when `only` is given and does not name this section. */
  readonly build?: BuildInfo;
  /** Version and id of the server. Left out when `only` is given and does not name this section. */
  readonly system?: SystemInfo;
  /** General settings and limits. Left out when `only` is given and does not name this section. */
  readonly config?: ConfigInfo;
  /** Start and reload times. Left out when `only` is given and does not name this section. */
  readonly status?: StatusInfo;
}

/**
 * Answer to a ping.
 *
 * @since 2.0.0
 */
export interface AsteriskPing {
  /**
   * Id of the server that answered: six pairs of hexadecimal digits separated by colons, for example
   * `02:42:ac:11:00:02`.
   */
  readonly asterisk_id: string;
  /** Always the text `pong`. */
  readonly ping: string;
  /** Time of the answer by the server's clock, for example `2026-11-15T01:16:32.276+0000`. */
  readonly timestamp: string;
}

/**
 * A loadable part of the server.
 *
 * @since 1.7.0
 */
export interface Module {
  /** Name of the module, ending in `.so` except for built-in parts, for example `res_ari.so`. */
  readonly name: string;
  /** What the module is for, in a few words. */
  readonly description: string;
  /**
   * How many users, such as calls or other modules, hold the module at present. A module in use cannot be unloaded.
   */
  readonly use_count: number;
  /** `Running`, or `Not Running` when the module is loaded but declined to start. */
  readonly status: 'Running' | 'Not Running';
  /** How the module is maintained: `core`, `extended`, `deprecated` or `unknown`. */
  readonly support_level: string;
}

/**
 * A place the server writes log messages to, and the levels that go there.
 *
 * @since 1.7.0
 */
export interface LogChannel {
  /** Full path of the log file, or the configured name of a syslog channel. Empty for the console. */
  readonly channel: string;
  /** Kind of destination: `Console`, `File` or `Syslog`. */
  readonly type: 'Console' | 'File' | 'Syslog';
  /** `Enabled` while messages are written, otherwise `Disabled`. */
  readonly status: 'Enabled' | 'Disabled';
  /** Levels logged, in upper case, each followed by a space: `NOTICE WARNING ERROR `. */
  readonly configuration: string;
}

/** The value of one variable. */
export interface Variable {
  /** Value as text. May be empty. */
  readonly value: string;
}

/**
 * The values of several variables.
 *
 * @since 2.0.0
 */
export interface Variables {
  /** Object with one member per variable asked for: the name as key, the value as text. */
  readonly variables: JsonObject;
}

/**
 * One field of a dynamic configuration object with its value.
 *
 * @since 1.7.0
 */
export interface ConfigTuple {
  /** Name of the field as in the configuration, for example `read_only`. */
  readonly attribute: string;
  /** Value as text, whatever its kind: numbers and `yes`/`no` are strings too. May be empty. */
  readonly value: string;
}

/** Body of every error answer. */
export interface ErrorMessage {
  /** What went wrong, in English, for people to read. Decide by the status code: the wording may change. */
  readonly message: string;
  /**
   * The kind of error as a fixed word that programs can compare, for example `parameter-invalid` or `not-found`. It
   * stays the same when the message is reworded.
   *
   * @since 2.1.0
   */
  readonly code?: string;
  /**
   * Name of the first parameter that was refused. Present when a parameter is the cause.
   *
   * @since 2.1.0
   */
  readonly parameter?: string;
  /**
   * What that parameter takes, in words, for example `a whole number, 0 or more`.
   *
   * @since 2.1.0
   */
  readonly allowed?: string;
  /**
   * Identifies the request in the log of the server. Quote it when you report a fault.
   *
   * @since 2.1.0
   */
  readonly request_id?: string;
}

/** Something outside the server that calls come from or go to, such as a telephone or a trunk. */
export interface Endpoint {
  /** Technology of the endpoint, for example `PJSIP`. */
  readonly technology: string;
  /** Name of the endpoint within its technology, for example `alice`. */
  readonly resource: string;
  /**
   * Whether the endpoint can be reached: `online`, `offline`, or `unknown` when the technology cannot tell. Changes
   * raise EndpointStateChange.
   */
  readonly state?: 'unknown' | 'offline' | 'online';
  /** Ids of the channels the endpoint has at present. Empty when it is idle. */
  readonly channel_ids: readonly string[];
  /** Highest number of simultaneous channels. Sent only when the endpoint has such a limit. */
  readonly max_channels?: number;
}

/**
 * A text message received outside a call; part of the TextMessageReceived event.
 *
 * @since 1.5.0
 */
export interface TextMessage {
  /** Sender, as the technology gives it, for example `sip:alice@example.com`. */
  readonly from: string;
  /** Recipient, as the technology gives it. */
  readonly to: string;
  /** Text of the message. May be empty. */
  readonly body: string;
  /** Further data that came with the message: an object with names as keys and texts as values. */
  readonly variables?: JsonObject;
}

/** Result of a dial attempt. It has no members and appears in no answer; dialling is reported by `Dial` events. */
export type Dialed = Readonly<Record<string, never>>;

/**
 * Place of a channel in the dialplan: context, extension and priority, with the dialplan application running there.
 */
export interface DialplanCEP {
  /** Dialplan context, for example `default`. */
  readonly context: string;
  /** Extension within the context, for example `100`. */
  readonly exten: string;
  /** Priority within the extension, counted from 1. */
  readonly priority: number;
  /**
   * Dialplan application the channel is running, for example `Stasis`; empty when there is none.
   *
   * @since 2.0.0
   */
  readonly app_name: string;
  /**
   * Arguments of that dialplan application as one text, for example `my-app,arg1`; empty when there are none.
   *
   * @since 2.0.0
   */
  readonly app_data: string;
}

/** Name and number of a party. */
export interface CallerID {
  /** Display name, for example `Alice`; empty when unknown. */
  readonly name: string;
  /** Telephone number or user, for example `100`; empty when unknown. */
  readonly number: string;
}

/**
 * SIP messages of one call.
 *
 * @since 2.1.0
 */
export interface SipTrace {
  /** The `Call-ID` of the call. */
  readonly call_id: string;
  /** Id of the channel, if the call has had one. */
  readonly channel_id?: string;
  /** How many messages between the first and the last ones are not kept. */
  readonly left_out: number;
  /** The messages, the oldest first. Present unless the format is `ladder`. */
  readonly messages?: readonly SipMessage[];
  /** A drawing of the call, one line a message. Present if the format is `ladder`. */
  readonly ladder?: string;
}

/**
 * What happened to a call.
 *
 * @since 2.1.0
 */
export interface Story {
  /** The id that was asked for. */
  readonly channel_id: string;
  /** How many lines at the end are not kept. */
  readonly left_out: number;
  /** The lines, the oldest first. Present if the format is `lines`. */
  readonly lines?: readonly StoryLine[];
  /** A drawing of the call, one line each. Present if the format is `ladder`. */
  readonly ladder?: string;
  /** A sequence diagram. Present if the format is `mermaid`. */
  readonly mermaid?: string;
}

/**
 * One thing that happened to a call.
 *
 * @since 2.1.0
 */
export interface StoryLine {
  /** When it happened. */
  readonly timestamp: string;
  /** `step` is an application of the dialplan that was started. */
  readonly kind: 'request' | 'answer' | 'event' | 'step' | 'sip';
  /** `application`, `server`, the name of a channel, or the address of a phone. */
  readonly from: string;
  /** The same for the receiving side; of an event, the names of the applications that got it. */
  readonly to: string;
  /** What happened, in one line: `POST /channels/1763164731.7/answer`, `ChannelStateChange Up`. */
  readonly label: string;
  /** Ids of the channels that it is about. Empty for a SIP message before the call has a channel. */
  readonly channel_ids: readonly string[];
  /** The JSON body of the request or answer, or the event. */
  readonly body?: JsonObject;
  /** The text of a SIP message, secrets masked. */
  readonly text?: string;
}

/**
 * One SIP message.
 *
 * @since 2.1.0
 */
export interface SipMessage {
  /** Grows from message to message, over all calls. */
  readonly number: number;
  /** When it came or went. */
  readonly timestamp: string;
  /** `in` for what the server has received, `out` for what it has sent. */
  readonly direction: 'in' | 'out';
  /** `UDP`, `TCP`, `TLS`, `WS` or `WSS`. */
  readonly transport: string;
  /** Address and port of the far end. */
  readonly remote_address: string;
  /** The `Call-ID` of the call. */
  readonly call_id: string;
  /** Method and address of a request; status, reason and method of an answer. */
  readonly summary: string;
  /** The whole message, secrets masked. */
  readonly text: string;
}

/**
 * Quality figures of the RTP session of a channel. Members with `tx` concern what the server sends, those with `rx`
 * what it receives; `remote_` marks figures reported by the far end, `local_` those measured by the server. All
 * members are always present.
 *
 * @since 2.0.0
 */
export interface RTPstat {
  /** Number of RTP packets sent. */
  readonly txcount: number;
  /** Number of RTP packets received. */
  readonly rxcount: number;
  /** Latest jitter of the sent stream, in seconds, as reported by the far end. */
  readonly txjitter?: number;
  /** Latest jitter of the received stream, in seconds, as measured by the server. */
  readonly rxjitter?: number;
  /** Highest jitter so far, in seconds, as reported by the far end about what the server sent. */
  readonly remote_maxjitter?: number;
  /** Lowest jitter so far, in seconds, as reported by the far end about what the server sent. */
  readonly remote_minjitter?: number;
  /** Mean jitter so far, in seconds, as reported by the far end about what the server sent. */
  readonly remote_normdevjitter?: number;
  /** Standard deviation of the jitter, in seconds, as reported by the far end about what the server sent. */
  readonly remote_stdevjitter?: number;
  /** Highest jitter so far, in seconds, as measured by the server on what it received. */
  readonly local_maxjitter?: number;
  /** Lowest jitter so far, in seconds, as measured by the server on what it received. */
  readonly local_minjitter?: number;
  /** Mean jitter so far, in seconds, as measured by the server on what it received. */
  readonly local_normdevjitter?: number;
  /** Standard deviation of the jitter, in seconds, as measured by the server on what it received. */
  readonly local_stdevjitter?: number;
  /** Number of sent packets that got lost, as reported by the far end. */
  readonly txploss: number;
  /** Number of packets the far end sent that did not arrive. */
  readonly rxploss: number;
  /** Highest packet loss per report so far, in packets, as reported by the far end about what the server sent. */
  readonly remote_maxrxploss?: number;
  /** Lowest packet loss per report so far, in packets, as reported by the far end about what the server sent. */
  readonly remote_minrxploss?: number;
  /** Mean packet loss per report so far, in packets, as reported by the far end about what the server sent. */
  readonly remote_normdevrxploss?: number;
  /**
   * Standard deviation of the packet loss per report, in packets, as reported by the far end about what the server
   * sent.
   */
  readonly remote_stdevrxploss?: number;
  /** Highest packet loss per report so far, in packets, as measured by the server on what it received. */
  readonly local_maxrxploss?: number;
  /** Lowest packet loss per report so far, in packets, as measured by the server on what it received. */
  readonly local_minrxploss?: number;
  /** Mean packet loss per report so far, in packets, as measured by the server on what it received. */
  readonly local_normdevrxploss?: number;
  /** Standard deviation of the packet loss per report, in packets, as measured by the server on what it received. */
  readonly local_stdevrxploss?: number;
  /** Latest round-trip time, in seconds. */
  readonly rtt?: number;
  /** Longest round-trip time so far, in seconds. */
  readonly maxrtt?: number;
  /** Shortest round-trip time so far, in seconds. */
  readonly minrtt?: number;
  /** Mean round-trip time so far, in seconds. */
  readonly normdevrtt?: number;
  /** Standard deviation of the round-trip time, in seconds. */
  readonly stdevrtt?: number;
  /** Synchronisation source (SSRC) of the stream the server sends. */
  readonly local_ssrc: number;
  /** Synchronisation source (SSRC) of the stream the server receives. */
  readonly remote_ssrc: number;
  /** Number of payload bytes sent. */
  readonly txoctetcount: number;
  /** Number of payload bytes received. */
  readonly rxoctetcount: number;
  /** Id of the channel the figures belong to. */
  readonly channel_uniqueid: string;
  /**
   * Latest media experience score of the sent stream, from 0 (unusable) to 100 (flawless), derived from what the
   * far end reports.
   */
  readonly txmes?: number;
  /**
   * Latest media experience score of the received stream, from 0 (unusable) to 100 (flawless), derived from what
   * the server measures.
   */
  readonly rxmes?: number;
  /**
   * Highest media experience score so far, on the scale from 0 to 100, for the sent stream, derived from the
   * reports of the far end.
   */
  readonly remote_maxmes?: number;
  /**
   * Lowest media experience score so far, on the scale from 0 to 100, for the sent stream, derived from the reports
   * of the far end.
   */
  readonly remote_minmes?: number;
  /**
   * Mean media experience score so far, on the scale from 0 to 100, for the sent stream, derived from the reports
   * of the far end.
   */
  readonly remote_normdevmes?: number;
  /**
   * Standard deviation of the media experience score for the sent stream, derived from the reports of the far end.
   */
  readonly remote_stdevmes?: number;
  /**
   * Highest media experience score so far, on the scale from 0 to 100, for the received stream, derived from the
   * measurements of the server.
   */
  readonly local_maxmes?: number;
  /**
   * Lowest media experience score so far, on the scale from 0 to 100, for the received stream, derived from the
   * measurements of the server.
   */
  readonly local_minmes?: number;
  /**
   * Mean media experience score so far, on the scale from 0 to 100, for the received stream, derived from the
   * measurements of the server.
   */
  readonly local_normdevmes?: number;
  /**
   * Standard deviation of the media experience score for the received stream, derived from the measurements of the
   * server.
   */
  readonly local_stdevmes?: number;
}

/**
 * A connection between the server and one party of a call. Text members that have no value are empty strings, never
 * `null`.
 */
export interface Channel {
  /**
   * Unique id of the channel, chosen at creation or generated, for example `1763164731.7`. All operations address
   * the channel by it.
   */
  readonly id: string;
  /**
   * Id of the call in the protocol of the channel, for SIP the Call-ID; empty where the technology has none.
   *
   * @since 2.0.0
   */
  readonly protocol_id: string;
  /**
   * Name of the channel, made of technology, resource and a suffix: `PJSIP/alice-00000001`. The halves of a `Local`
   * pair end in `;1` and `;2`.
   */
  readonly name: string;
  /**
   * Signalling state. An outgoing channel normally goes from `Down` over `Ringing` to `Up`, an incoming one from
   * `Ring` to `Up`. `Rsrvd` is down but reserved, `OffHook`, `Dialing`, `Dialing Offhook` and `Pre-ring` belong to
   * line interfaces, `Busy` means that busy was signalled, `Mute` that no audio is let through, `Unknown` that the
   * technology reported something else.
   */
  readonly state: 'Down' | 'Rsrvd' | 'OffHook' | 'Dialing' | 'Ring' | 'Ringing' | 'Up' | 'Busy' | 'Dialing Offhook' | 'Pre-ring' | 'Mute' | 'Unknown';
  /** The party at the far end of this channel. */
  readonly caller: CallerID;
  /** The party this channel is talking to, as it is shown to the far end. */
  readonly connected: CallerID;
  /** Account the channel is charged to; empty when none is set. */
  readonly accountcode: string;
  /** Place in the dialplan and the dialplan application running there. */
  readonly dialplan: DialplanCEP;
  /**
   * When the channel was created, with milliseconds and a numeric zone without a colon:
   * `2026-11-15T00:18:51.581+0000`.
   */
  readonly creationtime: string;
  /**
   * Language for sounds played to the channel, for example `en`.
   *
   * @since 1.7.0
   */
  readonly language: string;
  /**
   * Variables by name: those listed in the configuration option `channelvars`, with an empty string where unset,
   * and those set with `report_events`. Missing when there are neither. In the answer of the external media
   * operation it holds all variables of the channel.
   *
   * @since 2.0.0
   */
  readonly channelvars?: JsonObject;
  /**
   * Number from which the call was redirected; present only when there is one.
   *
   * @since 2.0.0
   */
  readonly caller_rdnis?: string;
  /**
   * Tenant the channel belongs to; present only when one is set.
   *
   * @since 2.0.0
   */
  readonly tenantid?: string;
  /**
   * Dialplan application the channel is running, for example `Stasis`; same as in `dialplan`, empty when there is
   * none.
   *
   * @since 2.0.0
   */
  readonly app_name: string;
  /**
   * Arguments of that dialplan application as one text; same as in `dialplan`, empty when there are none.
   *
   * @since 2.0.0
   */
  readonly app_data: string;
}

/** A meeting point of channels, either mixing their media or holding them while they wait. */
export interface Bridge {
  /** Id of the bridge, as requested at creation or a generated UUID. */
  readonly id: string;
  /**
   * How the media are handled at present: `simple_bridge` or `native_rtp` for up to two members, `softmix` from
   * three on and always with `video_sfu`, `holding_bridge` for holding bridges. Changes as members come and go.
   */
  readonly technology: string;
  /** Base type: `mixing` when members hear each other, `holding` when they wait. */
  readonly bridge_type: 'mixing' | 'holding';
  /** Comma-separated attribute list the bridge was made with, e.g. `mixing,dtmf_events`. */
  readonly type: string;
  /**
   * Origin of the bridge: `stasis` when made through this interface, otherwise for example `basic` for a call
   * connected by the dialplan.
   */
  readonly bridge_class: string;
  /** What made the bridge: `Stasis` when made through this interface; empty when unknown. */
  readonly creator: string;
  /** Name given at creation; empty when none was given. */
  readonly name: string;
  /**
   * Ids of the members in ascending order; hidden announcer, recorder and music channels are left out. Empty when
   * nobody is inside.
   */
  readonly channels: readonly string[];
  /**
   * Whose video the members see: `none`, `talker` (the member who speaks), `single` (one chosen member) or `sfu`
   * (everyone). Always sent.
   *
   * @since 2.0.0
   */
  readonly video_mode?: 'none' | 'talker' | 'single' | 'sfu';
  /**
   * Id of the channel whose video is shown. Present only when there is such a source.
   *
   * @since 2.0.0
   */
  readonly video_source_id?: string;
  /**
   * When the bridge was made, e.g. `2024-05-01T09:30:00.123+0000`: milliseconds and a numeric zone without a colon.
   *
   * @since 2.0.0
   */
  readonly creationtime: string;
  /**
   * Names and values of the bridge variables set with `report_events` true. Present only when there is at least
   * one.
   *
   * @since 2.0.0
   */
  readonly bridgevars?: JsonObject;
}

/** A recording on disk. */
export interface StoredRecording {
  /** Path of the file below the recording directory, without extension, e.g. `calls/room-7`. */
  readonly name: string;
  /** Extension of the file, which tells its format, e.g. `wav`. */
  readonly format: string;
}

/** A recording of a channel or bridge, from being queued until its end. */
export interface LiveRecording {
  /** Name the recording was started with; it identifies the recording while it is live. */
  readonly name: string;
  /** File format, given as the extension, e.g. `wav`. */
  readonly format: string;
  /**
   * What is being recorded: `channel:<id>` or `bridge:<id>`.
   *
   * @since 1.2.0
   */
  readonly target_uri: string;
  /**
   * Progress: `queued`, `recording`, `paused`, then `done` when it has ended and is stored, `canceled` when it was
   * abandoned, or `failed`. The last three are seen in `RecordingFinished` and `RecordingFailed` only.
   * @changed 1.5.0
   */
  readonly state: 'queued' | 'recording' | 'paused' | 'done' | 'failed' | 'canceled';
  /**
   * Length of the recorded audio in whole seconds, paused time excluded. Present once known, that is in
   * `RecordingFinished`.
   *
   * @since 1.5.0
   */
  readonly duration?: number;
  /**
   * Length of the recorded audio in whole seconds, like `duration`, but always present: what has been recorded so
   * far until the recording has ended.
   *
   * @since 1.5.0
   * @changed 2.1.0
   */
  readonly total_duration: number;
  /**
   * Seconds in which someone was heard: the whole seconds recorded, less those of silence. Present once known, and
   * only if the recording was started with a `maxSilenceSeconds` above 0.
   *
   * @since 1.5.0
   */
  readonly talking_duration?: number;
  /**
   * Whole seconds of silence. Present under the same conditions as `talking_duration`.
   *
   * @since 1.5.0
   */
  readonly silence_duration?: number;
  /** Why the recording failed, as text for people. Present in `RecordingFailed` only. */
  readonly cause?: string;
}

/** One file of a sound: a language and the format it is available in. */
export interface FormatLangPair {
  /** Language of the file, e.g. `en`. */
  readonly language: string;
  /** Name of the codec of the file, e.g. `slin`. */
  readonly format: string;
}

/** A prompt or other sound file installed on the server, playable as `sound:<id>`. */
export interface Sound {
  /** Name of the sound relative to the directory of its language, without extension, e.g. `digits/1`. */
  readonly id: string;
  /** What is heard, as English text, e.g. `one`. Present only when the server has a description of the sound. */
  readonly text?: string;
  /** The languages and formats the sound is available in; in a filtered list only the matching ones. */
  readonly formats: readonly FormatLangPair[];
}

/** A request to play one or more media to a channel or bridge, from being queued until its end. */
export interface Playback {
  /** Id of the playback, as requested or a generated UUID. */
  readonly id: string;
  /**
   * The item now playing or next to start, e.g. `sound:hello-world`; in `PlaybackContinuing` the item that has just
   * ended.
   */
  readonly media_uri: string;
  /**
   * The item that follows `media_uri`. Present only while there is one.
   *
   * @since 2.0.0
   */
  readonly next_media_uri?: string;
  /** Where the media are heard: `channel:<id>` or `bridge:<id>`. */
  readonly target_uri: string;
  /**
   * Language of sounds and spoken items, e.g. `en`: the one requested, otherwise that of the target. Always sent.
   */
  readonly language?: string;
  /**
   * Progress: `queued` until its turn comes, `playing`, `paused`, `continuing` between two items, then `done` when
   * it is over or was stopped, or `failed` when the last item could not be played or the target went away. The last
   * two are seen in `PlaybackFinished` only.
   */
  readonly state: 'queued' | 'playing' | 'paused' | 'continuing' | 'done' | 'failed';
}

/** A device and the state it is in. */
export interface DeviceState {
  /** Name of the device, for example `Stasis:lamp`. */
  readonly name: string;
  /**
   * Present state: `NOT_INUSE` is idle, `INUSE` at least one call, `BUSY` no further call possible, `RINGING` being
   * called, `RINGINUSE` in a call and being called, `ONHOLD` a call on hold, `UNAVAILABLE` not reachable, `INVALID`
   * no such device, `UNKNOWN` nothing known.
   */
  readonly state: 'UNKNOWN' | 'NOT_INUSE' | 'INUSE' | 'BUSY' | 'INVALID' | 'UNAVAILABLE' | 'RINGING' | 'RINGINUSE' | 'ONHOLD';
}

/** Message counts of a mailbox, as last set through this interface. */
export interface Mailbox {
  /** Name of the mailbox, for example `6001@default`. */
  readonly name: string;
  /** Number of messages already heard. */
  readonly old_messages: number;
  /** Number of messages not heard yet; the message-waiting indication is on while it is above 0. */
  readonly new_messages: number;
}

/** The fields that every Message carries. */
export interface MessageFields {
  /** Name of the model of this message, e.g. `StasisStart`. */
  readonly type: string;
  /**
   * Identifies the server that sent the message: six hexadecimal pairs, e.g. `02:42:ac:11:00:02`, unless configured
   * otherwise. Present on every message; useful when one client serves several servers.
   *
   * @since 2.0.0
   */
  readonly asterisk_id?: string;
}

/**
 * What every message on the event websocket has in common. `type` tells which model the rest follows. Clients
 * should ignore types and fields they do not know.
 */
export type Message =
  | MissingParams
  | Event;

/** Every value that `type` of a Message can have. */
export type MessageType = Message['type'];

/**
 * Reserved: known to clients of older descriptions; the server does not send it. A websocket request without its
 * required parameters is refused with 400 instead.
 */
export interface MissingParams extends MessageFields {
  readonly type: 'MissingParams';
  /** Names of the parameters that were missing. */
  readonly params: readonly string[];
}

/** The fields that every Event carries. */
export interface EventFields extends MessageFields {
  /**
   * Name of the application the event is addressed to. On a socket that serves several applications, an event for
   * two of them is sent twice, once with each name.
   */
  readonly application: string;
  /** When the event was raised, in milliseconds with a numeric zone, e.g. `2026-11-15T00:18:51.581+0000`. */
  readonly timestamp: string;
  /**
   * Number of the event within its application, each one higher by 1 than the one before. The first number is some
   * large one; when the numbering begins anew, after a restart, on another node or after the application was
   * forgotten, it goes on above every number given out before. Present only on sockets opened with `resume`, and
   * not on `ApplicationReplaced`, `EventsMissed` and `RESTResponse`, which are not kept.
   *
   * @since 2.1.0
   */
  readonly sequence?: number;
  /**
   * In a cluster: the node where the event happened and its number there, e.g. `a-1794794878000017`, by which the
   * application can resume on another node. Numbers of a node grow; the last one of each node is what
   * `lastSequence` takes. Present where `sequence` is, on servers that are nodes of a cluster.
   *
   * @since 2.1.0
   */
  readonly origin?: string;
}

/**
 * What every event has in common, besides the fields of `Message`. An application gets each event once, however
 * many of its subscriptions match, and only if its event filter lets the type pass.
 */
export type Event =
  | DeviceStateChanged
  | PlaybackStarted
  | PlaybackContinuing
  | PlaybackFinished
  | RecordingStarted
  | RecordingFinished
  | RecordingFailed
  | ApplicationMoveFailed
  | ApplicationRegistered
  | ApplicationUnregistered
  | ApplicationReplaced
  | BridgeCreated
  | BridgeDestroyed
  | BridgeMerged
  | BridgeBlindTransfer
  | BridgeAttendedTransfer
  | BridgeVideoSourceChanged
  | ChannelCreated
  | ChannelDestroyed
  | ChannelEnteredBridge
  | ChannelLeftBridge
  | ChannelStateChange
  | ChannelDtmfReceived
  | ChannelDialplan
  | ChannelCallerId
  | ChannelUserevent
  | ChannelHangupRequest
  | ChannelVarset
  | ChannelToneDetected
  | ChannelTalkingStarted
  | ChannelTalkingFinished
  | ChannelHold
  | ChannelUnhold
  | ContactStatusChange
  | EndpointStateChange
  | Dial
  | StasisEnd
  | StasisStart
  | TextMessageReceived
  | ChannelConnectedLine
  | PeerStatusChange
  | ChannelTransfer
  | RESTResponse
  | CallBroadcast
  | CallClaimed
  | CallHandedOver
  | EventsMissed;

/**
 * One of the addresses at which an endpoint can be reached.
 *
 * @since 1.7.0
 */
export interface ContactInfo {
  /** Address of the contact, e.g. `sip:alice@192.0.2.10:5060`. */
  readonly uri: string;
  /**
   * `Reachable` or `Unreachable` by the last check; `Unknown` before the first one; `NonQualified` when it is not
   * checked; `Removed` when the contact is gone.
   */
  readonly contact_status: 'Unreachable' | 'Reachable' | 'Unknown' | 'NonQualified' | 'Removed';
  /** Name of the address of record that holds the contact, e.g. `alice`. */
  readonly aor: string;
  /** Time the contact took to answer the last check, in microseconds, as text, e.g. `"1843"`. Present when known. */
  readonly roundtrip_usec?: string;
}

/**
 * Registration and reachability of an endpoint. Apart from `peer_status`, a field is present only when the
 * technology supplies it.
 *
 * @since 1.7.0
 */
export interface Peer {
  /**
   * The new status in the words of the technology, e.g. `Registered`, `Unregistered`, `Reachable` or `Unreachable`.
   */
  readonly peer_status: string;
  /** Why the status changed, as text. */
  readonly cause?: string;
  /** Network address of the peer, e.g. `192.0.2.10`. */
  readonly address?: string;
  /** Port of the peer, as text, e.g. `5060`. */
  readonly port?: string;
  /** Time the peer took to answer the last check, as text, in the unit of the technology. */
  readonly time?: string;
}

/**
 * The state of a device has changed. Sent to every application subscribed to that device (`deviceState:<name>`) or
 * to all device states. The same state may be reported more than once in a row.
 */
export interface DeviceStateChanged extends EventFields {
  readonly type: 'DeviceStateChanged';
  /** The device and its state now, summed up over everything that contributes to it. */
  readonly device_state: DeviceState;
}

/**
 * A media item has begun to play. Raised once for each item of a list, and again when a paused playback goes on.
 * Sent to every application subscribed to the channel or bridge that is being played to. An item that turns out
 * unplayable may be announced too before the playback goes on or ends.
 */
export interface PlaybackStarted extends EventFields {
  readonly type: 'PlaybackStarted';
  /** The playback, in state `playing`; `media_uri` is the item that starts. */
  readonly playback: Playback;
}

/**
 * A media item is over, or has failed, and another one of the list follows: its `PlaybackStarted` is next. Sent to
 * every application subscribed to the channel or bridge that is being played to. Not raised after the last item.
 *
 * @since 2.0.0
 */
export interface PlaybackContinuing extends EventFields {
  readonly type: 'PlaybackContinuing';
  /** The playback, in state `continuing`; `media_uri` is the item that is over, `next_media_uri` the one to come. */
  readonly playback: Playback;
}

/**
 * A playback is over: played to the end, stopped, failed, or cut off by a hangup or the end of the bridge. Raised
 * exactly once for each playback, also for a list, and then the playback can no longer be fetched. Sent to every
 * application subscribed to the channel or bridge that was played to. One stopped while still waiting never starts
 * and sends only this event. At a hangup it comes before `StasisEnd`, with state `failed`.
 */
export interface PlaybackFinished extends EventFields {
  readonly type: 'PlaybackFinished';
  /**
   * The playback; `state` is `done`, or `failed` when the last item could not be played to its end (unknown media,
   * hangup). Stopping counts as `done`.
   */
  readonly playback: Playback;
}

/**
 * A recording has begun to take down audio; until then it was queued. Sent to every application subscribed to the
 * channel or bridge that is being recorded. Pausing, resuming, muting and unmuting raise no events.
 */
export interface RecordingStarted extends EventFields {
  readonly type: 'RecordingStarted';
  /** The recording, in state `recording`. */
  readonly recording: LiveRecording;
}

/**
 * A recording has ended without failure: stopped, cancelled, limited by its duration, by silence or by a key, or
 * because the channel hung up. Sent to every application subscribed to the channel or bridge that was recorded. At
 * a hangup it comes before `StasisEnd`. One stopped or cancelled while still waiting never starts and sends only
 * this event.
 */
export interface RecordingFinished extends EventFields {
  readonly type: 'RecordingFinished';
  /**
   * The recording. State `done`: it is stored under its name, and the durations are known, in whole seconds. State
   * `canceled`: nothing is stored.
   */
  readonly recording: LiveRecording;
}

/**
 * A recording could not be made or carried on after the request had been accepted, for example because its file
 * cannot be written. Sent to every application subscribed to the channel or bridge that was to be recorded.
 */
export interface RecordingFailed extends EventFields {
  readonly type: 'RecordingFailed';
  /** The recording, in state `failed`; `cause` says why. */
  readonly recording: LiveRecording;
}

/**
 * A channel could not be moved to another application because that one is not registered or not connected. Sent to
 * the application the channel is in, some time after the move operation was accepted with 204. The channel stays
 * where it is; no `StasisEnd` is sent.
 *
 * @since 2.0.0
 */
export interface ApplicationMoveFailed extends EventFields {
  readonly type: 'ApplicationMoveFailed';
  /** The channel that was to be moved. */
  readonly channel: Channel;
  /** Name of the application that could not take the channel. */
  readonly destination: string;
  /** Arguments that were meant for that application, as given in `appArgs`. May be empty. */
  readonly args: readonly string[];
}

/**
 * The application named in `application` is served by this websocket. Sent only on sockets that the server opens
 * towards an application, once for each application after every connect and reconnect, before any other event. On a
 * per-call socket the application is called `<app>:<channel name>`, and `StasisStart` follows.
 *
 * @since 2.0.0
 */
export interface ApplicationRegistered extends EventFields {
  readonly type: 'ApplicationRegistered';
}

/**
 * The application named in `application` is no longer served by this websocket, for example because the
 * configuration was changed. Sent only on sockets that the server opens towards an application.
 *
 * @since 2.0.0
 */
export interface ApplicationUnregistered extends EventFields {
  readonly type: 'ApplicationUnregistered';
}

/**
 * Another websocket has registered the same application and receives its events from now on. Sent to the old socket
 * as the last event for that application. The socket stays open, and goes on serving any other application it
 * named. An event filter may hide this event.
 */
export interface ApplicationReplaced extends EventFields {
  readonly type: 'ApplicationReplaced';
}

/**
 * A bridge has come into being. Sent only to applications subscribed to all bridges: creating a bridge subscribes
 * nobody to it.
 */
export interface BridgeCreated extends EventFields {
  readonly type: 'BridgeCreated';
  /** The new bridge, still empty. */
  readonly bridge: Bridge;
}

/**
 * A bridge is gone, sent exactly once and after a `ChannelLeftBridge` for each channel that was inside. Sent to
 * every application subscribed to the bridge. The channels go on in their applications. An application that was
 * subscribed only because its channel was inside may lose that subscription as the channel leaves and miss this
 * event; subscribe to `bridge:<bridgeId>` to be sure of it.
 */
export interface BridgeDestroyed extends EventFields {
  readonly type: 'BridgeDestroyed';
  /** The bridge as it was at its end; `channels` is empty. */
  readonly bridge: Bridge;
}

/**
 * All channels of one bridge have been taken into another one. Sent to every application subscribed to either
 * bridge.
 */
export interface BridgeMerged extends EventFields {
  readonly type: 'BridgeMerged';
  /** The bridge that took the channels and lives on. */
  readonly bridge: Bridge;
  /** The bridge that gave its channels up and is about to be destroyed. */
  readonly bridge_from: Bridge;
}

/**
 * The channel whose video the others in a bridge see has changed. Raised by setting or clearing the video source
 * when that really changes it. Sent to every application subscribed to the bridge.
 *
 * @since 2.0.0
 */
export interface BridgeVideoSourceChanged extends EventFields {
  readonly type: 'BridgeVideoSourceChanged';
  /** The bridge; `video_source_id` holds the new source, if there is one. */
  readonly bridge: Bridge;
  /** Id of the channel that was the source before. Absent when there was none. */
  readonly old_video_source_id?: string;
}

/**
 * Someone in a bridge has transferred the other side without asking the target first. Sent, also when the attempt
 * fails, to every application subscribed to the bridge or to any channel involved.
 *
 * @since 1.1.0
 */
export interface BridgeBlindTransfer extends EventFields {
  readonly type: 'BridgeBlindTransfer';
  /** The channel that transferred the call. */
  readonly channel: Channel;
  /**
   * The channel that takes the place of the transferring one in the bridge. Present only when a pair of local
   * channels had to be made, as when several parties are transferred together.
   *
   * @since 1.5.0
   */
  readonly replace_channel?: Channel;
  /**
   * The channel that was transferred. Absent when several were.
   *
   * @since 1.5.0
   */
  readonly transferee?: Channel;
  /** Extension transferred to. */
  readonly exten: string;
  /** Dialplan context of that extension. */
  readonly context: string;
  /**
   * Outcome: `Success`; `Fail` for an internal failure; `Invalid` when the target or the situation does not allow
   * it; `Not Permitted` when a channel may not be transferred.
   */
  readonly result: 'Success' | 'Fail' | 'Invalid' | 'Not Permitted';
  /**
   * `true` when the transfer was requested by the device or from outside; `false` when it was keyed in as a feature
   * code.
   */
  readonly is_external: boolean;
  /** The bridge the transfer started from. Absent when there was none. */
  readonly bridge?: Bridge;
}

/**
 * Someone has connected the parties of two of its calls with each other. Sent, also when the attempt fails, to
 * every application subscribed to any channel or bridge involved. `destination_type` says which of the
 * `destination_…` fields are present.
 *
 * @since 1.1.0
 */
export interface BridgeAttendedTransfer extends EventFields {
  readonly type: 'BridgeAttendedTransfer';
  /** The transferring party's channel in the first call. */
  readonly transferer_first_leg: Channel;
  /** The transferring party's channel in the second call, the one to the target. */
  readonly transferer_second_leg: Channel;
  /**
   * The channel that takes the place of the transferring one, when one had to be made.
   *
   * @since 1.5.0
   */
  readonly replace_channel?: Channel;
  /**
   * The channel that is handed over. Absent when there are several.
   *
   * @since 1.5.0
   */
  readonly transferee?: Channel;
  /**
   * The channel it is handed to. Absent when there are several, or when the target is an application.
   *
   * @since 1.5.0
   */
  readonly transfer_target?: Channel;
  /**
   * Outcome: `Success`; `Fail` for an internal failure; `Invalid` when the situation does not allow it; `Not
   * Permitted` when a channel may not be transferred.
   */
  readonly result: 'Success' | 'Fail' | 'Invalid' | 'Not Permitted';
  /**
   * `true` when the transfer was requested by the device or from outside; `false` when it was keyed in as a feature
   * code.
   */
  readonly is_external: boolean;
  /** The bridge of the first call. Absent when that leg was not in a bridge. */
  readonly transferer_first_leg_bridge?: Bridge;
  /** The bridge of the second call. Absent when that leg was not in a bridge. */
  readonly transferer_second_leg_bridge?: Bridge;
  /**
   * How the parties are now connected: `bridge` in one bridge, `application` with a channel running a dialplan
   * application, `link` by a pair of local channels between two bridges, `threeway` as a conference including the
   * transferring party, `fail` not at all.
   */
  readonly destination_type: 'bridge' | 'application' | 'link' | 'threeway' | 'fail';
  /** Id of the bridge that holds the parties, for `bridge`. */
  readonly destination_bridge?: string;
  /** Name of the dialplan application the other side runs, for `application`. */
  readonly destination_application?: string;
  /** The half of the local pair in the first bridge, for `link`. */
  readonly destination_link_first_leg?: Channel;
  /** The half of the local pair in the second bridge, for `link`. */
  readonly destination_link_second_leg?: Channel;
  /** The transferring party's channel that stays in the conference, for `threeway`. */
  readonly destination_threeway_channel?: Channel;
  /** The bridge of the conference, for `threeway`. */
  readonly destination_threeway_bridge?: Bridge;
}

/**
 * A channel has come into being. Sent to applications subscribed to all channels or to the endpoint of the channel;
 * nobody else can know it yet. The application named in originate or create does not get it: it is subscribed just
 * afterwards.
 */
export interface ChannelCreated extends EventFields {
  readonly type: 'ChannelCreated';
  /** The new channel. */
  readonly channel: Channel;
}

/**
 * A channel is gone; it is the last event about it, sent exactly once, and the channel can no longer be fetched.
 * Sent to every application still subscribed to the channel: those that originated or created it, and those that
 * subscribed themselves, but not one whose subscription ended with `StasisEnd`. A call that times out unanswered
 * ends with this event (cause 19), without a closing `Dial`.
 */
export interface ChannelDestroyed extends EventFields {
  readonly type: 'ChannelDestroyed';
  /**
   * Why the channel ended, as a Q.850 cause number, e.g. `16` for normal clearing, `17` for busy, `19` for no
   * answer; `0` when unknown.
   */
  readonly cause: number;
  /** The cause in words, e.g. `Normal Clearing`. */
  readonly cause_txt: string;
  /**
   * Code of the technology itself, present only when the channel did not end normally: for SIP the last response
   * status, e.g. `486`; for media websockets the close code, e.g. `1001`.
   *
   * @since 2.0.0
   */
  readonly tech_cause?: number;
  /** The channel as it was at its end. */
  readonly channel: Channel;
}

/**
 * A channel has joined a bridge; one event for each channel, in the order they were added. Sent to every
 * application subscribed to the channel or the bridge; the application of the channel is subscribed to the bridge
 * by joining it. From the second member on, a `ChannelVarset` for `BRIDGEPEER` follows for every member. A channel
 * that comes from another bridge, or is added again, sends `ChannelLeftBridge` first.
 */
export interface ChannelEnteredBridge extends EventFields {
  readonly type: 'ChannelEnteredBridge';
  /**
   * The bridge, the new channel already among its `channels`. Its `technology` may still be the one from before, as
   * a bridge switches only after the join.
   */
  readonly bridge: Bridge;
  /** The channel that has joined. Always sent. */
  readonly channel?: Channel;
}

/**
 * A channel has left a bridge: removed, moved to another bridge, hung up, continued in the dialplan, or because the
 * bridge is being destroyed. Sent to every application subscribed to the channel or the bridge, before any
 * `StasisEnd` or `BridgeDestroyed` that goes with it. If the channel had peers, a `ChannelVarset` that empties
 * `BRIDGEPEER` comes first.
 */
export interface ChannelLeftBridge extends EventFields {
  readonly type: 'ChannelLeftBridge';
  /** The bridge, the channel no longer among its `channels`. */
  readonly bridge: Bridge;
  /** The channel that has left. */
  readonly channel: Channel;
}

/**
 * The state of a channel has changed, e.g. from `Down` to `Ringing` or `Up`. Sent to every application subscribed
 * to the channel. When an outgoing call is answered, it precedes the `Dial` event with `ANSWER`.
 */
export interface ChannelStateChange extends EventFields {
  readonly type: 'ChannelStateChange';
  /** The channel; `state` holds the new state. */
  readonly channel: Channel;
}

/**
 * The far end of a channel has pressed a key; raised when the key is released. Sent to every application subscribed
 * to the channel. Digits sent to the channel by `dtmf` raise no event for that channel, only for the channel that
 * receives them.
 */
export interface ChannelDtmfReceived extends EventFields {
  readonly type: 'ChannelDtmfReceived';
  /** The key: one of `0`-`9`, `*`, `#`, `A`-`D` (letters in the case they were sent). */
  readonly digit: string;
  /** How long the key was held, in milliseconds. */
  readonly duration_ms: number;
  /** The channel the key came from. */
  readonly channel: Channel;
}

/**
 * A channel has arrived at a new place in the dialplan and starts an application there; one event for each step.
 * Also raised when a created or snoop channel starts to run in its application, but not for an originated one. Sent
 * to every application subscribed to the channel.
 */
export interface ChannelDialplan extends EventFields {
  readonly type: 'ChannelDialplan';
  /** The channel; `dialplan` holds the new place. */
  readonly channel: Channel;
  /** Name of the dialplan application about to run, e.g. `Answer`. */
  readonly dialplan_app: string;
  /** Arguments of that application as one string. May be empty. */
  readonly dialplan_app_data: string;
}

/**
 * The caller name or number of a channel has changed. Sent to every application subscribed to the channel. Changes
 * of other caller data raise no event.
 */
export interface ChannelCallerId extends EventFields {
  readonly type: 'ChannelCallerId';
  /**
   * Whether the number may be shown and how it was screened, as a number, e.g. `0` for allowed and not screened,
   * `32` for prohibited, `67` for unavailable.
   */
  readonly caller_presentation: number;
  /** The presentation in words, e.g. `Presentation Allowed, Not Screened` or `Number Unavailable`. */
  readonly caller_presentation_txt: string;
  /** The channel; `caller` holds the new name and number. */
  readonly channel: Channel;
}

/**
 * An event made up by an application or by the dialplan. One raised by `POST /events/user/{eventName}` goes only to
 * the application named there; one raised by the dialplan application `UserEvent` carries its channel and goes to
 * every application subscribed to that channel.
 */
export interface ChannelUserevent extends EventFields {
  readonly type: 'ChannelUserevent';
  /** Name of the event, as given when it was raised. */
  readonly eventname: string;
  /** Snapshot of the channel given as a source, or of the channel that ran `UserEvent`. Absent if there is none. */
  readonly channel?: Channel;
  /**
   * Snapshot of the bridge given as a source. Absent if there is none.
   *
   * @since 1.3.0
   */
  readonly bridge?: Bridge;
  /**
   * Snapshot of the endpoint given as a source. Absent if there is none.
   *
   * @since 1.3.0
   */
  readonly endpoint?: Endpoint;
  /**
   * Data of the event: the members of `variables`, or the `key:value` pairs of `UserEvent`, and `eventname` once
   * more.
   */
  readonly userevent: JsonObject;
}

/**
 * A channel has been asked to hang up, by its far end or on the server; it still exists. Sent to every application
 * subscribed to the channel. `ChannelLeftBridge` and `StasisEnd`, where they apply, and then `ChannelDestroyed`
 * follow. One channel may see several requests before it is gone.
 */
export interface ChannelHangupRequest extends EventFields {
  readonly type: 'ChannelHangupRequest';
  /**
   * For a request from the far end the Q.850 cause, e.g. `16`. For a request made on the server, where `soft` is
   * `true`, an internal code instead: `32` for a hangup by REST and for a dial timeout, whatever reason was given.
   * The final cause is in `ChannelDestroyed`.
   */
  readonly cause?: number;
  /**
   * Code of the technology itself, e.g. the SIP response status, present only when the channel does not end
   * normally. The side that did not hang up first may lack it here and have it in `ChannelDestroyed`.
   *
   * @since 2.0.0
   */
  readonly tech_cause?: number;
  /** `true` when the request was made on the server; absent otherwise. */
  readonly soft?: boolean;
  /** The channel that is asked to hang up. */
  readonly channel: Channel;
}

/**
 * A variable has been written, by REST, by the dialplan or by the server itself (`STASISSTATUS`, `BRIDGEPEER` and
 * the like). Sent to every application subscribed to the channel. For a global variable there is no channel, and
 * applications subscribed to all channels get the event. Bridge variables and most functions raise none.
 */
export interface ChannelVarset extends EventFields {
  readonly type: 'ChannelVarset';
  /** Name of the variable, without the underscores that mark inheritance. */
  readonly variable: string;
  /** The new value; an empty string when the variable was emptied. */
  readonly value: string;
  /** The channel the variable belongs to. Absent for a global variable. */
  readonly channel?: Channel;
}

/**
 * The device behind a channel has put its call on hold. Sent to every application subscribed to the channel. With
 * `HOLD_INTERCEPT(set)` on the channel this event replaces the hold itself, and the application decides what
 * happens. The hold operation of the interface, which tells a device to hold, does not raise it otherwise.
 *
 * @since 1.7.0
 */
export interface ChannelHold extends EventFields {
  readonly type: 'ChannelHold';
  /** The channel whose device has put the call on hold. */
  readonly channel: Channel;
  /** Music class the device asks for; `N/A` when it asks for none. */
  readonly musicclass: string;
}

/**
 * The device behind a channel has taken its call off hold. Sent to every application subscribed to the channel.
 * With `HOLD_INTERCEPT(set)` on the channel this event replaces the unhold itself.
 *
 * @since 1.7.0
 */
export interface ChannelUnhold extends EventFields {
  readonly type: 'ChannelUnhold';
  /** The channel whose device has taken the call off hold. */
  readonly channel: Channel;
}

/**
 * The tone looked for has been heard on a channel. Needs tone detection, switched on by writing the variable
 * `TONE_DETECT(<frequency>)`. Sent to every application subscribed to the channel.
 *
 * @since 2.0.0
 */
export interface ChannelToneDetected extends EventFields {
  readonly type: 'ChannelToneDetected';
  /** The channel on which the tone was heard. */
  readonly channel: Channel;
}

/**
 * Talking has been detected on a channel. Needs talk detection, switched on by writing the variable
 * `TALK_DETECT(set)`. Sent to every application subscribed to the channel. `ChannelTalkingFinished` follows after
 * enough silence.
 *
 * @since 1.4.0
 */
export interface ChannelTalkingStarted extends EventFields {
  readonly type: 'ChannelTalkingStarted';
  /** The channel from which talking is heard. */
  readonly channel: Channel;
}

/**
 * A channel has fallen silent after `ChannelTalkingStarted`. Raised when the silence has lasted as long as talk
 * detection demands, 2500 ms unless set otherwise. Sent to every application subscribed to the channel.
 *
 * @since 1.4.0
 */
export interface ChannelTalkingFinished extends EventFields {
  readonly type: 'ChannelTalkingFinished';
  /** The channel that has fallen silent. */
  readonly channel: Channel;
  /** How long the talking lasted, in milliseconds; the silence that ended it does not count. */
  readonly duration: number;
}

/**
 * A contact of an endpoint, one of the addresses it can be reached at, has been added, removed or found reachable
 * or unreachable. Sent to every application subscribed to the endpoint (`endpoint:<tech>/<resource>`), to its
 * technology (`endpoint:<tech>`) or to all endpoints.
 *
 * @since 1.7.0
 */
export interface ContactStatusChange extends EventFields {
  readonly type: 'ContactStatusChange';
  /** The endpoint the contact belongs to. */
  readonly endpoint: Endpoint;
  /** The contact and its status now. */
  readonly contact_info: ContactInfo;
}

/**
 * The registration or reachability of an endpoint has changed. Sent to every application subscribed to the endpoint
 * (`endpoint:<tech>/<resource>`), to its technology (`endpoint:<tech>`) or to all endpoints.
 *
 * @since 1.7.0
 */
export interface PeerStatusChange extends EventFields {
  readonly type: 'PeerStatusChange';
  /** The endpoint concerned. */
  readonly endpoint: Endpoint;
  /** What has changed. */
  readonly peer: Peer;
}

/**
 * An endpoint has gone online or offline, or a channel of it comes or has gone: it is sent before `ChannelCreated`
 * and after `ChannelDestroyed`. Sent to every application subscribed to the endpoint (`endpoint:<tech>/<resource>`)
 * or to its technology (`endpoint:<tech>`); a subscription to all endpoints or to everything does not bring it.
 */
export interface EndpointStateChange extends EventFields {
  readonly type: 'EndpointStateChange';
  /** The endpoint as it is now. */
  readonly endpoint: Endpoint;
}

/**
 * The progress of an outgoing call. The first event has an empty `dialstatus`, then follow `RINGING`, `PROGRESS` or
 * `PROCEEDING` as the far end reports them, and at the end a final status. A far end that has answered may report
 * `PROGRESS` again. Sent to every application subscribed to the caller or the peer; the application of an
 * originated or created channel is. An originate or dial that runs into its timeout sends no final event here:
 * `ChannelDestroyed` with cause 19 tells. After `ANSWER` an originated channel enters its application with
 * `StasisStart`.
 */
export interface Dial extends EventFields {
  readonly type: 'Dial';
  /** The channel that is calling. Absent when nobody is, as for originate. */
  readonly caller?: Channel;
  /** The channel that is being called. */
  readonly peer: Channel;
  /** Where the called party forwards the call to. Always sent, empty when not forwarded. */
  readonly forward?: string;
  /** The channel made for the forwarded call. Present only when the call is forwarded. */
  readonly forwarded?: Channel;
  /**
   * What is dialled, without the technology and its slash, e.g. `100@default/n`. Always sent; empty in later events
   * of the same call.
   */
  readonly dialstring?: string;
  /**
   * How far the call has come: empty when dialling starts; `RINGING`, `PROGRESS`, `PROCEEDING` on the way;
   * `ANSWER`, `BUSY`, `CONGESTION`, `NOANSWER`, `CANCEL`, `CHANUNAVAIL` at its end.
   */
  readonly dialstatus: '' | 'RINGING' | 'PROGRESS' | 'PROCEEDING' | 'ANSWER' | 'BUSY' | 'CONGESTION' | 'NOANSWER' | 'CANCEL' | 'CHANUNAVAIL';
}

/**
 * A channel has left the application: it hung up, went on in the dialplan, moved to another application or was
 * replaced by a transfer. Sent only to that application; commands to the channel are refused from now on. Playbacks
 * and recordings of a channel that hangs up are reported as over before it, as is `ChannelLeftBridge`; a
 * `ChannelVarset` for `STASISSTATUS` and, at a hangup, `ChannelDestroyed` come after it. The subscription made on
 * entering ends here, so an application whose channel came from the dialplan or from snoop does not see its
 * `ChannelDestroyed` unless it subscribed itself.
 */
export interface StasisEnd extends EventFields {
  readonly type: 'StasisEnd';
  /** The channel that has left, as it was at that moment. */
  readonly channel: Channel;
}

/**
 * A channel has entered the application, which from now on controls it and is subscribed to it. Sent only to that
 * application, whether the channel came from the dialplan, by originate, create, snoop or external media, by a
 * move, by a won claim or in the course of a transfer. An originated channel enters once it is answered, a created
 * one at once in state `Down`. A `ChannelVarset` that empties `STASISSTATUS` usually comes just before.
 */
export interface StasisStart extends EventFields {
  readonly type: 'StasisStart';
  /**
   * Arguments for the application, in order: those of the dialplan application, `appArgs` of the REST operation,
   * `data` of external media, or the colon-separated arguments of the broadcast. An empty list if there are none.
   */
  readonly args: readonly string[];
  /** The channel that has entered. */
  readonly channel: Channel;
  /**
   * The channel whose place the new one takes. Present only when a transfer swaps one for the other.
   *
   * @since 1.5.0
   */
  readonly replace_channel?: Channel;
}

/**
 * A text message outside any call has come from an endpoint. Sent to every application subscribed to the endpoint
 * (`endpoint:<tech>/<resource>`), to its technology (`endpoint:<tech>`) or to all endpoints. The message is also
 * offered to the dialplan if that handles messages.
 *
 * @since 1.5.0
 */
export interface TextMessageReceived extends EventFields {
  readonly type: 'TextMessageReceived';
  /** The message: sender, recipient, text and further data. */
  readonly message: TextMessage;
  /** The endpoint it came from. Absent when the sender is no endpoint of this server. */
  readonly endpoint?: Endpoint;
}

/**
 * The name or number of the party a channel is connected to has changed, for example because it joined another one
 * in a bridge. Sent to every application subscribed to the channel.
 *
 * @since 1.6.0
 */
export interface ChannelConnectedLine extends EventFields {
  readonly type: 'ChannelConnectedLine';
  /** The channel; `connected` holds the new name and number. */
  readonly channel: Channel;
}

/**
 * A SIP channel has received a transfer request that the application is to carry out itself. Needs
 * `PJSIP_TRANSFER_HANDLING()` set to `ari-only` on the channel; the server then does nothing of its own. Sent to
 * every application subscribed to the channel. Report how it goes with `POST
 * /channels/{channelId}/transfer_progress`.
 *
 * @since 2.0.0
 */
export interface ChannelTransfer extends EventFields {
  readonly type: 'ChannelTransfer';
  /**
   * How far the transfer has come. Absent in the request itself; present once progress is known. An unavailable
   * target is shown as `channel_declined`.
   */
  readonly state?: 'channel_progress' | 'channel_answered' | 'channel_declined';
  /** Where the call is to be transferred. */
  readonly refer_to: ReferTo;
  /** Who asked for the transfer. */
  readonly referred_by: ReferredBy;
}

/**
 * Target of a transfer request. For an attended transfer it also shows the call that is to be replaced, as far as
 * this server knows it.
 *
 * @since 2.0.0
 */
export interface ReferTo {
  /** The target as it stands in the request. */
  readonly requested_destination: RequiredDestination;
  /** The channel of the call that is to be replaced. Present for an attended transfer to a call of this server. */
  readonly destination_channel?: Channel;
  /** The channel `destination_channel` talks to. Absent when there is none, or more than one. */
  readonly connected_channel?: Channel;
  /** The bridge `destination_channel` is in. Absent when it is in none. */
  readonly bridge?: Bridge;
}

/**
 * Origin of a transfer request.
 *
 * @since 2.0.0
 */
export interface ReferredBy {
  /** The channel on which the request came in. */
  readonly source_channel: Channel;
  /**
   * The channel `source_channel` talks to, usually the one to be transferred. Absent when there is none, or more
   * than one.
   */
  readonly connected_channel?: Channel;
  /** The bridge `source_channel` is in. Absent when it is in none. */
  readonly bridge?: Bridge;
}

/**
 * The target named in a transfer request: either `destination` (blind transfer) or `protocol_id` (attended
 * transfer), never both.
 *
 * @since 2.0.0
 */
export interface RequiredDestination {
  /**
   * Id of the call to be replaced in terms of the technology, for SIP its Call-ID; compare `protocol_id` of
   * channels. Attended transfers only.
   */
  readonly protocol_id?: string;
  /** User or number to transfer to, e.g. `2000`. Blind transfers only. */
  readonly destination?: string;
  /** Further details of the request that belong to the technology. Absent when there are none. */
  readonly additional_protocol_params?: readonly AdditionalParam[];
}

/**
 * One detail of a transfer request that belongs to the technology.
 *
 * @since 2.0.0
 */
export interface AdditionalParam {
  /** Name of the detail, in the spelling of the technology. */
  readonly parameter_name: string;
  /** Its value, as received. */
  readonly parameter_value: string;
}

/**
 * Reserved: one HTTP header as name and value. No message carries headers at present.
 *
 * @since 2.0.0
 */
export interface RESTHeader {
  /** Name of the header, e.g. `Content-Type`. */
  readonly name: string;
  /** Its value. */
  readonly value: string;
}

/**
 * One query parameter of a `RESTRequest`.
 *
 * @since 2.0.0
 */
export interface RESTQueryStringParameter {
  /** Name of the parameter, e.g. `endpoint`. */
  readonly name: string;
  /** Its value as text, not percent-encoded. Lists are comma-separated. */
  readonly value: string;
}

/**
 * A REST request that the client sends as a text frame on the event websocket, instead of over HTTP. Requests on
 * one socket are handled one at a time in order; each is answered by a `RESTResponse`, and events may come in
 * between. It runs with the rights of the user who opened the socket; credentials inside it are ignored. Opening a
 * websocket (400) and fetching a recorded file (406) are not possible this way.
 *
 * @since 2.0.0
 */
export interface RESTRequest {
  /**
   * A text of at most 255 characters that the client chooses for a command. A request of the same user with the
   * same key within ten minutes is not carried out again, but gets the answer of the first one; with another
   * content it is refused with 400. Over HTTP, the header `Idempotency-Key` does the same. Answers with 5xx are not
   * kept.
   *
   * @since 2.1.0
   */
  readonly idempotency_key?: string;
  /** Always `RESTRequest`. */
  readonly type: string;
  /**
   * Any text of the client's choice, returned unchanged, e.g. to group requests. Optional; empty in the answer when
   * not given.
   */
  readonly transaction_id?: string;
  /**
   * Any text of the client's choice, returned unchanged, to match the answer to this request. Optional; empty in
   * the answer when not given.
   */
  readonly request_id?: string;
  /** HTTP method in capitals: `GET`, `POST`, `PUT` or `DELETE`. */
  readonly method: string;
  /**
   * Path below the root of the interface, without a slash in front and without `ari/`, e.g.
   * `channels/1700000000.1/answer`. A query string may follow, with its values percent-encoded.
   */
  readonly uri: string;
  /**
   * Type of `message_body`: `application/json` or `application/x-www-form-urlencoded`. Required together with
   * `message_body`.
   */
  readonly content_type?: string;
  /**
   * Query parameters as a list, an alternative to a query string in `uri` that needs no encoding. Where both name a
   * parameter, the list wins.
   */
  readonly query_strings?: readonly RESTQueryStringParameter[];
  /**
   * Request body as a string, so JSON is itself encoded as a JSON string, e.g. `"{\"variables\":{\"A\":\"1\"}}"`.
   * Optional.
   */
  readonly message_body?: string;
}

/**
 * The answer to a `RESTRequest`, sent only on the socket the request came from. Requests that cannot be understood
 * are answered with status 400; if the frame is not JSON at all, the ids are empty and there is no body. Event
 * filters never hide it. On a socket that serves several applications, `application` is the first of them.
 *
 * @since 2.0.0
 */
export interface RESTResponse extends EventFields {
  readonly type: 'RESTResponse';
  /** As in the request; empty when it had none. */
  readonly transaction_id: string;
  /** As in the request; empty when it had none. */
  readonly request_id: string;
  /** HTTP status code, the same that the operation would answer over HTTP, e.g. `204`. */
  readonly status_code: number;
  /** Short text that goes with the status code. For people to read; rely on `status_code`. */
  readonly reason_phrase: string;
  /** As in the request, without its query string. */
  readonly uri: string;
  /** Type of `message_body`, normally `application/json`. Present together with `message_body`. */
  readonly content_type?: string;
  /** Body of the answer as a string, to be parsed as JSON. Absent when the answer has none, as with 204. */
  readonly message_body?: string;
}

/**
 * A channel is on offer: the dialplan application `StasisBroadcast` runs on it and waits for a claim. Sent once to
 * each registered application whose name matches the filter of the broadcast, in random order and whatever its
 * subscriptions. Claim the channel with `POST /events/claim` before the broadcast times out (500 ms unless the
 * dialplan says otherwise). The channel cannot be controlled before `StasisStart`.
 *
 * @since 2.0.0
 */
export interface CallBroadcast extends EventFields {
  readonly type: 'CallBroadcast';
  /** The channel on offer. */
  readonly channel: Channel;
  /** Number of the caller. Always sent, empty when unknown. */
  readonly caller?: string;
  /** Extension the caller dialled. Always sent, may be empty. */
  readonly called?: string;
}

/**
 * An application has won a channel on offer, so that the others can stop trying. Sent to every application that got
 * the `CallBroadcast`, before the winner gets `StasisStart`. Not sent when the broadcast was started with
 * `notify_claimed=no`, nor when it times out.
 *
 * @since 2.0.0
 */
export interface CallClaimed extends EventFields {
  readonly type: 'CallClaimed';
  /** The channel that has been claimed. */
  readonly channel: Channel;
  /** Name of the application that won. */
  readonly winner_app: string;
}

/**
 * A channel of the application belongs to this socket from now on: the socket that had it is lost or replaced, or
 * it was in the application before there was a shared socket. Sent only to sockets opened with `shared`, once for
 * each channel of the call; its events go to this socket then. Nothing has changed for the channel itself.
 *
 * @since 2.1.0
 */
export interface CallHandedOver extends EventFields {
  readonly type: 'CallHandedOver';
  /** The channel as it is now. */
  readonly channel: Channel;
  /** Id of the bridge that the channel is in. Present when it is in one. */
  readonly bridge_id?: string;
}

/**
 * Some of the events that the application asked for with `lastSequence` are gone: they were too many or too old to
 * be kept, the server was restarted meanwhile, or the nodes of a cluster could not be asked. Sent once, before the
 * events that are still there. The application should look at the present state of its objects with REST requests.
 *
 * @since 2.1.0
 */
export interface EventsMissed extends EventFields {
  readonly type: 'EventsMissed';
  /** Number of the first event that is gone, or may be: the one after that of `lastSequence`. */
  readonly first_sequence: number;
  /**
   * Number of the last event that is gone; the next one sent has the number after it. When the numbering has begun
   * anew meanwhile, not every number in between was given out.
   */
  readonly last_sequence: number;
}

/** An application, what it is subscribed to and which events it wants. */
export interface Application {
  /** Name of the application. */
  readonly name: string;
  /**
   * Ids of the channels the application gets events about, those it controls included. Holds
   * `__AST_CHANNEL_ALL_TOPIC` while the application is subscribed to all of them.
   */
  readonly channel_ids: readonly string[];
  /**
   * Ids of the bridges the application gets events about, including those that hold one of its channels. Holds
   * `__AST_BRIDGE_ALL_TOPIC` while the application is subscribed to all of them.
   */
  readonly bridge_ids: readonly string[];
  /**
   * Endpoints subscribed to, as `<technology>/<resource>`, or `<technology>` for all endpoints of a technology.
   * Holds `__AST_ENDPOINT_ALL_TOPIC` while the application is subscribed to all of them.
   */
  readonly endpoint_ids: readonly string[];
  /**
   * Names of the devices whose states are subscribed to, for example `Stasis:lamp`. Holds
   * `__AST_DEVICE_STATE_ALL_TOPIC` while the application is subscribed to all of them.
   */
  readonly device_names: readonly string[];
  /**
   * Event types let through, each entry as it was given, for example `{"type":"StasisStart"}`. Empty when all types
   * are allowed.
   *
   * @since 2.0.0
   */
  readonly events_allowed: readonly JsonObject[];
  /**
   * Event types held back, each entry as it was given. Takes precedence over `events_allowed`. Empty when none is
   * held back.
   *
   * @since 2.0.0
   */
  readonly events_disallowed: readonly JsonObject[];
}

/** A simulated phone. */
export interface Phone {
  /** Name of the phone; its endpoint is `Phone/<name>`. */
  readonly name: string;
  /** Who calls when the phone calls, as `Name <number>`; empty for its name. */
  readonly caller_id: string;
  /** Context of the dialplan in which its calls start. */
  readonly context: string;
  /** What the phone does when it is called, as a script. */
  readonly on_call: string;
  /** State of the device, e.g. `NOT_INUSE`, `RINGING` or `INUSE`. */
  readonly state: string;
  /** Its calls, the oldest first. */
  readonly calls: readonly PhoneCall[];
}

/** A call of a simulated phone. */
export interface PhoneCall {
  /** Id of the channel whose far end the phone is. */
  readonly channel_id: string;
  /** Seen from the phone: whether it is called or calls. */
  readonly direction: 'incoming' | 'outgoing';
  /** How far the call is: `calling` until the other end answers, `waiting` and `ringing` until the phone does. */
  readonly state: 'calling' | 'waiting' | 'ringing' | 'up' | 'ended';
  /** Whether the phone has put the other end on hold. */
  readonly held: boolean;
  /** Milliseconds of sound, silence not counted, that the phone has heard. */
  readonly heard: number;
}

/** The nodes that serve one interface together. */
export interface Cluster {
  /** `single` for a server that is alone. */
  readonly mode: 'single' | 'cluster';
  /** Name of the cluster. Absent for a server that is alone. */
  readonly name?: string;
  /** Id of the node that answers. */
  readonly node: string;
  /** All nodes that are known, in the order of their ids. */
  readonly nodes: readonly ClusterNode[];
}

/** A node of the cluster. */
export interface ClusterNode {
  /** Id of the node. Ids that it makes begin with it. */
  readonly id: string;
  /** `up`; `draining` while it finishes its calls and takes no new ones; `dead` when it was silent for too long. */
  readonly state: 'up' | 'draining' | 'dead';
  /** Grows with every start, and when the node comes back after it was considered dead. */
  readonly incarnation: number;
  /** Version of the server. */
  readonly version: string;
  /** When the node started. */
  readonly started: string;
  /** Channels that it has, as of its last heartbeat. */
  readonly channels: number;
  /** Bridges that it has, as of its last heartbeat. */
  readonly bridges: number;
  /** Applications whose event socket it has, as of its last heartbeat. */
  readonly applications: number;
  /** Milliseconds since its last sign of life. 0 for the node that answers. */
  readonly lag: number;
  /** The node that found it dead. */
  readonly found_by?: string;
}

/** The name of every event, for code that has to list them. */
export const eventTypes = [
  'DeviceStateChanged',
  'PlaybackStarted',
  'PlaybackContinuing',
  'PlaybackFinished',
  'RecordingStarted',
  'RecordingFinished',
  'RecordingFailed',
  'ApplicationMoveFailed',
  'ApplicationRegistered',
  'ApplicationUnregistered',
  'ApplicationReplaced',
  'BridgeCreated',
  'BridgeDestroyed',
  'BridgeMerged',
  'BridgeVideoSourceChanged',
  'BridgeBlindTransfer',
  'BridgeAttendedTransfer',
  'ChannelCreated',
  'ChannelDestroyed',
  'ChannelEnteredBridge',
  'ChannelLeftBridge',
  'ChannelStateChange',
  'ChannelDtmfReceived',
  'ChannelDialplan',
  'ChannelCallerId',
  'ChannelUserevent',
  'ChannelHangupRequest',
  'ChannelVarset',
  'ChannelHold',
  'ChannelUnhold',
  'ChannelToneDetected',
  'ChannelTalkingStarted',
  'ChannelTalkingFinished',
  'ContactStatusChange',
  'PeerStatusChange',
  'EndpointStateChange',
  'Dial',
  'StasisEnd',
  'StasisStart',
  'TextMessageReceived',
  'ChannelConnectedLine',
  'ChannelTransfer',
  'RESTResponse',
  'CallBroadcast',
  'CallClaimed',
  'CallHandedOver',
  'EventsMissed',
] as const satisfies readonly Event['type'][];

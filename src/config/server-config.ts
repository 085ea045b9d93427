import type { AddressRule } from '../shared/network/address-rules';
import type { ClusterConfig } from './files/cluster-conf';
import type { CelConfig } from './files/cel-conf';
import type { ConferenceConfig } from './files/sound/confbridge-conf';
import type { SimulatedPhoneConfig } from './phones/simulated-phone';
import type { ManagerConfig } from './manager-config';
import type { PjsipConfig } from './pjsip/pjsip-config';

export type { AddressRule };

/**
 * The whole configuration, read, checked and typed. No other code reads the files. Every
 * duration is in milliseconds, whatever the unit of its option.
 */
export interface ServerConfig {
  readonly directories: Directories;
  readonly options: ServerOptions;
  readonly http: HttpConfig;
  readonly ari: AriConfig;
  /** Rule sets of acl.conf, by name. */
  readonly acls: ReadonlyMap<string, readonly AddressRule[]>;
  readonly users: readonly UserConfig[];
  readonly outboundSockets: readonly OutboundSocketConfig[];
  readonly websocketClients: readonly WebsocketClientConfig[];
  readonly logger: LoggerConfig;
  readonly modules: ModulesConfig;
  readonly stores: readonly StoreMapping[];
  readonly objects: readonly FileObject[];
  readonly globals: Readonly<Record<string, string>>;
  readonly indications: IndicationsConfig;
  readonly music: MusicConfig;
  readonly rtp: RtpConfig;
  readonly mediaSockets: MediaSocketConfig;
  readonly detection: DetectionConfig;
  readonly answeringMachine: AnsweringMachineConfig;
  readonly conferences: ConferenceConfig;
  readonly features: FeaturesConfig;
  readonly remoteMedia: RemoteMediaConfig;
  readonly pjsip: PjsipConfig;
  readonly simulatedPhones: readonly SimulatedPhoneConfig[];
  readonly manager: ManagerConfig;
  readonly cel: CelConfig;
  /** Undefined for a server that is alone. */
  readonly cluster: ClusterConfig | undefined;
}

/** Absolute paths; `[directories]` of asterisk.conf, or folders below the state directory. */
export interface Directories {
  readonly config: string;
  readonly data: string;
  readonly sounds: string;
  /** Programs that AGI starts. */
  readonly scripts: string;
  readonly spool: string;
  readonly recordings: string;
  /** Recordings of whole calls made by the dialplan. */
  readonly monitor: string;
  /** Further folders below which a sound may be named by its absolute path. */
  readonly absoluteSounds: readonly string[];
  readonly log: string;
  /** The file of the embedded database. */
  readonly databaseFile: string;
}

/** `[options]` of asterisk.conf, as far as they show through the interface. */
export interface ServerOptions {
  readonly systemName: string;
  /** Six colon-separated hexadecimal pairs. */
  readonly entityId: string;
  readonly defaultLanguage: string;
  readonly liveDangerously: boolean;
  readonly maxCalls: number | undefined;
  readonly maxLoad: number | undefined;
  readonly maxFiles: number | undefined;
  /** Networks that may be connected to although refused by default. */
  readonly allowDestinations: readonly string[];
  /** Seconds that calls have to end normally when the server stops. */
  readonly shutdownGrace: number;
  readonly runUser: string;
  readonly runGroup: string;
}

export interface HttpConfig {
  readonly enabled: boolean;
  readonly bindAddress: string;
  readonly bindPort: number;
  /** First path segment of everything, without slashes; empty for none. */
  readonly prefix: string;
  /** The `Server` header; empty for none. */
  readonly serverName: string;
  readonly sessionLimit: number;
  readonly sessionInactivity: number;
  readonly sessionKeepAlive: number;
  readonly maxBodyBytes: number;
  /** Connections from one address whose peer has not authenticated. */
  readonly sessionLimitPerAddress: number;
  /** Milliseconds after which a peer that does not read its answers is disconnected. */
  readonly sessionWriteTimeout: number;
  /** Networks of proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  /** Values of the Host header that are served; any when empty. */
  readonly allowedHosts: readonly string[];
  readonly tls: TlsConfig | undefined;
  readonly redirects: readonly { readonly from: string; readonly to: string }[];
  readonly restrictions: readonly { readonly pathPrefix: string; readonly rules: readonly AddressRule[] }[];
}

export interface TlsConfig {
  readonly bindAddress: string;
  readonly bindPort: number;
  readonly certificateFile: string;
  readonly privateKeyFile: string;
  readonly ciphers: string | undefined;
  readonly minVersion: 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3';
  readonly honorCipherOrder: boolean;
}

/** `[general]` of ari.conf. */
export interface AriConfig {
  readonly enabled: boolean;
  readonly pretty: boolean;
  readonly realm: string;
  readonly allowedOrigins: readonly string[];
  /** How long an event socket may read nothing of its queue; 0 for no limit. */
  readonly websocketWriteTimeout: number;
  /** 0 sends no pings. */
  readonly websocketPingInterval: number;
  readonly websocketMaxPayload: number;
  /** Bytes that may wait for a slow reader before its socket is closed. */
  readonly websocketMaxQueue: number;
  readonly channelVars: readonly string[];
  readonly resume: { readonly events: number; readonly age: number };
  /** Calls whose stories are kept; 0 for none. */
  readonly storyCalls: number;
}

export interface UserConfig {
  readonly name: string;
  readonly password: string;
  readonly passwordFormat: 'plain' | 'crypt' | 'scrypt';
  readonly readOnly: boolean;
  readonly rules: readonly AddressRule[];
  readonly scopes: Scopes;
}

/** Undefined means: not restricted in this respect. */
export interface Scopes {
  /** Resource names, aliases resolved: `channels`, `server`. */
  readonly resources: readonly string[] | undefined;
  readonly methods: readonly string[] | undefined;
  /** Application names the user may connect, subscribe, filter or hand channels to; `*` at the end matches any rest. */
  readonly applications: readonly string[] | undefined;
}

export interface OutboundSocketConfig {
  readonly id: string;
  readonly websocketClientId: string;
  readonly applications: readonly string[];
  readonly localUser: string;
  readonly subscribeAll: boolean;
}

export interface WebsocketClientConfig {
  readonly id: string;
  readonly connectionType: 'persistent' | 'per_call_config' | undefined;
  readonly uri: string;
  readonly protocols: readonly string[];
  readonly username: string;
  readonly password: string;
  readonly connectionTimeout: number;
  /** Milliseconds that the peer may read nothing of its queue; undefined for the value of ari.conf, 0 for no limit. */
  readonly writeTimeout: number | undefined;
  readonly reconnectInterval: number;
  readonly reconnectAttempts: number;
  readonly tls: {
    readonly enabled: boolean;
    readonly caFile: string;
    readonly caPath: string;
    readonly certificateFile: string;
    readonly privateKeyFile: string;
    readonly verifyCertificate: boolean;
    readonly verifyHostname: boolean;
  };
  readonly proxy: { readonly host: string; readonly username: string; readonly password: string } | undefined;
  readonly tcpKeepalive: { readonly time: number; readonly interval: number; readonly probes: number } | undefined;
  readonly pingPong: { readonly interval: number; readonly probes: number } | undefined;
}

export interface LoggerConfig {
  readonly dateFormat: string | undefined;
  /** Maximum size of a log file before it is rotated, and how many rotated ones are kept. */
  readonly maxFileSize: number;
  readonly keepFiles: number;
  readonly rotateStrategy: 'sequential' | 'rotate' | 'timestamp' | 'none';
  readonly customLevels: readonly string[];
  readonly channels: readonly LogChannelConfig[];
}

export interface LogChannelConfig {
  /** `console`, `syslog.local0`, or a file name relative to the log directory. */
  readonly name: string;
  readonly format: 'default' | 'plain' | 'json';
  /** Lower-case level names; `*` for all. */
  readonly levels: readonly string[];
}

export interface ModulesConfig {
  readonly autoload: boolean;
  readonly load: readonly string[];
  readonly noload: readonly string[];
  readonly require: readonly string[];
}

/** Which store holds the objects of a type: a line of sorcery.conf. */
export interface StoreMapping {
  /** `res_ari`, `res_pjsip` */
  readonly configClass: string;
  readonly objectType: string;
  readonly store: 'config' | 'memory' | 'astdb' | 'database';
  readonly options: string;
}

/** A section of a file as a config object: what the read-only store of files shows. */
export interface FileObject {
  /** `ari.conf` */
  readonly file: string;
  readonly id: string;
  /** Its option `type`; empty when not given. */
  readonly type: string;
  readonly fields: readonly { readonly attribute: string; readonly value: string }[];
}

/** chan_websocket.conf. */
export interface MediaSocketConfig {
  /** Default format of control messages. */
  readonly controlFormat: 'plain-text' | 'json';
}

/** rtp.conf. */
export interface RtpConfig {
  /** The port range for audio, the last one included. */
  readonly firstPort: number;
  readonly lastPort: number;
  /** Whether audio is accepted only from one source once it is learned. */
  readonly learnsSender: boolean;
  /** Consecutive packets that a new source needs before it is accepted. */
  readonly probation: number;
}

/** dsp.conf. */
export interface DetectionConfig {
  /** The mean level from which audio counts as talking. */
  readonly silenceThreshold: number;
}

/** features.conf. Keys that are empty do nothing; times are milliseconds. */
export interface FeaturesConfig {
  /** Dialled, it answers a call that rings in the groups of the caller. */
  readonly pickupExtension: string;
  /** Between two keys of the same feature. */
  readonly keyTimeout: number;
  /** Between two digits of the extension that a call is transferred to. */
  readonly extensionTimeout: number;
  /** How long the target of an attended transfer may ring. */
  readonly answerTimeout: number;
  readonly abort: string;
  readonly complete: string;
  readonly threeWay: string;
  readonly blindTransfer: string;
  readonly attendedTransfer: string;
}

/** amd.conf. All but the number of words and the level are milliseconds. */
export interface AnsweringMachineConfig {
  readonly initialSilence: number;
  readonly greeting: number;
  readonly afterGreetingSilence: number;
  readonly totalAnalysisTime: number;
  readonly minimumWordLength: number;
  readonly betweenWordsSilence: number;
  readonly maximumNumberOfWords: number;
  readonly maximumWordLength: number;
  /** The mean level from which audio counts as talking; that of dsp.conf when it is not given. */
  readonly silenceThreshold: number | undefined;
  /** A sound that is played meanwhile; empty for none. */
  readonly playbackFile: string;
}

/** indications.conf. */
export interface IndicationsConfig {
  /** Name of the default zone. */
  readonly country: string;
  readonly zones: readonly ToneZoneConfig[];
}

export interface ToneZoneConfig {
  /** In lower case, as are the names of its tones. */
  readonly name: string;
  /** A zone whose tones it inherits. */
  readonly alias?: string | undefined;
  readonly description: string;
  /** Alternating milliseconds of ringing and pause. */
  readonly ringCadence: readonly number[];
  /** Tone lists, such as `480+620/500,0/500`. */
  readonly tones: Readonly<Record<string, string>>;
}

/** musiconhold.conf. */
export interface MusicConfig {
  /** Whether the class of a channel overrides the requested one. */
  readonly prefersChannelClass: boolean;
  readonly classes: readonly MusicClassConfig[];
}

export interface MusicClassConfig {
  readonly name: string;
  /** Relative to the data directory; empty for a class that has no folder. */
  readonly directory: string;
  /** Pieces of a class that lists them: files, relative to the data directory, or web addresses. */
  readonly entries: readonly string[];
  readonly sort: 'random' | 'randstart' | 'alpha';
  /** A sound that is played before each piece; empty for none. */
  readonly announcement: string;
  /** After all pieces, only the last one is repeated. */
  readonly loopsLast: boolean;
  /** Channels that are not answered do not hear it. */
  readonly answeredOnly: boolean;
  /** The digit that switches a listener to this class; empty for none. */
  readonly digit: string;
  /** The program whose output is the music of a class without pieces. */
  readonly program?: MusicProgramConfig;
}

export interface MusicProgramConfig {
  /** The program and its arguments; the files in the folder of the class are appended. */
  readonly command: readonly string[];
  /** Format of its output. */
  readonly format: string;
  /** Whether its child processes are ended too. */
  readonly killsGroup: boolean;
  /** Milliseconds between escalating signals to end it. */
  readonly killDelay: number;
}

/** http_media_cache.conf. */
export interface RemoteMediaConfig {
  readonly enabled: boolean;
  /** For one file, from the request to its last byte. */
  readonly timeout: number;
  readonly maxFileBytes: number;
  readonly maxCacheBytes: number;
  readonly maxRedirects: number;
  /** Empty to send none. */
  readonly userAgent: string;
  readonly protocols: readonly ('http' | 'https')[];
  /** Which addresses may be connected to. */
  readonly rules: readonly AddressRule[];
}

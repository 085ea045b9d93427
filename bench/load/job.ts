/** Where a server listens. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** How long to press, in milliseconds, and whose CPU time to read meanwhile. */
export interface Timing {
  readonly warmUp: number;
  readonly duration: number;
  /** Undefined when the server is not ours to look into. */
  readonly serverPid: number | undefined;
  /** Other nodes of the same server, whose CPU time is added. */
  readonly peerPids?: readonly number[];
  /** What connects the nodes; its CPU time is shown separately. */
  readonly brokerPid?: number | undefined;
}

/** The same request over and over: one in flight on each of several kept-alive connections. */
export interface HttpJob extends Timing {
  readonly kind: 'http';
  readonly endpoint: Endpoint;
  readonly request: string;
  readonly connections: number;
}

/** Messages over one websocket, each answered by one message. */
export interface SocketJob extends Timing {
  readonly kind: 'socket';
  readonly endpoint: Endpoint;
  readonly upgrade: string;
  /** Sent in turn; all of the same length, and at least as many as are in flight. */
  readonly messages: readonly string[];
  readonly inFlight: number;
}

/** Opens sockets that stay open for the publish jobs that follow. */
export interface AudienceJob {
  readonly kind: 'audience';
  readonly endpoint: Endpoint;
  readonly listeners: readonly Listener[];
}

export interface Listener {
  readonly upgrade: string;
  /** The REST request by which the socket subscribes itself; empty when it does not. */
  readonly subscribe: string;
}

/** Changes something by HTTP, waits until everyone concerned has heard of it, and changes it back, over and over. */
export interface PublishJob extends Timing {
  readonly kind: 'publish';
  readonly endpoint: Endpoint;
  readonly requests: readonly [string, string];
  /** Messages that one request causes. */
  readonly deliveries: number;
}

/** The two requests of a call, as messages for the socket. Both carry the call's number behind `idPrefix`. */
export interface CallScript {
  readonly originate: string;
  readonly hangUp: string;
}

/** Calls that are placed and hung up over one event socket. */
export interface CallPlan {
  readonly endpoint: Endpoint;
  readonly upgrade: string;
  /** In front of the four digits that number a call, wherever the server shows the ids of its channels. */
  readonly idPrefix: string;
  /** One per number, beginning with 0. */
  readonly scripts: readonly CallScript[];
  /** Calls that are on their way at the same time. */
  readonly inFlight: number;
}

/** Places calls, hangs them up as soon as they have arrived, and the next ones when both channels are gone. */
export interface CallsJob extends Timing, CallPlan {
  readonly kind: 'calls';
}

/** Calls of an application whose socket may be on another node than its calls. */
export interface ClusterCallPlan extends CallPlan {
  /** Where calls are placed, over an event socket too. */
  readonly placing: { readonly endpoint: Endpoint; readonly upgrade: string };
}

/** Calls of several plans at the same time. */
export interface ClusterCallsJob extends Timing {
  readonly kind: 'cluster-calls';
  readonly plans: readonly ClusterCallPlan[];
}

/** Places each call of the plan once, and leaves all of them where they are. */
export interface HoldJob extends CallPlan {
  readonly kind: 'hold';
}

/** Hangs up what is held, and waits until all of it is gone. */
export interface ReleaseJob {
  readonly kind: 'release';
}

/** Calls over SIP from phones to the server. */
export interface SipCallsJob extends Timing {
  readonly kind: 'sip-calls';
  readonly server: Endpoint;
  readonly extension: string;
  /** Whether the phone hangs up; else the server does. */
  readonly hangsUp: boolean;
  /** Calls that are on their way at the same time. */
  readonly inFlight: number;
  /** Calls a second, in place of those in flight. */
  readonly rate?: number;
  /** Where a phone answers that the server calls. */
  readonly calleePort?: number;
  /** An application that answers calls and hangs them up, or bridges them with the callee and tells the phone by INFO. */
  readonly application?: { readonly endpoint: Endpoint; readonly upgrade: string; readonly bridges?: boolean };
  /** Where a phone transfers its partner when it is told that it has one; else it hangs up then. */
  readonly transferTo?: string;
}

/** Registrations of phones `phone0` and so on, with their passwords when they are asked for. */
export interface SipRegisterJob extends Timing {
  readonly kind: 'sip-register';
  readonly server: Endpoint;
  readonly phones: number;
  readonly contacts: number;
  readonly contactPort: number;
  readonly inFlight: number;
}

/** Every contact of every phone registers once; then it answers questions. */
export interface SipContactsJob extends Omit<SipRegisterJob, 'kind'> {
  readonly kind: 'sip-contacts';
}

export type Job = MeasuredJob | AudienceJob | HoldJob | ReleaseJob;
export type MeasuredJob =
  | HttpJob
  | SocketJob
  | PublishJob
  | CallsJob
  | ClusterCallsJob
  | SipCallsJob
  | SipRegisterJob
  | SipContactsJob;

/** What one run has shown. CPU times are microseconds over the whole run. */
export interface Sample {
  /** Requests, or whole calls. */
  readonly requests: number;
  /** Events that arrived, where those are counted. */
  readonly events: number | undefined;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly serverCpu: number | undefined;
  /** Of what connects the nodes of a cluster. */
  readonly brokerCpu?: number | undefined;
  readonly loadCpu: number;
  /** All processes of the machine together. */
  readonly machineCpu: number | undefined;
  /** Microseconds that the server was able to run but others had its core. */
  readonly serverWait: number | undefined;
  /** Microseconds that the main thread of the server had nothing to do. */
  readonly serverIdle: number | undefined;
  /** The same for the load: its times are longer by that. */
  readonly loadWait: number | undefined;
  /** What else was counted. */
  readonly counts?: Readonly<Record<string, number>>;
}

export type JobResult = { readonly sample: Sample | undefined } | { readonly failure: string };

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

export type Job = HttpJob | SocketJob | AudienceJob | PublishJob;

/** What one run has shown. CPU times are microseconds over the whole run. */
export interface Sample {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly serverCpu: number | undefined;
  readonly loadCpu: number;
  /** All processes of the machine together. */
  readonly machineCpu: number | undefined;
}

export type JobResult = { readonly sample: Sample | undefined } | { readonly failure: string };

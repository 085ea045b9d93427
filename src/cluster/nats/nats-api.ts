/**
 * The part of the NATS client that is used here. Declared by hand: the client is installed only where there is a
 * cluster, and this server has to compile and run without it.
 */
export interface NatsMessage {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly reply?: string;
  readonly headers?: { readonly code: number; readonly get: (name: string) => string };
}

export interface NatsHeaders {
  readonly set: (name: string, value: string) => void;
}

export interface NatsStatus {
  readonly type: string;
}

export interface NatsConnection {
  readonly subscribe: (
    subject: string,
    options: { readonly callback: (error: Error | null, message: NatsMessage) => void },
  ) => unknown;
  readonly publish: (
    subject: string,
    data: string | Uint8Array,
    options?: { readonly reply?: string; readonly headers?: NatsHeaders },
  ) => void;
  readonly status: () => AsyncIterable<NatsStatus>;
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
  readonly isClosed: () => boolean;
  /** Of the server that it is connected to. */
  readonly info?: { readonly version: string };
}

export interface KvEntry {
  readonly key: string;
  readonly value: Uint8Array;
  readonly revision: number;
  readonly operation: 'PUT' | 'DEL' | 'PURGE';
}

export interface KeyValue {
  readonly history: () => Promise<AsyncIterable<KvEntry>>;
  readonly watch: () => Promise<AsyncIterable<KvEntry> & { readonly stop: () => void }>;
}

export interface ConnectOptions {
  readonly servers: readonly string[];
  readonly name: string;
  readonly user?: string;
  readonly pass?: string;
  readonly token?: string;
  readonly authenticator?: unknown;
  readonly tls?: { readonly caFile?: string };
  readonly maxReconnectAttempts: number;
  readonly reconnectTimeWait: number;
  readonly pingInterval: number;
  readonly maxPingOut: number;
  readonly timeout: number;
}

export interface JetStream {
  readonly publish: (subject: string, data: string, options: { readonly msgID: string }) => Promise<unknown>;
  readonly consumers: {
    readonly getPushConsumer: (stream: string, options: object) => Promise<PushConsumer>;
  };
}

export interface PushConsumer {
  readonly info: (isCached: boolean) => Promise<{ readonly num_pending: number }>;
  readonly consume: () => Promise<StoredMessages>;
  readonly delete: () => Promise<unknown>;
}

export interface StoredMessages extends AsyncIterable<StoredMessage> {
  readonly stop: () => void;
}

export interface StoredMessage {
  readonly data: Uint8Array;
  readonly info: { readonly pending: number };
}

export interface StreamManager {
  readonly streams: {
    readonly add: (config: object) => Promise<unknown>;
    readonly update: (name: string, config: object) => Promise<unknown>;
  };
}

/** The three packages of the client. */
export interface NatsLibrary {
  readonly connect: (options: ConnectOptions) => Promise<NatsConnection>;
  readonly headers: () => NatsHeaders;
  readonly credsAuthenticator: (credentials: Uint8Array) => unknown;
  readonly jetstream: (connection: NatsConnection, options: { readonly timeout: number }) => JetStream;
  readonly jetstreamManager: (
    connection: NatsConnection,
    options: { readonly timeout: number },
  ) => Promise<StreamManager>;
  readonly Kvm: new (jetstream: unknown) => {
    readonly create: (name: string, options: Readonly<Record<string, unknown>>) => Promise<KeyValue>;
  };
}

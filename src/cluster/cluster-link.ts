/** Thrown when there is no subscriber to what was asked: the request was not received by any node. */
export class NoRespondersError extends Error {
  override readonly name = 'NoRespondersError';
}

/** Thrown when the connection between the nodes is lost: nothing can be said about other nodes. */
export class LinkDownError extends Error {
  override readonly name = 'LinkDownError';
}

export interface BucketEntry {
  readonly key: string;
  /** Undefined for a key that was removed. */
  readonly value: string | undefined;
  /** Grows with every change of the bucket. */
  readonly revision: number;
}

/** A map that all nodes share. Writes are in one order for all; a conditional one fails when it comes too late. */
export interface Bucket {
  /** As of now, not as of the last change that was watched. Undefined for a key that does not exist. */
  readonly get: (key: string) => Promise<BucketEntry | undefined>;
  /** Every key with its value. `group`: only keys that begin with it and a dot. */
  readonly list: (group?: string) => Promise<readonly BucketEntry[]>;
  /** Returns the revision. */
  readonly put: (key: string, value: string) => Promise<number>;
  /** Only when the key has this revision, 0 for none: undefined when it has another one. */
  readonly putIf: (key: string, value: string, revision: number) => Promise<number | undefined>;
  readonly remove: (key: string) => Promise<void>;
  /** Only when the key has this revision; false when it has another one. */
  readonly removeIf: (key: string, revision: number) => Promise<boolean>;
  /** Tells of what is there and of every change after that, until the link closes. */
  readonly watch: (onEntry: (entry: BucketEntry) => void) => Promise<void>;
}

/** A request on its way. Only an answer, a missing responder or `cancel` ends the wait. */
export interface PendingRequest {
  readonly answer: Promise<Buffer>;
  readonly cancel: () => void;
}

export interface BucketKind {
  /** Kept in memory only. */
  readonly volatile?: boolean;
  /** Keys that are removed leave nothing behind; for maps with many short-lived keys, which are not watched. */
  readonly erases?: boolean;
  /** Milliseconds after which a value is dropped, without notice. */
  readonly maxAge?: number;
  /** When it is full, writes are refused. */
  readonly maxBytes?: number;
}

export interface EventLogLimits {
  /** Milliseconds that an entry is kept. */
  readonly maxAge: number;
  /** Entries of one name; the oldest go. */
  readonly maxEntries: number;
}

/** Lists of entries that all nodes share, by name. */
export interface EventLog {
  /** Resolves when the entry is stored. One with the same id is stored once. */
  readonly append: (name: string, id: string, data: string) => Promise<void>;
  /** All entries of a name, in the order in which they were stored. */
  readonly read: (name: string) => Promise<readonly string[]>;
}

/** What connects the nodes of a cluster: messages, requests and shared maps. Names are relative to the cluster. */
export interface ClusterLink {
  readonly isUp: () => boolean;
  /** Told of every change of `isUp`. */
  readonly onChange: (listener: (isUp: boolean) => void) => void;
  /** Messages of one node to one name arrive in their order; none is stored. */
  readonly publish: (name: string, data: string) => void;
  /**
   * The same for messages of lines: those that are sent to one name in one turn arrive as one message, unless something
   * else was sent to a node in between.
   */
  readonly publishLines: (name: string, lines: string) => void;
  /**
   * Everything that is sent in a turn leaves at its end. The action is called before that, and what it sends leaves
   * first. The result lets it be called at the end of this turn, whether or not there is anything else to send.
   */
  readonly beforeSending: (action: () => void) => () => void;
  readonly subscribe: (name: string, onMessage: (data: Buffer, name: string) => void) => void;
  readonly request: (name: string, data: string) => PendingRequest;
  readonly answer: (name: string, answer: (data: Buffer) => Promise<string | Buffer> | string | Buffer) => void;
  readonly bucket: (name: string, kind?: BucketKind) => Promise<Bucket>;
  readonly log: (name: string, limits: EventLogLimits) => Promise<EventLog>;
  readonly close: () => Promise<void>;
}

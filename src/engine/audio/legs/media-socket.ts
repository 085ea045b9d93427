import type { NeededModule } from '../../../shared/module-use/hold';
import type { StopSignal } from '../../../shared/scheduling/stop-signal';

/** An open media websocket, as seen by its channel. */
export interface MediaSocket {
  readonly sendText: (text: string) => void;
  /** Bytes that are given away. What the far end is too slow to take is left out. */
  readonly sendBytes: (bytes: Uint8Array) => void;
  /** Idempotent. */
  readonly close: (code: number) => void;
}

/** What comes over the socket. Nothing is heard after its end. */
export interface MediaSocketListener {
  readonly onText: (text: string) => void;
  /** The bytes are the listener's own. */
  readonly onBytes: (bytes: Uint8Array) => void;
  readonly onEnd: (end: MediaSocketEnd) => void;
}

/**
 * `closed`: the far end sent a close frame; `broken`: the connection was lost; `unsupported`: it sent an invalid
 * message.
 */
export type MediaSocketEnd = 'closed' | 'broken' | 'unsupported';

/** Takes an open socket over. */
export type TakeSocket = (socket: MediaSocket) => MediaSocketListener;

export interface SocketCall {
  /** The id of a configured client. */
  readonly client: string;
  /** What is added to its address: `a=b&c=d`. */
  readonly parameters: string;
  readonly take: TakeSocket;
  /** Ends the attempts. */
  readonly signal: StopSignal;
}

/** Opens a socket by ourselves. The result is the reason why there is none, or undefined. */
export type CallSocket = (call: SocketCall) => Promise<string | undefined>;

/** Expected inbound sockets, by their secret id. */
export class AwaitedSockets {
  readonly #waiting = new Map<string, { readonly take: TakeSocket; isTaken: boolean }>();

  /** `module`: the one that is required to open them. */
  constructor(private readonly module: NeededModule) {}

  /** The module that is missing for sockets to be opened; undefined when none is. */
  get missingModule(): string | undefined {
    return this.module.isLoaded() ? undefined : this.module.name;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** The result ends the waiting. */
  expect(id: string, take: TakeSocket): () => void {
    this.#waiting.set(id, { take, isTaken: false });
    const release = this.module.hold(`the media socket ${id}`);
    return () => {
      this.#waiting.delete(id);
      release();
    };
  }

  /** Handles a socket for this id. */
  find(id: string): 'unknown' | 'taken' | 'awaited' {
    const waiting = this.#waiting.get(id);
    return waiting === undefined ? 'unknown' : waiting.isTaken ? 'taken' : 'awaited';
  }

  /** Undefined when no channel waits for it. */
  take(id: string, socket: MediaSocket): MediaSocketListener | undefined {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined || waiting.isTaken) return undefined;
    waiting.isTaken = true;
    return waiting.take(socket);
  }
}

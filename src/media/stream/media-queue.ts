import type { QueueOrder, StreamEvent } from '../protocol';

export interface MediaQueueOptions {
  /** Bytes of a frame; 0 when every message is one. */
  readonly frameSize: number;
  readonly tell: (event: StreamEvent) => void;
}

/** Frames at which the sender is asked to stop, below which it may go on, and from which messages are dropped. */
export const queueLevels = { xon: 800, xoff: 900, most: 1000 } as const;

type Mark = Extract<StreamEvent, { readonly event: 'mark-reached' | 'buffering-completed' }>;

/** Frames of one message, the last of which may be a short one; or something to be told when it is reached. */
type Entry = { readonly kind: 'frames'; readonly bytes: Uint8Array } | { readonly kind: 'mark'; readonly mark: Mark };

const nothing = new Uint8Array(0);

/**
 * What an application has sent to be played, at its own pace, and has not been played yet: one frame is taken in every
 * tick. Between frames are marks, which are reported when they are reached.
 */
export class MediaQueue {
  readonly #options: MediaQueueOptions;
  #entries: Entry[] = [];
  /** The first entry that is not over. Entries in front of it are taken out now and then, not one by one. */
  #first = 0;
  /** Bytes of the first entry that have been taken. */
  #taken = 0;
  #frames = 0;
  #marks = 0;
  /** Less than a frame, waiting for the rest. */
  #rest: Uint8Array = nothing;
  #isBuffering = false;
  #isPaused = false;
  /** The sender has been asked to stop. */
  #isFull = false;
  #reportsDrained = false;

  constructor(options: MediaQueueOptions) {
    this.#options = options;
  }

  get length(): number {
    return this.#frames;
  }

  /** A message has come. While there is too much already, all of it is dropped: any part would only be a click. */
  add(bytes: Uint8Array): void {
    if (bytes.length === 0 || this.#frames >= queueLevels.most) return;
    const { frameSize } = this.#options;
    if (frameSize === 0) this.#push(bytes, 1);
    else this.#addFrames(this.#rest.length === 0 ? bytes : joined(this.#rest, bytes), frameSize);
    if (this.#frames >= queueLevels.xoff && !this.#isFull) {
      this.#isFull = true;
      this.#options.tell({ event: 'xoff' });
    }
  }

  obey(order: QueueOrder): void {
    switch (order.order) {
      case 'start-buffering':
        this.#isBuffering = true;
        return;
      case 'stop-buffering':
        return this.#stopBuffering(order.correlation);
      case 'mark':
        return this.#mark({ event: 'mark-reached', correlation: order.correlation });
      case 'flush':
        return this.flush();
      case 'pause':
        this.#isPaused = true;
        return;
      case 'continue':
        this.#isPaused = false;
        return;
      case 'report-drained':
        this.#reportsDrained = true;
        return this.#tellDrained();
      case 'status':
        return this.#tellStatus();
    }
  }

  /** The frame for this tick; a short one where a message ended in the middle. Tells of the marks in front of it. */
  next(): Uint8Array | undefined {
    if (this.#isPaused) return undefined;
    const frame = this.#isEmpty ? undefined : (this.#take() ?? this.#takeRest());
    this.#tellRoom();
    if (frame === undefined) this.#tellDrained();
    return frame;
  }

  /** Forgets everything, marks included, and buffers no longer. */
  flush(): void {
    this.#entries = [];
    this.#first = 0;
    this.#taken = 0;
    this.#frames = 0;
    this.#marks = 0;
    this.#rest = nothing;
    this.#isBuffering = false;
    this.#tellRoom();
    this.#tellDrained();
  }

  get #isEmpty(): boolean {
    return this.#frames === 0 && this.#marks === 0 && this.#rest.length === 0;
  }

  #addFrames(bytes: Uint8Array, frameSize: number): void {
    const whole = bytes.length - (bytes.length % frameSize);
    this.#push(bytes.subarray(0, whole), whole / frameSize);
    this.#rest = this.#isBuffering ? bytes.subarray(whole) : nothing;
  }

  #push(bytes: Uint8Array, frames: number): void {
    if (frames === 0) return;
    this.#entries.push({ kind: 'frames', bytes });
    this.#frames += frames;
  }

  #stopBuffering(correlation: string | undefined): void {
    this.#push(this.#rest, this.#rest.length === 0 ? 0 : 1);
    this.#rest = nothing;
    this.#isBuffering = false;
    this.#mark({ event: 'buffering-completed', correlation });
  }

  /** Marks take memory too, so their number is limited. */
  #mark(mark: Mark): void {
    if (this.#marks >= queueLevels.most) return this.#options.tell({ event: 'too-many-marks' });
    this.#marks += 1;
    this.#entries.push({ kind: 'mark', mark });
  }

  #take(): Uint8Array | undefined {
    for (let entry = this.#entries[this.#first]; entry !== undefined; entry = this.#entries[this.#first]) {
      if (entry.kind === 'frames') return this.#takeFrame(entry.bytes);
      this.#advance();
      this.#marks -= 1;
      this.#options.tell(entry.mark);
    }
    return undefined;
  }

  #takeFrame(bytes: Uint8Array): Uint8Array {
    const size = this.#options.frameSize === 0 ? bytes.length : this.#options.frameSize;
    const frame = bytes.subarray(this.#taken, this.#taken + size);
    this.#taken += size;
    this.#frames -= 1;
    if (this.#taken >= bytes.length) this.#advance();
    return frame;
  }

  /** A client that buffers too slowly gets its partial frame played instead of nothing. */
  #takeRest(): Uint8Array | undefined {
    const rest = this.#rest;
    this.#rest = nothing;
    return rest.length === 0 ? undefined : rest;
  }

  #advance(): void {
    this.#taken = 0;
    this.#first += 1;
    if (this.#first === this.#entries.length) this.#entries = [];
    else if (this.#first > queueLevels.most) this.#entries = this.#entries.slice(this.#first);
    else return;
    this.#first = 0;
  }

  #tellRoom(): void {
    if (!this.#isFull || this.#frames >= queueLevels.xon) return;
    this.#isFull = false;
    this.#options.tell({ event: 'xon' });
  }

  #tellDrained(): void {
    if (!this.#reportsDrained || !this.#isEmpty) return;
    this.#reportsDrained = false;
    this.#options.tell({ event: 'drained' });
  }

  #tellStatus(): void {
    this.#options.tell({
      event: 'status',
      length: this.#frames,
      isFull: this.#isFull,
      isBuffering: this.#isBuffering,
      isPaused: this.#isPaused,
    });
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(one.length + other.length);
  bytes.set(one);
  bytes.set(other, one.length);
  return bytes;
}

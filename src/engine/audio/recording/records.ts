import type {
  AudioForm,
  MediaLink,
  MediaNotice,
  MediaTarget,
  RecordedSides,
  RecordFile,
} from '../../../media/protocol';

export interface RecordRequest {
  readonly target: MediaTarget;
  readonly file: RecordFile;
  readonly beep: string | undefined;
  readonly maxDuration: number | undefined;
  readonly maxSilence: number | undefined;
  /** The form in which the recorder hears it, where that is not the file's. */
  readonly viaCodec?: AudioForm | undefined;
  /** Of a channel: both directions, instead of only what comes from the far end. */
  readonly sides?: RecordedSides | undefined;
  /** Leaves out most of the silence that has ended it. */
  readonly trimsSilence?: boolean;
  /** Called at most once, when the first audio is taken down. */
  readonly onStarted: () => void;
  /** Called once a second with the milliseconds of audio so far, including the continued part. */
  readonly onGrew?: (duration: number) => void;
  /** Called once, however it ends. */
  readonly onEnded: (end: RecordEnd) => void;
}

export type RecordEnd = Omit<Extract<MediaNotice, { tell: 'record-ended' }>, 'tell' | 'record'>;

/** One recording in the media thread. `onEnded` always reports its end. */
export interface RecordHandle {
  readonly pause: () => void;
  readonly resume: () => void;
  readonly mute: () => void;
  readonly unmute: () => void;
  readonly stop: () => void;
  readonly cancel: () => void;
}

/** Everything that is being recorded at the moment. */
export class Records {
  readonly #requests = new Map<string, RecordRequest>();
  #made = 0;

  /** `talkingLevel`: the mean level from which audio is not silence. */
  constructor(
    private readonly link: Pick<MediaLink, 'send'>,
    private readonly talkingLevel: () => number,
  ) {}

  get size(): number {
    return this.#requests.size;
  }

  start(request: RecordRequest): RecordHandle {
    this.#made += 1;
    const record = `record-${this.#made}`;
    const { target, file, beep, maxDuration, maxSilence, viaCodec, sides, trimsSilence = false } = request;
    this.#requests.set(record, request);
    this.link.send({
      do: 'record',
      record,
      target,
      file,
      beep,
      maxDuration,
      maxSilence,
      talkingLevel: this.talkingLevel(),
      ...(trimsSilence ? { trimsSilence } : {}),
      ...(viaCodec === undefined ? {} : { viaCodec }),
      ...(sides === undefined ? {} : { sides }),
    });
    const tell =
      (what: 'pause-record' | 'resume-record' | 'mute-record' | 'unmute-record' | 'stop-record' | 'cancel-record') =>
      (): void => {
        if (this.#requests.has(record)) this.link.send({ do: what, record });
      };
    return {
      pause: tell('pause-record'),
      resume: tell('resume-record'),
      mute: tell('mute-record'),
      unmute: tell('unmute-record'),
      stop: tell('stop-record'),
      cancel: tell('cancel-record'),
    };
  }

  started({ record }: Extract<MediaNotice, { tell: 'record-started' }>): void {
    this.#requests.get(record)?.onStarted();
  }

  grew({ record, duration }: Extract<MediaNotice, { tell: 'record-grew' }>): void {
    this.#requests.get(record)?.onGrew?.(duration);
  }

  ended({ record, ...end }: Extract<MediaNotice, { tell: 'record-ended' }>): void {
    this.#end(record, end);
  }

  /** The audio side is gone, and all that it was recording with it. */
  lost(reason: string): void {
    for (const record of [...this.#requests.keys()]) this.#end(record, { why: 'failed', duration: 0, failed: reason });
  }

  #end(record: string, end: RecordEnd): void {
    const request = this.#requests.get(record);
    if (request === undefined) return;
    this.#requests.delete(record);
    request.onEnded(end);
  }
}

import { makeAudioWriter } from './files/audio-writer';
import { Leg } from './leg/leg';
import { LegMonitor } from './leg/leg-monitor';
import type { MediaTargets } from './media-targets';
import { Play, reasonOf } from './plays/play';
import { FileSource } from './plays/play-files';
import type { PlayStage } from './plays/play-stage';
import type { CommandHandlers, MediaNotice, RecordCommand } from './protocol';
import type { RecordEnd } from './recorders/record';
import { Recorder } from './recorders/record';

interface RecordsDeps {
  readonly targets: MediaTargets;
  readonly tell: (notice: MediaNotice) => void;
}

type StartRecord = Extract<RecordCommand, { readonly do: 'record' }>;

interface Recorded {
  readonly rate: number;
  readonly stage: PlayStage;
}

/** All recordings. */
export class MediaRecords {
  readonly #deps: RecordsDeps;
  readonly #recorders = new Map<string, Recorder>();
  readonly commands: CommandHandlers<RecordCommand> = {
    record: (command) => this.#start(command),
    'pause-record': ({ record }) => this.#recorders.get(record)?.pause(),
    'resume-record': ({ record }) => this.#recorders.get(record)?.resume(),
    'mute-record': ({ record }) => this.#recorders.get(record)?.mute(),
    'unmute-record': ({ record }) => this.#recorders.get(record)?.unmute(),
    'stop-record': ({ record }) => this.#recorders.get(record)?.stop(),
    'cancel-record': ({ record }) => this.#recorders.get(record)?.cancel(),
  };

  constructor(deps: RecordsDeps) {
    this.#deps = deps;
  }

  /** Including those that are being stored. */
  get count(): number {
    return this.#recorders.size;
  }

  /** Resolves when all disk operations so far have completed. */
  async settled(): Promise<void> {
    await Promise.all([...this.#recorders.values()].map((recorder) => recorder.settled()));
  }

  #start(command: StartRecord): void {
    const { targets } = this.#deps;
    const { record: id, target } = command;
    if (this.#recorders.has(id)) return;
    const recorded = targets.find(target);
    if (recorded === undefined) return this.#ended(id, { why: 'target-gone', duration: 0 });
    try {
      const recorder = this.#recorder(command, recorded.rate);
      this.#recorders.set(id, recorder);
      if (command.sides === undefined || !(recorded instanceof Leg)) recorded.recorders.add(recorder);
      else recorded.monitors.add(new LegMonitor(recorder, command.sides, recorded.size));
      this.#beginAfterBeep(recorder, recorded, command.beep);
      targets.refresh(target);
    } catch (error) {
      this.#ended(id, { why: 'failed', duration: 0, failed: reasonOf(error) });
    }
  }

  #recorder(command: StartRecord, rate: number): Recorder {
    const { record, viaCodec, maxDuration, maxSilence, talkingLevel, trimsSilence = false } = command;
    const channels = command.sides?.isStereo === true && command.target.kind === 'leg' ? 2 : 1;
    const writer = makeAudioWriter({ ...command.file, channels });
    try {
      return new Recorder({
        writer,
        rate,
        viaCodec,
        maxDuration,
        maxSilence,
        talkingLevel,
        trimsSilence,
        onStart: () => this.#deps.tell({ tell: 'record-started', record }),
        onGrow: (duration) => this.#deps.tell({ tell: 'record-grew', record, duration }),
        onEnd: (end) => this.#ended(record, end),
      });
    } catch (error) {
      // The file is not known elsewhere.
      writer.discard().catch(() => undefined);
      throw error;
    }
  }

  /** Recording starts even if the beep cannot be played. */
  #beginAfterBeep(recorder: Recorder, { rate, stage }: Recorded, beep: string | undefined): void {
    if (beep === undefined) return recorder.begin();
    try {
      const source = new FileSource({ files: [beep], isEndless: false }, rate);
      const play = new Play(source, () => recorder.begin());
      recorder.onceOver(() => play.stop());
      stage.put(play, 'beep');
    } catch {
      recorder.begin();
    }
  }

  #ended(id: string, end: RecordEnd): void {
    this.#recorders.delete(id);
    this.#deps.tell({ tell: 'record-ended', record: id, ...end });
  }
}

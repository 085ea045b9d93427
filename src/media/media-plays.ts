import type { MediaTargets } from './media-targets';
import type { PlayEnd } from './plays/play';
import { Play, reasonOf } from './plays/play';
import { CodecSource } from './plays/play-via-codec';
import { FileSource } from './plays/play-files';
import type { PlaySource } from './plays/play-source';
import { SilenceSource } from './plays/play-source';
import { ToneSource } from './plays/play-tone';
import type { ProgramStreams } from './program/program-streams';
import type { CommandHandlers, MediaNotice, MediaSource, PlayCommand } from './protocol';

interface PlaysDeps {
  readonly targets: MediaTargets;
  readonly programs: ProgramStreams;
  readonly tell: (notice: MediaNotice) => void;
}

type StartPlay = Extract<PlayCommand, { readonly do: 'play' }>;

/** All plays that have an id, wherever they are heard. */
export class MediaPlays {
  readonly #deps: PlaysDeps;
  readonly #plays = new Map<string, Play>();
  readonly commands: CommandHandlers<PlayCommand> = {
    play: (command) => this.#start(command),
    'pause-play': ({ play }) => this.#plays.get(play)?.pause(),
    'resume-play': ({ play }) => this.#plays.get(play)?.resume(),
    'restart-play': ({ play }) => this.#plays.get(play)?.restart(),
    'stop-play': ({ play }) => this.#plays.get(play)?.stop(),
    'seek-play': ({ play, by }) => this.#plays.get(play)?.seek(by),
  };

  constructor(deps: PlaysDeps) {
    this.#deps = deps;
  }

  get count(): number {
    return this.#plays.size;
  }

  #start(command: StartPlay): void {
    const { targets, tell } = this.#deps;
    const { play: id, target, inBackground } = command;
    if (this.#plays.has(id)) return;
    const listener = targets.find(target);
    if (listener === undefined) return this.#ended(id, { position: 0, failed: 'there is no target to play to' });
    try {
      const play = new Play(this.#carried(command, listener.rate), (end) => this.#ended(id, end));
      this.#plays.set(id, play);
      tell({ tell: 'play-started', play: id });
      if (command.offset > 0) play.seek(command.offset);
      listener.stage.put(play, inBackground ? 'background' : 'foreground');
      targets.refresh(target);
    } catch (error) {
      this.#ended(id, { position: 0, failed: reasonOf(error) });
    }
  }

  #ended(id: string, end: PlayEnd): void {
    this.#plays.delete(id);
    this.#deps.tell({ tell: 'play-ended', play: id, ...end });
  }

  #carried({ source, viaCodec }: StartPlay, rate: number): PlaySource {
    if (viaCodec === undefined) return this.#opened(source, rate);
    return new CodecSource(viaCodec, rate, (own) => this.#opened(source, own));
  }

  #opened(source: MediaSource, rate: number): PlaySource {
    switch (source.kind) {
      case 'files':
        return new FileSource(source, rate);
      case 'tone':
        return new ToneSource(source.steps, rate);
      case 'silence':
        return new SilenceSource();
      case 'program':
        return this.#deps.programs.open(source, rate);
    }
  }
}

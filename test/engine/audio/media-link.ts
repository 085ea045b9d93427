import { MediaListeners } from '../../../src/media/thread/media-link';
import type { MediaCommand, MediaLink, MediaNotice } from '../../../src/media/protocol';
import type { Plain } from '../../support/plain-ids';

type PlayCommand = Extract<MediaCommand, { do: 'play' }>;
type RecordCommand = Extract<MediaCommand, { do: 'record' }>;

/** The other thread, as far as its protocol goes: it keeps what it is told, and tells what a test says. */
export class FakeMedia implements MediaLink {
  readonly commands: MediaCommand[] = [];
  readonly #listeners = new MediaListeners();
  readonly #open = new Set<object>();
  /** What it would be playing and recording now. */
  readonly plays = new Map<string, PlayCommand>();
  readonly records = new Map<string, RecordCommand>();
  isClosed = false;

  readonly send = (command: MediaCommand): void => {
    this.commands.push(command);
    switch (command.do) {
      case 'play':
        this.plays.set(command.play, command);
        break;
      case 'stop-play':
        this.endPlay(command.play);
        break;
      case 'record':
        this.records.set(command.record, command);
        break;
      default:
        break;
    }
  };

  readonly on: MediaLink['on'] = (handlers) => this.#counted(this.#listeners.on(handlers));

  readonly onLost: MediaLink['onLost'] = (listener) => this.#counted(this.#listeners.onLost(listener));

  readonly health: MediaLink['health'] = () => ({ isUp: !this.isClosed, restarts: 0, silence: 0 });

  readonly close = async (): Promise<void> => {
    this.isClosed = true;
  };

  get listeners(): number {
    return this.#open.size;
  }

  /** What it was told since, in short: `play leg:c1 sound`, `stop-play`. */
  take(): string[] {
    return this.commands.splice(0).map(inShort);
  }

  tell(notice: Plain<MediaNotice>): void {
    this.#listeners.notice(notice as MediaNotice);
  }

  lose(reason: string): void {
    this.plays.clear();
    this.records.clear();
    this.#listeners.lost(reason);
  }

  /** The oldest that is heard, backgrounds left out, comes to its end. */
  finishPlay(failed?: string): void {
    const play = [...this.plays.values()].find(({ inBackground }) => !inBackground)?.play;
    if (play === undefined) throw new Error('nothing is playing');
    this.endPlay(play, failed);
  }

  endPlay(play: string, failed?: string): void {
    if (!this.plays.delete(play)) return;
    this.tell({ tell: 'play-ended', play, position: 0, ...(failed === undefined ? undefined : { failed }) });
  }

  startRecord(): void {
    const [record] = [...this.records.keys()].slice(-1);
    if (record !== undefined) this.tell({ tell: 'record-started', record });
  }

  endRecord(
    why: Extract<MediaNotice, { tell: 'record-ended' }>['why'],
    facts: { duration?: number; failed?: string } = {},
  ) {
    const [record] = [...this.records.keys()];
    if (record === undefined) throw new Error('nothing is recorded');
    this.records.delete(record);
    this.tell({ tell: 'record-ended', record, why, duration: 0, ...facts });
  }

  /** Ends once, however often it is ended. */
  #counted(end: () => void): () => void {
    const token = {};
    this.#open.add(token);
    return () => {
      this.#open.delete(token);
      end();
    };
  }
}

function inShort(command: MediaCommand): string {
  switch (command.do) {
    case 'open-pair':
      return `open-pair ${command.legs.join(' ')}`;
    case 'open-bridge':
      return `open-bridge ${command.bridge} ${command.mixes}`;
    case 'close-bridge':
      return `close-bridge ${command.bridge}`;
    case 'join-bridge': {
      const { isMuted, isAnnouncer } = command.role;
      return `join-bridge ${command.bridge} ${command.leg}${isMuted ? ' muted' : ''}${isAnnouncer ? ' announcer' : ''}`;
    }
    case 'leave-bridge':
      return `leave-bridge ${command.bridge} ${command.leg}`;
    case 'close-leg':
      return `close-leg ${command.leg}`;
    case 'mute-leg':
      return `mute-leg ${command.leg} ${command.muted}`;
    case 'play': {
      const { target, source, offset, inBackground } = command;
      const where = target.kind === 'leg' ? target.leg : target.bridge;
      const what = source.kind === 'files' ? source.files.join('+') : source.kind;
      return `play ${where} ${what}${offset === 0 ? '' : ` from ${offset}`}${inBackground ? ' in background' : ''}`;
    }
    case 'seek-play':
      return `seek-play ${command.by}`;
    case 'record':
      return `record ${command.target.kind === 'leg' ? command.target.leg : command.target.bridge} ${command.file.path}`;
    default:
      return command.do;
  }
}

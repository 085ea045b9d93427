import type { Channel } from '../../../engine/calls/channel/channel';
import type { SoundEnd, SoundPlay } from '../../../engine/audio/channel-sound';
import type { Clock } from '../../../shared/time/clock';
import { DigitInbox } from '../../interaction/digit-inbox';
import { digitDuring, namedPrompts } from '../../interaction/prompts';
import { setResult } from '../../runner/result-variable';
import { splitArguments } from '../../expressions/split-arguments';
import type { ApplicationDeps, Applications } from '../application-deps';

/** What callers press for what; some keys may have several digits to choose from. */
interface Keys {
  readonly forward: string;
  readonly rewind: string;
  readonly stop: string;
  readonly pause: string;
  readonly restart: string;
}

/** Milliseconds. */
const defaultSkip = 3000;

/** A prompt in which callers move about with the keys of their telephone. */
export function controlPlaybackApplications({ sound, clock, log }: ApplicationDeps): Applications {
  return {
    ControlPlayback: async (channel, data, { signal }) => {
      const [file = '', skip = '', ...rest] = splitArguments(data).map((part) => part.trim());
      const [anyOf = []] = namedPrompts(file);
      const offset = Number(/o\((\d+)\)/.exec(rest[5] ?? '')?.[1] ?? 0);
      const play = signal.aborted ? undefined : sound().play(channel, { anyOf, offset });
      if (play === undefined) return;
      const inbox = new DigitInbox(channel, clock);
      signal.addEventListener('abort', play.stop);
      const controlled = new ControlledPlay(play, { skip: Number.parseInt(skip, 10) || defaultSkip, offset, clock });
      const stopKey = await controlled.follow(inbox, keysOf(rest));
      const end = await play.over;
      signal.removeEventListener('abort', play.stop);
      inbox.close();
      if (end.outcome === 'failed') log.warn({ channel: channel.id, reason: end.reason }, 'ControlPlayback has failed');
      tell(channel, { end, stopKey, position: controlled.position });
    },
  };
}

function keysOf([forward = '', rewind = '', stop = '', pause = '', restart = '']: readonly string[]): Keys {
  return { forward: forward || '#', rewind: rewind || '*', stop, pause, restart };
}

interface Outcome {
  readonly end: SoundEnd;
  readonly stopKey: string | undefined;
  readonly position: number;
}

function tell(channel: Channel, { end, stopKey, position }: Outcome): void {
  const isHeard = end.outcome === 'heard';
  const status = isHeard ? 'SUCCESS' : stopKey === undefined ? 'ERROR' : 'USERSTOPPED';
  setResult(channel, 'CPLAYBACKSTATUS', status);
  setResult(channel, 'CPLAYBACKOFFSET', String(position));
  if (stopKey !== undefined) setResult(channel, 'CPLAYBACKSTOPKEY', stopKey);
}

interface ControlOptions {
  /** Milliseconds. */
  readonly skip: number;
  readonly offset: number;
  readonly clock: Clock;
}

/** Keeps account of where the caller is. */
export class ControlledPlay {
  /** Milliseconds heard until the last change, and when that was. */
  #heard: number;
  #since: number;
  #isPaused = false;

  constructor(
    private readonly play: SoundPlay,
    private readonly options: ControlOptions,
  ) {
    this.#heard = options.offset;
    this.#since = options.clock.now();
  }

  get position(): number {
    return this.#heard + (this.#isPaused ? 0 : this.options.clock.now() - this.#since);
  }

  /** Does what the caller wants until the end; the digit that brought it, if one did. */
  async follow(inbox: DigitInbox, keys: Keys): Promise<string | undefined> {
    for (;;) {
      const digit = await digitDuring(this.play, { inbox, counts: () => true });
      if (digit === undefined) {
        this.#moveTo(this.position);
        this.#isPaused = true;
        return undefined;
      }
      if (keys.stop.includes(digit)) {
        this.#pause();
        this.play.stop();
        return digit;
      }
      this.#obey(digit, keys);
    }
  }

  #obey(digit: string, keys: Keys): void {
    const { skip } = this.options;
    if (keys.pause.includes(digit)) return this.#isPaused ? this.#resume() : this.#pause();
    if (keys.restart.includes(digit)) {
      this.play.restart();
      return this.#moveTo(0);
    }
    if (keys.forward.includes(digit)) return this.#seek(skip);
    if (keys.rewind.includes(digit)) return this.#seek(-skip);
    return undefined;
  }

  #seek(by: number): void {
    this.play.seek(by);
    this.#moveTo(Math.max(0, this.position + by));
  }

  #pause(): void {
    this.play.pause();
    this.#moveTo(this.position);
    this.#isPaused = true;
  }

  #resume(): void {
    this.play.resume();
    this.#moveTo(this.#heard);
    this.#isPaused = false;
  }

  #moveTo(position: number): void {
    this.#heard = position;
    this.#since = this.options.clock.now();
  }
}

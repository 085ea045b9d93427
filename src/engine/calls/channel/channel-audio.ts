import { ListenerList } from '../../../shared/listener-list';

export type AudioDirection = 'in' | 'out' | 'both';

/** What can be set, each by itself. */
export type AudioAspect = 'muting' | 'gain' | 'digits';

/** `in` is what comes from the far end, `out` what goes to it. */
export interface AudioSettings {
  readonly mutedIn: boolean;
  readonly mutedOut: boolean;
  /** Decibels. */
  readonly gainIn: number;
  readonly gainOut: number;
  /** Digits that come as sound count like those that come as signals. */
  readonly findsDigits: boolean;
}

/** Decibels to either side: more leaves nothing but noise, or nothing. */
export const maxGain = 40;

const untouched: AudioSettings = { mutedIn: false, mutedOut: false, gainIn: 0, gainOut: 0, findsDigits: false };

/** What is to be done with the sound of a channel, whether or not any flows yet. */
export class ChannelAudio {
  #settings = untouched;
  #watcher: ((aspect: AudioAspect) => void) | undefined;
  #listeners = 0;
  readonly #onPlainChanged = new ListenerList<void>();

  get settings(): AudioSettings {
    return this.#settings;
  }

  /** What is not as it is on every channel at first. */
  get changed(): readonly AudioAspect[] {
    const { mutedIn, mutedOut, gainIn, gainOut, findsDigits } = this.#settings;
    const aspects: AudioAspect[] = [];
    if (mutedIn || mutedOut) aspects.push('muting');
    if (gainIn !== 0 || gainOut !== 0) aspects.push('gain');
    if (findsDigits) aspects.push('digits');
    return aspects;
  }

  /** Called whenever something is set. There is at most one observer: the part that carries it out. */
  watch(watcher: (aspect: AudioAspect) => void): () => void {
    this.#watcher = watcher;
    return () => {
      if (this.#watcher === watcher) this.#watcher = undefined;
    };
  }

  /** Whether nothing changes the audio or listens in on it, so that packets can be passed on as they are. */
  get isPlain(): boolean {
    return this.#listeners === 0 && (this.#settings === untouched || this.changed.length === 0);
  }

  /** A snoop, recorder or detector listens in until the result is called. */
  listenIn(): () => void {
    let isListening = true;
    this.#count(1);
    return () => {
      if (isListening) this.#count(-1);
      isListening = false;
    };
  }

  /** Called whenever `isPlain` may have changed; the result ends that. */
  onPlainChanged(listener: () => void): () => void {
    return this.#onPlainChanged.add(listener);
  }

  mute(direction: AudioDirection, isMuted: boolean): void {
    const change = {
      ...(direction !== 'out' && { mutedIn: isMuted }),
      ...(direction !== 'in' && { mutedOut: isMuted }),
    };
    this.#set('muting', change);
  }

  /** Decibels. */
  gain(direction: 'in' | 'out'): number {
    return direction === 'in' ? this.#settings.gainIn : this.#settings.gainOut;
  }

  /** Sets the gain; what is beyond the most is taken as the most. */
  amplify(direction: 'in' | 'out', decibels: number): void {
    const gain = Math.max(-maxGain, Math.min(maxGain, decibels));
    this.#set('gain', direction === 'in' ? { gainIn: gain } : { gainOut: gain });
  }

  findDigits(findsDigits: boolean): void {
    this.#set('digits', { findsDigits });
  }

  #set(aspect: AudioAspect, change: Partial<AudioSettings>): void {
    this.#settings = { ...this.#settings, ...change };
    this.#watcher?.(aspect);
    this.#tellPlain();
  }

  #count(change: number): void {
    this.#listeners += change;
    this.#tellPlain();
  }

  #tellPlain(): void {
    this.#onPlainChanged.tell();
  }
}

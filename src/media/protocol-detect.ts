import type { LegId } from '../shared/ids';

/** The part of the protocol that is about what is looked for in the audio of a leg. */
export type DetectCommand =
  /** Milliseconds of silence that end talking, and the level from 1 to 32768 that counts as talking. */
  | { readonly do: 'detect-talk'; readonly leg: LegId; readonly silence: number; readonly threshold: number }
  | { readonly do: 'detect-digits'; readonly leg: LegId }
  | { readonly do: 'detect-tone'; readonly leg: LegId; readonly frequency: number; readonly duration: number }
  /**
   * Told once. Here and below, `threshold` is as for talking, and the id comes back with what is found: an earlier
   * detector of the same kind may have found something a moment ago.
   */
  | {
      readonly do: 'detect-answering-machine';
      readonly leg: LegId;
      readonly id: number;
      readonly threshold: number;
      readonly limits: AnsweringMachineLimits;
    }
  /** Talking of a certain length with so much silence behind it. Milliseconds; `within` counts from now. */
  | {
      readonly do: 'detect-utterance';
      readonly leg: LegId;
      readonly id: number;
      readonly threshold: number;
      readonly silence: number;
      readonly longerThan: number;
      readonly shorterThan: number;
      readonly within: number;
    }
  /** Told whenever there has been so much of it in a row. */
  | {
      readonly do: 'detect-stretch';
      readonly leg: LegId;
      readonly id: number;
      readonly threshold: number;
      readonly of: 'silence' | 'noise';
      readonly duration: number;
    }
  | { readonly do: 'stop-detecting'; readonly leg: LegId; readonly what: DetectorName };

/** A leg has at most one detector of a kind. */
export type DetectorName = 'talk' | 'digits' | 'tone' | 'answering-machine' | 'utterance' | 'stretch';

/** All but the number of words are milliseconds. */
export interface AnsweringMachineLimits {
  /** So much silence before the first word is a machine. */
  readonly initialSilence: number;
  /** So much talking in the greeting is a machine. */
  readonly greeting: number;
  /** So much silence after a shorter greeting is a human who waits for an answer. */
  readonly afterGreetingSilence: number;
  /** Nothing is decided later than this. */
  readonly totalAnalysisTime: number;
  /** Shorter talking is not a word. */
  readonly minimumWordLength: number;
  /** Shorter silence does not end a word. */
  readonly betweenWordsSilence: number;
  /** More words are a machine. */
  readonly maximumNumberOfWords: number;
  /** So long a word is a machine. */
  readonly maximumWordLength: number;
}

/** What decided, with what was measured and the limit that it was measured against. */
export interface AnsweringMachineVerdict {
  readonly who: 'human' | 'machine' | 'not-sure';
  readonly because:
    'too-long' | 'initial-silence' | 'after-greeting-silence' | 'long-greeting' | 'word-length' | 'words';
  readonly measured: number;
  readonly limit: number;
}

/** What was found, or measured. */
export type DetectNotice =
  | { readonly tell: 'digit'; readonly leg: LegId; readonly digit: string; readonly duration: number }
  | { readonly tell: 'talk-started'; readonly leg: LegId }
  /** Milliseconds of talking, the silence behind it left out. */
  | { readonly tell: 'talk-ended'; readonly leg: LegId; readonly duration: number }
  | { readonly tell: 'tone-detected'; readonly leg: LegId }
  | {
      readonly tell: 'answering-machine-judged';
      readonly leg: LegId;
      readonly id: number;
      readonly verdict: AnsweringMachineVerdict;
    }
  /** Milliseconds of talking, the silence behind it left out. */
  | { readonly tell: 'utterance-detected'; readonly leg: LegId; readonly id: number; readonly duration: number }
  | { readonly tell: 'stretch-detected'; readonly leg: LegId; readonly id: number };

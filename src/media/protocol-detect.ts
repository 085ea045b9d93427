import type { LegId } from '../shared/ids';

/** The part of the protocol about detectors. */
export type DetectCommand =
  /** Milliseconds of silence that end talking, and the level from 1 to 32768 that counts as talking. */
  | { readonly do: 'detect-talk'; readonly leg: LegId; readonly silence: number; readonly threshold: number }
  | { readonly do: 'detect-digits'; readonly leg: LegId }
  | { readonly do: 'detect-tone'; readonly leg: LegId; readonly frequency: number; readonly duration: number }
  /**
   * Reported once. Here and below, `threshold` is as for talking, and the notice carries the id: an earlier detector of
   * the same kind may just have reported something.
   */
  | {
      readonly do: 'detect-answering-machine';
      readonly leg: LegId;
      readonly id: number;
      readonly threshold: number;
      readonly limits: AnsweringMachineLimits;
    }
  /** Talking of a certain length followed by silence. Milliseconds; `within` counts from now. */
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
  /** Reported each time it has lasted this long. */
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
  /** Longer silence before the first word is a machine. */
  readonly initialSilence: number;
  /** A longer greeting is a machine. */
  readonly greeting: number;
  /** This much silence after a shorter greeting is a human who waits for an answer. */
  readonly afterGreetingSilence: number;
  /** The decision is made after this time at the latest. */
  readonly totalAnalysisTime: number;
  /** Shorter talking is not a word. */
  readonly minimumWordLength: number;
  /** Shorter silence does not end a word. */
  readonly betweenWordsSilence: number;
  /** More words are a machine. */
  readonly maximumNumberOfWords: number;
  /** A longer word is a machine. */
  readonly maximumWordLength: number;
}

/** The deciding criterion, the measured value and its limit. */
export interface AnsweringMachineVerdict {
  readonly who: 'human' | 'machine' | 'not-sure';
  readonly because:
    | 'too-long'
    | 'initial-silence'
    | 'after-greeting-silence'
    | 'long-greeting'
    | 'word-length'
    | 'words';
  readonly measured: number;
  readonly limit: number;
}

/** The result of a detector. */
export type DetectNotice =
  | { readonly tell: 'digit'; readonly leg: LegId; readonly digit: string; readonly duration: number }
  | { readonly tell: 'talk-started'; readonly leg: LegId }
  /** Milliseconds of talking, without the trailing silence. */
  | { readonly tell: 'talk-ended'; readonly leg: LegId; readonly duration: number }
  | { readonly tell: 'tone-detected'; readonly leg: LegId }
  | {
      readonly tell: 'answering-machine-judged';
      readonly leg: LegId;
      readonly id: number;
      readonly verdict: AnsweringMachineVerdict;
    }
  /** Milliseconds of talking, without the trailing silence. */
  | { readonly tell: 'utterance-detected'; readonly leg: LegId; readonly id: number; readonly duration: number }
  | { readonly tell: 'stretch-detected'; readonly leg: LegId; readonly id: number };

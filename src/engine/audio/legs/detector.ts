import type {
  AnsweringMachineLimits,
  AnsweringMachineVerdict,
  DetectCommand,
  DetectNotice,
} from '../../../media/protocol-detect';
import { assertNever } from '../../../shared/assert-never';
import type { LegId } from '../../../shared/ids';

/** A detector in the audio from the far end of a channel. */
export type Detector =
  /** Milliseconds of silence that end talking, and the level from 1 to 32768 that counts as talking. */
  | { readonly what: 'talk'; readonly silence: number; readonly threshold: number }
  /** Hertz, and the milliseconds that it has to last. */
  | {
      readonly what: 'tone';
      readonly frequency: number;
      readonly duration: number;
      /** Called with the number of times that it has been there. */
      readonly onFound?: (count: number) => void;
    }
  | SoundDetector;

/**
 * A detector for the program of a channel. Its results are not reported; `threshold` is the level that counts as
 * talking.
 */
export type SoundDetector =
  /** Whether a human or a machine has answered: found once. */
  | {
      readonly what: 'answering-machine';
      readonly threshold: number;
      readonly limits: AnsweringMachineLimits;
      readonly onFound: (verdict: AnsweringMachineVerdict) => void;
    }
  /** Talking of a certain length followed by silence, in milliseconds. */
  | {
      readonly what: 'utterance';
      readonly threshold: number;
      readonly silence: number;
      readonly longerThan: number;
      readonly shorterThan: number;
      readonly within: number;
      /** Called with the milliseconds of talking. */
      readonly onFound: (duration: number) => void;
    }
  /** Reported each time it has lasted for this many milliseconds. */
  | {
      readonly what: 'stretch';
      readonly threshold: number;
      readonly of: 'silence' | 'noise';
      readonly duration: number;
      readonly onFound: () => void;
    };

/** The id distinguishes its results from those of an earlier one of its kind. */
export type StartedDetector = Detector & { readonly id: number };

/** The command for the media thread. */
export function commandOf(leg: LegId, detector: StartedDetector): DetectCommand {
  const { id } = detector;
  switch (detector.what) {
    case 'talk':
      return { do: 'detect-talk', leg, silence: detector.silence, threshold: detector.threshold };
    case 'tone':
      return { do: 'detect-tone', leg, frequency: detector.frequency, duration: detector.duration };
    case 'answering-machine':
      return { do: 'detect-answering-machine', leg, id, threshold: detector.threshold, limits: detector.limits };
    case 'utterance': {
      const { threshold, silence, longerThan, shorterThan, within } = detector;
      return { do: 'detect-utterance', leg, id, threshold, silence, longerThan, shorterThan, within };
    }
    case 'stretch': {
      const { threshold, of, duration } = detector;
      return { do: 'detect-stretch', leg, id, threshold, of, duration };
    }
  }
}

/** What detectors find that are waited for. */
export type Finding = Extract<DetectNotice, { readonly id: number }>;

/** Calls the listener if the notice is from this detector. */
export function tellFinder(detector: StartedDetector, notice: Finding): void {
  if (notice.id !== detector.id) return;
  switch (notice.tell) {
    case 'answering-machine-judged':
      return detector.what === 'answering-machine' ? detector.onFound(notice.verdict) : undefined;
    case 'utterance-detected':
      return detector.what === 'utterance' ? detector.onFound(notice.duration) : undefined;
    case 'stretch-detected':
      return detector.what === 'stretch' ? detector.onFound() : undefined;
    default:
      return assertNever(notice);
  }
}

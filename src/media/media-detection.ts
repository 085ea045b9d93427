import { assertNever } from '../shared/assert-never';
import type { LegId } from '../shared/ids';
import { AnsweringMachineDetector } from './detect/answering-machine';
import { DtmfDetector } from './detect/dtmf-detector';
import { StretchDetector } from './detect/stretch-detector';
import { TalkDetector } from './detect/talk-detector';
import { ToneDetector } from './detect/tone-detector';
import { UtteranceDetector } from './detect/utterance-detector';
import type { Leg } from './leg/leg';
import { meanLevel } from './samples/levels';
import { frameLength } from './samples/media-frames';
import type { CommandHandlers, MediaNotice } from './protocol';
import type { DetectCommand } from './protocol-detect';

/** Sets a detector on a leg, replacing one of the same kind, or removes it. */
export function applyDetection(leg: Leg, command: DetectCommand, tell: (notice: MediaNotice) => void): void {
  const { id, detectors } = leg;
  switch (command.do) {
    case 'detect-talk': {
      const { silence, threshold } = command;
      return detectors.set('talk', (rate) => talkDetector(id, new TalkDetector({ rate, silence, threshold }), tell));
    }
    case 'detect-digits':
      return detectors.set('digits', (rate) => digitDetector(id, new DtmfDetector(rate), tell));
    case 'detect-tone': {
      const { frequency, duration } = command;
      return detectors.set('tone', (rate) => toneDetector(id, new ToneDetector({ rate, frequency, duration }), tell));
    }
    case 'detect-answering-machine':
      return detectors.set('answering-machine', () => machineDetector(command, tell));
    case 'detect-utterance':
      return detectors.set('utterance', (rate) => utteranceDetector(command, rate, tell));
    case 'detect-stretch':
      return detectors.set('stretch', () => stretchDetector(command, tell));
    case 'stop-detecting':
      return detectors.drop(command.what);
    default:
      return assertNever(command);
  }
}

type Tell = (notice: MediaNotice) => void;

/** Handles all commands about detectors. */
export function detectCommands(apply: (command: DetectCommand) => void): CommandHandlers<DetectCommand> {
  return {
    'detect-talk': apply,
    'detect-digits': apply,
    'detect-tone': apply,
    'detect-answering-machine': apply,
    'detect-utterance': apply,
    'detect-stretch': apply,
    'stop-detecting': apply,
  };
}

function talkDetector(leg: LegId, detector: TalkDetector, tell: Tell) {
  return (frame: Int16Array): void => {
    const event = detector.process(frame);
    if (event?.type === 'talk-started') tell({ tell: 'talk-started', leg });
    if (event?.type === 'talk-ended') tell({ tell: 'talk-ended', leg, duration: event.duration });
  };
}

function digitDetector(leg: LegId, detector: DtmfDetector, tell: Tell) {
  return (frame: Int16Array): void => {
    const event = detector.process(frame);
    if (event !== undefined) tell({ tell: 'digit', leg, digit: event.digit, duration: event.duration });
  };
}

function toneDetector(leg: LegId, detector: ToneDetector, tell: Tell) {
  return (frame: Int16Array): void => {
    if (detector.process(frame) !== undefined) tell({ tell: 'tone-detected', leg });
  };
}

type Detect<Do extends DetectCommand['do']> = Extract<DetectCommand, { readonly do: Do }>;

function machineDetector({ leg, id, threshold, limits }: Detect<'detect-answering-machine'>, tell: Tell) {
  const detector = new AnsweringMachineDetector(limits);
  return (frame: Int16Array): void => {
    const verdict = detector.process(meanLevel(frame) >= threshold, frameLength);
    if (verdict !== undefined) tell({ tell: 'answering-machine-judged', leg, id, verdict });
  };
}

function utteranceDetector(command: Detect<'detect-utterance'>, rate: number, tell: Tell) {
  const { leg, id } = command;
  const detector = new UtteranceDetector({ ...command, rate });
  return (frame: Int16Array): void => {
    const utterance = detector.process(frame);
    if (utterance !== undefined) tell({ tell: 'utterance-detected', leg, id, ...utterance });
  };
}

function stretchDetector({ leg, id, of, duration, threshold }: Detect<'detect-stretch'>, tell: Tell) {
  const detector = new StretchDetector(of, duration);
  return (frame: Int16Array): void => {
    if (detector.process(meanLevel(frame) >= threshold, frameLength)) tell({ tell: 'stretch-detected', leg, id });
  };
}

import { DtmfDetector } from './detect/dtmf-detector';
import { TalkDetector } from './detect/talk-detector';
import { ToneDetector } from './detect/tone-detector';
import type { Leg } from './leg';
import type { DetectCommand, MediaNotice } from './protocol';

/** Puts a detector on a leg, in the place of one of the same kind, or takes it away. */
export function applyDetection(leg: Leg, command: DetectCommand, tell: (notice: MediaNotice) => void): void {
  const { id, rate, detectors } = leg;
  switch (command.do) {
    case 'detect-talk': {
      const { silence, threshold } = command;
      return detectors.set('talk', talkDetector(id, new TalkDetector({ rate, silence, threshold }), tell));
    }
    case 'detect-digits':
      return detectors.set('digits', digitDetector(id, new DtmfDetector(rate), tell));
    case 'detect-tone': {
      const { frequency, duration } = command;
      return detectors.set('tone', toneDetector(id, new ToneDetector({ rate, frequency, duration }), tell));
    }
    case 'stop-detecting':
      return detectors.drop(command.what);
  }
}

type Tell = (notice: MediaNotice) => void;

function talkDetector(leg: string, detector: TalkDetector, tell: Tell) {
  return (frame: Int16Array): void => {
    const event = detector.process(frame);
    if (event?.type === 'talk-started') tell({ tell: 'talk-started', leg });
    if (event?.type === 'talk-ended') tell({ tell: 'talk-ended', leg, duration: event.duration });
  };
}

function digitDetector(leg: string, detector: DtmfDetector, tell: Tell) {
  return (frame: Int16Array): void => {
    const event = detector.process(frame);
    if (event !== undefined) tell({ tell: 'digit', leg, digit: event.digit, duration: event.duration });
  };
}

function toneDetector(leg: string, detector: ToneDetector, tell: Tell) {
  return (frame: Int16Array): void => {
    if (detector.process(frame) !== undefined) tell({ tell: 'tone-detected', leg });
  };
}

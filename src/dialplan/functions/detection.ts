import type { Channel } from '../../engine/calls/channel/channel';
import type { DialplanPlace } from '../../engine/calls/channel/dialplan-place';
import type { DialplanPort } from '../../engine/calls/channel/dialplan-port';
import type { Detection } from '../../engine/audio/legs/detection';
import type { Detector } from '../../engine/audio/legs/detector';
import type { Logger } from '../../shared/logger';
import { readDestination } from '../plan/destination';
import type { FunctionTable, Written } from '../expressions/functions';
import { splitArguments } from '../expressions/split-arguments';

export interface DetectionFunctionDeps {
  readonly detection: Pick<Detection, 'start' | 'stop' | 'tonesOn'>;
  readonly dialplan: Pick<DialplanPort, 'findLabel'> & {
    readonly redirect: (channel: Channel, place: DialplanPlace) => boolean;
  };
  /** The default level from which audio counts as talking. */
  readonly talkingLevel: () => number;
  readonly log: Logger;
}

type ToneRequest = Extract<Detector, { what: 'tone' }>;

const defaultSilence = 2500;
const loudest = 32_768;
const defaultToneLength = 500;
/** Hertz; above it, the narrowest lines carry nothing. */
const highestTone = 4000;
const noAudio: Written = { refused: 'the channel carries no audio' };

/** Events on demand: who talks, and which tones come. */
export function detectionFunctions(deps: DetectionFunctionDeps): FunctionTable {
  return {
    TALK_DETECT: {
      write: (argument, value, { channel }) => channel !== undefined && detectTalk(deps, argument, { channel, value }),
    },
    TONE_DETECT: {
      read: (argument, { channel }) => channel && readTones(deps, channel, argument),
      write: (argument, _value, { channel }) => channel !== undefined && detectTone(deps, channel, argument),
    },
  };
}

/** `TALK_DETECT(set)=[silence][,threshold]`, `TALK_DETECT(remove)=` */
function detectTalk(
  { detection, talkingLevel }: DetectionFunctionDeps,
  argument: string,
  { channel, value }: { readonly channel: Channel; readonly value: string },
): Written {
  const action = argument.trim().toLowerCase();
  if (action === 'remove') {
    detection.stop(channel, 'talk');
    return true;
  }
  const [silenceText = '', thresholdText = ''] = splitArguments(value).map((part) => part.trim());
  const silence = readNumber(silenceText, defaultSilence);
  const threshold = readNumber(thresholdText, talkingLevel());
  if (action === 'set' && isWithin(silence, 1, Infinity) && isWithin(threshold, 1, loudest))
    return detection.start(channel, { what: 'talk', silence, threshold }) || noAudio;
  return {
    refused: `TALK_DETECT takes set or remove, and with set milliseconds of silence from 1 and a level from 1 to ${loudest}`,
  };
}

/** The other direction is not listened to. */
function readTones({ detection }: DetectionFunctionDeps, channel: Channel, argument: string): string | undefined {
  switch (argument.trim().toLowerCase()) {
    case 'rx':
      return String(detection.tonesOn(channel));
    case 'tx':
      return '0';
    default:
      return undefined;
  }
}

/** `TONE_DETECT(frequency[,milliseconds[,options]])=`, or with the option `x` no longer. */
function detectTone(deps: DetectionFunctionDeps, channel: Channel, argument: string): Written {
  const { detection } = deps;
  const [frequencyText = '', lengthText = '', optionText = ''] = splitArguments(argument).map((part) => part.trim());
  const options = readOptions(optionText);
  if (options.has('x')) {
    detection.stop(channel, 'tone');
    return true;
  }
  const frequency = readNumber(frequencyText, 0);
  const duration = readNumber(lengthText, defaultToneLength);
  const hearsOnlyOutgoing = options.has('t') && !options.has('r');
  if (isWithin(frequency, 1, highestTone) && isWithin(duration, 1, Infinity) && !hearsOnlyOutgoing)
    return (
      detection.start(channel, { what: 'tone', frequency, duration, ...jumpOf(deps, channel, options) }) || noAudio
    );
  return {
    refused: `TONE_DETECT takes a frequency from 1 to ${highestTone} and milliseconds from 1, and listens to what comes in`,
  };
}

/** `g(destination)`: the dialplan continues there when the tone was detected once, or `n(count)` times. */
function jumpOf(
  { dialplan, log }: DetectionFunctionDeps,
  channel: Channel,
  options: ReadonlyMap<string, string>,
): Pick<ToneRequest, 'onFound'> {
  const destination = options.get('g');
  if (destination === undefined) return {};
  const times = readNumber(options.get('n') ?? '', 1);
  const onFound = (count: number): void => {
    if (count !== times) return;
    const place = readDestination(destination, channel.position.place, (...label) => dialplan.findLabel(...label));
    if (place === undefined || !dialplan.redirect(channel, place))
      log.warn(
        { channel: channel.id, destination },
        'a tone was detected, but its destination in the dialplan does not exist',
      );
  };
  return { onFound };
}

/** `rn(2)g(menu,s,1)` */
function readOptions(text: string): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(/([a-z])(?:\(([^)]*)\))?/gi)].map(([, name = '', value = '']) => [name, value]));
}

function readNumber(text: string, unasked: number): number {
  return text === '' ? unasked : Number(text);
}

/** False for anything but a number. */
function isWithin(number: number, least: number, most: number): boolean {
  return number >= least && number <= most;
}

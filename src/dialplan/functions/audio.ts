import type { Channel } from '../../engine/calls/channel/channel';
import { maxGain } from '../../engine/calls/channel/channel-audio';
import type { FunctionTable, Written } from '../expressions/functions';
import { splitArguments } from '../expressions/split-arguments';
import { readSwitch } from '../expressions/read-switch';

type Way = 'in' | 'out';

/** Decibels by which a caller's digit changes the volume. */
const step = 3;
/** What the digits of a caller do to the volume. */
const steps: ReadonlyMap<string, number> = new Map([
  ['*', step],
  ['#', -step],
]);

/** `rx` is what comes from the far end of a channel, `tx` what goes to it. */
const ways: ReadonlyMap<string, Way> = new Map([
  ['rx', 'in'],
  ['tx', 'out'],
]);
const mutable: ReadonlyMap<string, 'in' | 'out' | 'both'> = new Map([
  ['in', 'in'],
  ['out', 'out'],
  ['all', 'both'],
]);

/** What is done with the sound of a channel on its way. */
export function audioFunctions(): FunctionTable {
  const keys = new VolumeKeys();
  return {
    MUTEAUDIO: { write: (argument, value, { channel }) => channel !== undefined && mute(channel, argument, value) },
    VOLUME: {
      read: (argument, { channel }) => {
        const { way } = readVolume(argument);
        return channel && way && String(factorOf(channel.audio.gain(way)));
      },
      write: (argument, value, { channel }) => channel !== undefined && setVolume({ channel, keys }, argument, value),
    },
  };
}

function mute({ audio }: Channel, argument: string, value: string): Written {
  const direction = mutable.get(argument.trim().toLowerCase());
  const isMuted = readSwitch(value);
  if (direction === undefined || isMuted === undefined)
    return { refused: 'MUTEAUDIO takes in, out or all, and is on or off' };
  audio.mute(direction, isMuted);
  return true;
}

interface Steerable {
  readonly channel: Channel;
  readonly keys: VolumeKeys;
}

function setVolume({ channel, keys }: Steerable, argument: string, value: string): Written {
  const { way, isSteered } = readVolume(argument);
  const decibels = decibelsOf(value);
  if (way === undefined || decibels === undefined)
    return { refused: 'VOLUME takes TX or RX, and is a factor from -100 to 100' };
  channel.audio.amplify(way, decibels);
  keys.steer(channel, way, isSteered);
  return true;
}

/** `TX`, `RX,p` */
function readVolume(argument: string): { readonly way: Way | undefined; readonly isSteered: boolean } {
  const [direction = '', options = ''] = splitArguments(argument);
  return { way: ways.get(direction.trim().toLowerCase()), isSteered: options.toLowerCase().includes('p') };
}

/** `3` makes the amplitude three times as large, `-3` a third of it, and 0 leaves it. Undefined: not understood. */
function decibelsOf(text: string): number | undefined {
  const factor = text.trim() === '' ? NaN : Number(text);
  if (factor === 0) return 0;
  const decibels = 20 * Math.log10(Math.abs(factor)) * Math.sign(factor);
  return Math.abs(decibels) <= maxGain ? decibels : undefined;
}

function factorOf(decibels: number): number {
  if (decibels === 0) return 0;
  const factor = Math.round(10 ** (Math.abs(decibels) / 20) * 1000) / 1000;
  return decibels < 0 ? -factor : factor;
}

/** Lets callers change volumes by their digits, which go where they go in any case. */
class VolumeKeys {
  readonly #steered = new WeakMap<Channel, Set<Way>>();

  steer(channel: Channel, way: Way, isSteered: boolean): void {
    const known = this.#steered.get(channel);
    if (!isSteered) return void known?.delete(way);
    if (known !== undefined) return void known.add(way);
    const steered = new Set([way]);
    this.#steered.set(channel, steered);
    // It goes with the channel.
    channel.onSignal((signal) => {
      const change = signal.type === 'digit' ? steps.get(signal.digit) : undefined;
      if (change === undefined) return;
      for (const each of steered) channel.audio.amplify(each, channel.audio.gain(each) + change);
    });
  }
}

import type { AudioCodec } from './audio-codec';
import { aLaw, muLaw } from './g711';
import { G722 } from './g722';
import { Opus } from './opus';
import { signedLinear } from './signed-linear';

const makers = new Map<string, () => AudioCodec>([
  ['ulaw', muLaw],
  ['alaw', aLaw],
  ['g722', () => new G722()],
  ['opus', () => new Opus()],
  ...linear('slin', 8000),
  ...linear('slin12', 12000),
  ...linear('slin16', 16000),
  ...linear('slin24', 24000),
  ...linear('slin32', 32000),
  ...linear('slin44', 44100),
  ...linear('slin48', 48000),
  ...linear('slin96', 96000),
  ...linear('slin192', 192000),
]);

/** The formats with a codec, by their usual names. */
export const codecNames: readonly string[] = [...makers.keys()];

/** A codec for one stream; undefined when there is none of that name. */
export function makeCodec(name: string): AudioCodec | undefined {
  return makers.get(name)?.();
}

function linear(name: string, rate: number): readonly (readonly [string, () => AudioCodec])[] {
  return [[name, () => signedLinear(name, rate)]];
}

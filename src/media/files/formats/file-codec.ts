import type { AudioCodec } from '../../codecs/audio-codec';
import { aLaw, muLaw } from '../../codecs/g711';
import { G722 } from '../../codecs/g722';
import { signedLinear } from '../../codecs/signed-linear';
import type { WrittenEncoding } from './file-format';

/** The smallest unit of an encoding in bytes, and its samples. */
export interface EncodingUnit {
  readonly bytes: number;
  readonly samples: number;
}

const codecs: Readonly<Record<WrittenEncoding, { readonly unit: EncodingUnit; readonly make: () => AudioCodec }>> = {
  // Only the bytes matter here; the rate is known from the file.
  'linear-16': { unit: { bytes: 2, samples: 1 }, make: () => signedLinear('slin', 8000) },
  ulaw: { unit: { bytes: 1, samples: 1 }, make: muLaw },
  alaw: { unit: { bytes: 1, samples: 1 }, make: aLaw },
  g722: { unit: { bytes: 1, samples: 2 }, make: () => new G722() },
};

/** A separate codec for every file: some have state. */
export function fileCodec(encoding: WrittenEncoding): { readonly unit: EncodingUnit; readonly codec: AudioCodec } {
  const { unit, make } = codecs[encoding];
  return { unit, codec: make() };
}

import { playableFormat } from '../../../src/media/files/formats/file-format';
import { fileHeader } from '../../../src/media/files/formats/file-header';
import { makeEncoder } from '../../../src/media/files/formats/sample-encoder';

/** A whole file with these samples, in a format that is known by its extension. */
export function audioBytes(extension: string, makeSamples: (rate: number) => Int16Array): Buffer {
  const shape = playableFormat(extension)?.shape;
  if (shape === undefined) throw new Error(`nothing can be written as ${extension}`);
  const audio = makeEncoder(shape.encoding).encode(makeSamples(shape.rate));
  return Buffer.concat([fileHeader({ ...shape, channels: 1 }, audio.length), audio]);
}

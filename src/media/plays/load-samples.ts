import { openAudioFile } from '../files/audio-reader';
import { Resampler } from '../samples/resample';

/** Seconds of the longest file that is loaded; of a longer one the end is left out. */
const longest = 600;

/** All samples of a media file at this rate. Throws an AudioFileError when it cannot be read. */
export function loadSamples(path: string, rate: number): Int16Array {
  const reader = openAudioFile(path);
  try {
    const resampler = new Resampler(reader.rate, rate);
    // A whole number of frames: the resampler gives 20 ms for 20 ms.
    const block = new Int16Array(reader.rate / 50);
    const blocks: Int16Array[] = [];
    const most = longest * 50;
    for (let read = reader.read(block); read > 0 && blocks.length < most; read = reader.read(block)) {
      block.fill(0, read);
      blocks.push(Int16Array.from(resampler.process(block)));
    }
    return joined(blocks);
  } finally {
    reader.close();
  }
}

function joined(blocks: readonly Int16Array[]): Int16Array {
  const samples = new Int16Array(blocks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const block of blocks) {
    samples.set(block, at);
    at += block.length;
  }
  return samples;
}

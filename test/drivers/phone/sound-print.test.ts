import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findSound, frameSamples, phoneRate, printFrame, printSound } from '../../../src/drivers/phone/sound-print';
import type { FramePrint } from '../../../src/drivers/phone/sound-print';
import { muLaw } from '../../../src/media/codecs/g711';
import { loadSamples } from '../../../src/media/plays/load-samples';
import { Resampler } from '../../../src/media/samples/resample';

const folder = join(__dirname, '../../../sounds/en');
// Those of the conference that say the same words are left out.
const names = readdirSync(folder).filter((name) =>
  /^(hello|demo|good|thank|one-m|please|leave|conf-[gilpu])/.test(name),
);
const sounds = names.map((name) => ({ name, samples: loadSamples(join(folder, name), phoneRate) }));

function framesOf(samples: Int16Array): FramePrint[] {
  const count = Math.floor(samples.length / frameSamples);
  return Array.from({ length: count }, (_, at) =>
    printFrame(samples.subarray(at * frameSamples, (at + 1) * frameSamples)),
  );
}

/** As a phone of the telephone network hears it: 8 kHz, µ-law, somewhat later and quieter. */
function overTelephone(samples: Int16Array): Int16Array {
  const later = new Int16Array(samples.length + frameSamples * 3 + 77);
  later.set(
    samples.map((sample) => sample * 0.6),
    frameSamples * 2 + 77,
  );
  const codec = muLaw();
  const narrow = Int16Array.from(new Resampler(phoneRate, 8000).process(later));
  return Int16Array.from(new Resampler(8000, phoneRate).process(codec.decode(codec.encode(narrow))));
}

describe('the print of a sound', () => {
  it.each(sounds)('recognises $name over a telephone line', ({ samples }) => {
    const heard = framesOf(overTelephone(samples));

    expect(findSound(printSound(samples), heard, 0)).toBeDefined();
  });

  it.each(sounds)('tells $name from all others', ({ name, samples }) => {
    const heard = framesOf(samples);

    const found = sounds.filter(({ samples: other }) => findSound(printSound(other), heard, 0) !== undefined);

    expect(found.map((sound) => sound.name)).toEqual([name]);
  });

  it('finds nothing in silence', () => {
    const [sound] = sounds;

    expect(findSound(printSound(sound?.samples ?? new Int16Array()), framesOf(new Int16Array(160_000)), 0)).toBe(
      undefined,
    );
  });
});

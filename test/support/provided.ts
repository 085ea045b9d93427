import { codecNames } from '../../src/media/codecs/make-codec';
import { playableExtensions } from '../../src/media/files/formats/file-format';
import type { NeededModule } from '../../src/shared/module-use/hold';
import { uncounted } from '../../src/shared/module-use/hold';
import { ProvidedNames } from '../../src/shared/module-use/provided-names';

/** Names that are all available, as on a server that runs all modules. */
export function provided<Name extends string>(...names: readonly Name[]): ProvidedNames<Name> {
  const all = new ProvidedNames<Name>(new Map(names.map((name) => [name, `module_of_${name}`])));
  for (const name of names) all.provide(name, uncounted);
  return all;
}

export const bridgeTechnologies = provided('simple_bridge', 'softmix', 'holding_bridge');

export const mediaFormats = { codecs: provided(...codecNames), fileFormats: provided(...playableExtensions) };

export const isPlayable = (ending: string): boolean => playableExtensions.includes(ending);

/** Nobody asks how often anything is used. */
export const noUses = {
  playback: uncounted,
  recording: uncounted,
  music: uncounted,
  snoop: uncounted,
  talkDetection: uncounted,
  toneDetection: uncounted,
  remote: uncounted,
};

export const alwaysLoaded: NeededModule = { name: 'res_always', isLoaded: () => true, hold: uncounted };

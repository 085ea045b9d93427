import type { SoundsOperations } from '../../generated/operations';
import type { Sounds } from '../engine/sounds/sounds';
import { quoted } from './quoted';

export const soundHandlers = (sounds: Sounds): SoundsOperations => ({
  list: async ({ lang, format }) => {
    const found = await sounds.list({ language: lang || undefined, format: format || undefined });
    return found.length > 0 ? { status: 200, body: found } : { status: 404, message: nothingFound(lang, format) };
  },

  get: async ({ soundId }) => {
    const sound = await sounds.get(soundId);
    if (sound !== undefined) return { status: 200, body: sound };
    return {
      status: 404,
      message: `there is no sound ${quoted(soundId)}: an id has neither language nor ending, as in digits/1`,
    };
  },
});

function nothingFound(lang: string | undefined, format: string | undefined): string {
  const wanted = [lang ? `language ${quoted(lang)}` : '', format ? `format ${quoted(format)}` : ''].filter(Boolean);
  if (wanted.length === 0)
    return 'no sounds are installed: put them into the sounds directory, in a folder per language';
  return `no sound matches ${wanted.join(' and ')}: both are compared exactly, and a format is a codec such as slin`;
}

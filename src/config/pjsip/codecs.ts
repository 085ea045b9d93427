import type { ConfEntry } from '../reader/conf-file';
import type { Parser } from '../reader/option-parsers';
import { list } from '../reader/option-parsers';
import type { ObjectOption } from './object-option';

/** Formats of audio that this server carries, the best for conversations first. */
export const audioCodecs: readonly string[] = ['opus', 'g722', 'ulaw', 'alaw', 'slin16', 'slin'];

/** What a phone gets when the configuration does not choose. */
export const usualCodecs: readonly string[] = ['opus', 'g722', 'ulaw', 'alaw'];

/** Of other servers; an endpoint that names one gets on with what else it names. */
const foreignCodecs: ReadonlySet<string> = new Set([
  ...['g723', 'g726', 'g726aal2', 'g729', 'gsm', 'ilbc', 'speex', 'speex16', 'speex32', 'adpcm', 'lpc10', 'siren7'],
  ...['siren14', 'g719', 'silk', 'silk8', 'silk12', 'silk16', 'silk24', 'codec2', 'testlaw', 'jpeg', 'png', 't140'],
  ...['t140red', 't38', 'red', 'h261', 'h263', 'h263p', 'h264', 'h265', 'mpeg4', 'vp8', 'vp9', 'image'],
  ...[12, 24, 32, 44, 48, 96, 192].map((rate) => `slin${rate}`),
]);

/** Other names of the same format. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['pcmu', 'ulaw'],
  ['mulaw', 'ulaw'],
  ['pcma', 'alaw'],
  ['g711u', 'ulaw'],
  ['g711a', 'alaw'],
  ['slin8', 'slin'],
]);

/** One word of a codec list: `ulaw`, `!opus`, `all`, `ulaw:20`; also the form in which lists are shown, `(ulaw|alaw)`. */
const codecWord: Parser<string> = {
  wanted: `codecs such as ${usualCodecs.join(', ')}, or all`,
  parse: (given) => {
    const { name } = readWord(given);
    const isKnown = name === 'all' || audioCodecs.includes(name) || foreignCodecs.has(name);
    return isKnown ? { value: given } : { refused: given };
  },
};

const codecList: Parser<readonly string[]> = {
  wanted: codecWord.wanted,
  parse: (given) => list(codecWord).parse(given.replace(/^\((.*)\)$/, '$1').replaceAll('|', ',')),
};

export interface CodecChoice {
  /** In the order of preference. */
  readonly codecs: readonly string[];
  /** Names that are allowed and that this server does not have. */
  readonly foreign: readonly string[];
  readonly place: ConfEntry | undefined;
}

/** `allow` and `disallow`, which are one list: each line adds to what the lines before have left. */
export const codecOption: ObjectOption<CodecChoice> = {
  names: ['allow', 'disallow'],
  parser: codecList,
  default: '',
  isList: true,
  spell: (given) => {
    const parsed = codecList.parse(given);
    return 'value' in parsed ? `(${parsed.value.join('|')})` : given;
  },
  read: ({ entries, refuse }) => {
    let chosen: readonly string[] = [];
    for (const entry of entries) {
      const parsed = codecList.parse(entry.value);
      if ('refused' in parsed) refuse(entry, `'${entry.key}' cannot be '${parsed.refused}'`, codecList.wanted);
      else
        for (const item of parsed.value) {
          const { name, isNegated } = readWord(item);
          chosen = changed(chosen, name, (entry.key.toLowerCase() === 'allow') !== isNegated);
        }
    }
    // Deviation: without a line the reference allows nothing, which no call gets through with.
    if (entries.length === 0) chosen = usualCodecs;
    const codecs = chosen.filter((name) => audioCodecs.includes(name));
    return { codecs, foreign: chosen.filter((name) => !codecs.includes(name)), place: entries.at(-1) };
  },
};

function changed(chosen: readonly string[], name: string, isAdded: boolean): readonly string[] {
  if (name === 'all') return isAdded ? [...new Set([...chosen, ...audioCodecs])] : [];
  if (!isAdded) return chosen.filter((other) => other !== name);
  return chosen.includes(name) ? chosen : [...chosen, name];
}

/** What follows a colon says how long packets are, which is agreed on for each call. */
function readWord(given: string): { readonly name: string; readonly isNegated: boolean } {
  const isNegated = given.startsWith('!');
  const [bare = ''] = given
    .slice(isNegated ? 1 : 0)
    .trim()
    .toLowerCase()
    .split(':');
  return { name: aliases.get(bare) ?? bare, isNegated };
}

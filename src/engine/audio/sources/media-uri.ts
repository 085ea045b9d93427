import { shownAddress } from '../../remote/remote-sound-error';
import { isRemote } from '../../remote/remote-sounds';

/** What a media URI asks for; nothing about whether it exists. */
export type MediaUri =
  | { readonly kind: 'sound' | 'recording'; readonly name: string }
  | { readonly kind: 'number' | 'digits' | 'characters'; readonly text: string }
  | { readonly kind: 'tone'; readonly name: string; readonly zone: string | undefined }
  /** It asks for nothing that we know, and why. */
  | { readonly kind: 'unknown'; readonly reason: string };

const schemes = ['sound', 'recording', 'number', 'digits', 'characters', 'tone'] as const;

/** Reads a media URI. Schemes are written in small letters; everything behind the first colon belongs to the name. */
export function parseMediaUri(uri: string): MediaUri {
  const scheme = schemes.find((known) => uri.startsWith(`${known}:`));
  if (scheme === undefined)
    return { kind: 'unknown', reason: `a media URI starts with one of ${schemes.map((name) => `${name}:`).join(' ')}` };
  const rest = uri.slice(scheme.length + 1);
  switch (scheme) {
    case 'sound':
    case 'recording':
      return rest === ''
        ? { kind: 'unknown', reason: `${scheme}: needs a name behind the colon` }
        : { kind: scheme, name: rest };
    case 'number':
    case 'digits':
    case 'characters':
      return { kind: scheme, text: rest };
    case 'tone':
      return toneOf(rest);
  }
}

/** `<name or pattern>[;tonezone=<zone>]` */
function toneOf(rest: string): MediaUri {
  const [name = '', ...options] = rest.split(';');
  const zone = options.map((option) => /^\s*tonezone=(.*)$/.exec(option)?.[1]?.trim()).find(Boolean);
  return { kind: 'tone', name: name.trim(), zone };
}

/** A media URI as it may be shown: what it names may be a web address, with secrets in it. */
export function shownMedia(uri: string): string {
  const start = isRemote(uri) ? 0 : uri.indexOf(':') + 1;
  const name = uri.slice(start);
  if (!isRemote(name)) return uri;
  return `${uri.slice(0, start)}${URL.canParse(name) ? shownAddress(new URL(name)) : 'an address that cannot be read'}`;
}

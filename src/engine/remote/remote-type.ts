import { basename } from 'node:path';
import { mediaExtensions, playableFormat } from '../../media/files/formats/file-format';
import { playableName } from '../audio/sources/playable-files';
import { RemoteSoundError } from './remote-sound-error';

/** As what a fetched file is stored, so that it can be played. */
export interface StoredForm {
  readonly extension: string;
  /** What it is instead when it begins with the mark of an AU file: both are called audio/basic. */
  readonly withAuMark?: string;
  /** Samples on the network have their high byte first (RFC 2586), those in our files their low one. */
  readonly swapsBytes?: boolean;
}

export interface RemoteNames {
  /** The address that was asked for, and the one that answered. */
  readonly urls: readonly URL[];
  readonly contentType: string | undefined;
}

/** What comes, by its name where that says it, and else by its type. Throws for what cannot be played. */
export function storedForm({ urls, contentType = '' }: RemoteNames): StoredForm {
  const type = parseType(contentType);
  // What portals and error pages send under any name.
  if (type.name === 'text/html') throw new RemoteSoundError('it is a web page');
  const extension = urls.map(extensionOf).find((found) => found !== undefined);
  if (extension !== undefined) return { extension };
  const form = formOfType(type);
  if (form !== undefined) return form;
  const what = contentType === '' ? 'comes without a type' : `is of the type ${contentType.slice(0, 100)}`;
  throw new RemoteSoundError(`it ${what}, and its name has no ending that can be played`);
}

function extensionOf({ pathname }: URL): string | undefined {
  const name = basename(pathname);
  const base = playableName(name);
  return base === undefined ? undefined : name.slice(base.length + 1);
}

interface MediaType {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
}

function parseType(text: string): MediaType {
  const [name = '', ...rest] = text
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const pairs = rest.map((part) => /^([^=\s]+)\s*=\s*"?([^"]*)"?$/.exec(part));
  return {
    name,
    parameters: new Map(pairs.flatMap((pair) => (pair === null ? [] : [[pair[1] ?? '', pair[2] ?? '']]))),
  };
}

function formOfType({ name, parameters }: MediaType): StoredForm | undefined {
  switch (name) {
    case 'audio/wav':
    case 'audio/wave':
    case 'audio/x-wav':
    case 'audio/vnd.wave':
      return { extension: 'wav' };
    case 'audio/basic':
      return { extension: 'ulaw', withAuMark: 'au' };
    case 'audio/au':
    case 'audio/x-au':
      return { extension: 'au' };
    case 'audio/g722':
      return isMono(parameters) ? { extension: 'g722' } : undefined;
    case 'audio/pcmu':
      return isTelephony(parameters) ? { extension: 'ulaw' } : undefined;
    case 'audio/pcma':
      return isTelephony(parameters) ? { extension: 'alaw' } : undefined;
    case 'audio/l16':
      return isMono(parameters) ? linearForm(Number(parameters.get('rate'))) : undefined;
    default:
      return undefined;
  }
}

function isMono(parameters: MediaType['parameters']): boolean {
  return (parameters.get('channels') ?? '1') === '1';
}

function isTelephony(parameters: MediaType['parameters']): boolean {
  return isMono(parameters) && (parameters.get('rate') ?? '8000') === '8000';
}

/** The bare samples of this rate. */
function linearForm(rate: number): StoredForm | undefined {
  const extension = mediaExtensions.find((candidate) => {
    const shape = playableFormat(candidate)?.shape;
    return shape?.container === 'none' && shape.encoding === 'linear-16' && shape.rate === rate;
  });
  return extension === undefined ? undefined : { extension, swapsBytes: true };
}

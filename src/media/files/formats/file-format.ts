/** Encoding of the files that we write: sample layout or codec. */
export type WrittenEncoding = 'linear-16' | 'ulaw' | 'alaw' | 'g722';
/** Further encodings that a header may name. */
export type SampleEncoding = WrittenEncoding | 'unsigned-8' | 'linear-24';

/** Properties of a file that its format determines. */
export interface FileShape {
  readonly container: 'wav' | 'au' | 'none';
  readonly encoding: WrittenEncoding;
  readonly rate: number;
}

/** Properties of a file that we write: two channels only without packing. */
export interface WrittenShape extends FileShape {
  readonly channels: 1 | 2;
}

/** A kind of media file, known by its extension. */
export interface FileFormat {
  readonly extension: string;
  /** As the sounds resource names it: `slin16`. */
  readonly codec: string;
  readonly medium: 'audio' | 'video';
  /** Undefined for files that can be stored and fetched, but neither played nor recorded here. */
  readonly shape: FileShape | undefined;
}

/** One that can be played and recorded. */
export interface PlayableFormat extends FileFormat {
  readonly shape: FileShape;
}

/** The first of several extensions is the one to prefer. */
const formats: readonly FileFormat[] = [
  ...audio('slin', ['wav'], shape('linear-16', 8000, 'wav')),
  ...audio('slin16', ['wav16'], shape('linear-16', 16_000, 'wav')),
  ...audio('slin', ['sln', 'slin', 'raw'], shape('linear-16', 8000)),
  ...audio('slin12', ['sln12'], shape('linear-16', 12_000)),
  ...audio('slin16', ['sln16'], shape('linear-16', 16_000)),
  ...audio('slin24', ['sln24'], shape('linear-16', 24_000)),
  ...audio('slin32', ['sln32'], shape('linear-16', 32_000)),
  ...audio('slin44', ['sln44'], shape('linear-16', 44_100)),
  ...audio('slin48', ['sln48'], shape('linear-16', 48_000)),
  ...audio('slin96', ['sln96'], shape('linear-16', 96_000)),
  ...audio('slin192', ['sln192'], shape('linear-16', 192_000)),
  ...audio('ulaw', ['ulaw', 'pcm', 'ul', 'mu', 'ulw'], shape('ulaw', 8000)),
  ...audio('ulaw', ['au'], shape('ulaw', 8000, 'au')),
  ...audio('alaw', ['alaw', 'al', 'alw'], shape('alaw', 8000)),
  ...audio('g722', ['g722'], shape('g722', 16_000)),
  ...audio('gsm', ['gsm', 'WAV', 'wav49']),
  ...audio('g729', ['g729']),
  ...audio('g723', ['g723', 'g723sf']),
  ...audio('g726', ['g726-16', 'g726-24', 'g726-32', 'g726-40']),
  ...audio('ilbc', ['ilbc']),
  ...audio('adpcm', ['vox']),
  ...audio('siren7', ['siren7']),
  ...audio('siren14', ['siren14']),
  ...audio('g719', ['g719']),
  ...audio('vorbis', ['ogg']),
  ...audio('speex', ['spx', 'spx16', 'spx32']),
  { extension: 'h263', codec: 'h263', medium: 'video', shape: undefined },
  { extension: 'h264', codec: 'h264', medium: 'video', shape: undefined },
];

const byExtension: ReadonlyMap<string, FileFormat> = new Map(formats.map((format) => [format.extension, format]));

/** All extensions of media files, playable ones first. */
export const mediaExtensions: readonly string[] = formats.map(({ extension }) => extension);

/** Those that can be played and recorded. */
export const playableExtensions: readonly string[] = formats
  .filter(({ shape: built }) => built !== undefined)
  .map(({ extension }) => extension);

/** Case matters: `WAV` is not `wav`. Undefined for other files. */
export function formatOfExtension(extension: string): FileFormat | undefined {
  return byExtension.get(extension);
}

/** A format in which audio can be played and recorded here; undefined for all others. */
export function playableFormat(extension: string): PlayableFormat | undefined {
  const format = byExtension.get(extension);
  return format?.shape === undefined ? undefined : { ...format, shape: format.shape };
}

/** The extensions under which audio of a codec is stored. */
export function extensionsOfCodec(codec: string): readonly string[] {
  return formats.filter((format) => format.codec === codec).map(({ extension }) => extension);
}

/** Splits a file name at its extension; undefined for other files, or without a name before the dot. */
export function mediaFileName(fileName: string): { readonly base: string; readonly format: FileFormat } | undefined {
  const dot = fileName.lastIndexOf('.');
  const format = dot < 1 ? undefined : byExtension.get(fileName.slice(dot + 1));
  return format === undefined ? undefined : { base: fileName.slice(0, dot), format };
}

function audio(codec: string, extensions: readonly string[], built?: FileShape): readonly FileFormat[] {
  return extensions.map((extension) => ({ extension, codec, medium: 'audio', shape: built }));
}

function shape(encoding: WrittenEncoding, rate: number, container: FileShape['container'] = 'none'): FileShape {
  return { container, encoding, rate };
}

import { mediaExtensions, mediaFileName } from '../../../media/files/formats/file-format';

/** What a file that can be played is called without its ending; undefined for any other file. */
export function playableName(fileName: string): string | undefined {
  const file = mediaFileName(fileName);
  return file?.format.shape === undefined ? undefined : file.base;
}

/**
 * Of files with the same content, the one to play at a rate: one that has it, else one that has little more than needed,
 * else the one that has most. Undefined when none can be played.
 */
export function bestFile(names: readonly string[], rate: number): string | undefined {
  const candidates = names.flatMap((name) => {
    const format = mediaFileName(name)?.format;
    if (format?.shape === undefined) return [];
    return [{ name, rate: format.shape.rate, order: mediaExtensions.indexOf(format.extension) }];
  });
  const cost = (of: number) => (of >= rate ? of - rate : 1_000_000 - of);
  candidates.sort((one, other) => cost(one.rate) - cost(other.rate) || one.order - other.order);
  return candidates[0]?.name;
}

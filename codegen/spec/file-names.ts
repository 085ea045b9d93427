/** The file that names all resources. */
export const listingName = 'resources.json';

/** `/api-docs/channels.{format}` lists the resource `channels`. */
export function resourceOf(listedPath: string): string {
  return listedPath.replace(/^\/api-docs\/(.*)\.\{format\}$/, '$1');
}

/** `channels.json` declares the resource `channels`. */
export function resourceIn(fileName: string): string {
  return fileName.replace(/\.json$/, '');
}

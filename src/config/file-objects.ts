import type { ConfFile } from './reader/conf-file';
import { isOneOf } from './reader/known-sections';
import type { FileObject, StoreMapping } from './server-config';

/** Files that hold config objects whether or not sorcery.conf says so. */
export const objectFiles: readonly string[] = ['ari.conf', 'websocket_client.conf'];

/** Their own readers provide their objects. */
const readElsewhere: readonly string[] = ['pjsip.conf'];

/** Further files that config objects may come from: those that a line of sorcery.conf names. */
export function filesWithObjects(stores: readonly StoreMapping[]): readonly string[] {
  const named = stores.flatMap(({ store, options }) => (store === 'config' ? [options.split(',')[0] ?? ''] : []));
  return [
    ...new Set(named.filter((name) => name !== '' && !objectFiles.includes(name) && !readElsewhere.includes(name))),
  ];
}

/** Every section of the file as an object, its options as they are written. */
export function objectsOf(file: string, { blocks }: ConfFile): readonly FileObject[] {
  return blocks
    .filter((block) => !block.template && !isOneOf(['general', 'global'], block))
    .map(({ name, entries }) => ({
      file,
      id: name,
      type: entries.findLast(({ key }) => key.toLowerCase() === 'type')?.value.toLowerCase() ?? '',
      fields: entries.map(({ key, value }) => ({ attribute: key, value })),
    }));
}

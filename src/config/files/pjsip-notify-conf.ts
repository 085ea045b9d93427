import type { ConfFile } from '../reader/conf-file';

/** By the name of a section: header fields of a NOTIFY in their order; `Content` is a line of its body. */
export type NotifyOptions = ReadonlyMap<string, readonly (readonly [name: string, value: string])[]>;

/** pjsip_notify.conf: what phones can be sent by the name of a section. */
export function readPjsipNotifyConf({ sections }: ConfFile): NotifyOptions {
  return new Map(
    sections
      .filter(({ name }) => name.toLowerCase() !== 'general')
      .map(({ name, entries }) => [name, entries.map(({ key, value }) => [key, value] as const)]),
  );
}

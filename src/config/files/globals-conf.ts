import type { ConfFile } from '../reader/conf-file';
import { sectionNamed } from '../reader/section-schema';

/** `[globals]` of extensions.conf. A value may use `${NAME}` of an earlier line; unknown names are empty. */
export function readGlobals(conf: ConfFile): Readonly<Record<string, string>> {
  const globals = new Map<string, string>();
  for (const { key, value } of sectionNamed('globals', conf).entries) {
    const filled = value.replace(/\$\{(\w+)\}/g, (_, name: string) => globals.get(name) ?? '');
    globals.set(key.replace(/^_{1,2}(?=.)/, ''), filled);
  }
  return Object.fromEntries(globals);
}

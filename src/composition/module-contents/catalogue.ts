import { moduleNames } from '../../../generated/versions';
import type { Module } from '../../modules/module';
import { declareModules } from '../../modules/module';
import type { ContentKind } from './contents';
import { coreContents } from './core-contents';
import type { ContentModule } from './define-module';
import { moduleDefinitions } from './definitions';
import type { ServerParts } from './server-parts';

/** The modules this server has. */
export const serverModules: readonly Module<ServerParts>[] = declareModules(moduleNames, moduleDefinitions);

const entries: readonly (readonly [string, ContentModule])[] = Object.entries<ContentModule>(moduleDefinitions);

/** The names of everything of a kind that the server or one of its modules brings. */
export function contentNames(kind: ContentKind): readonly string[] {
  return [...coreContents[kind], ...entries.flatMap(([, { contents }]) => contents[kind] ?? [])];
}

/** Which module brings what, by the name of what it brings. */
export function bringersOf(kind: ContentKind): ReadonlyMap<string, string> {
  return new Map(entries.flatMap(([module, { contents }]) => (contents[kind] ?? []).map((name) => [name, module])));
}

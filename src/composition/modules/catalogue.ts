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

/** The names of everything of a kind that the server or one of its modules brings. */
export function contentNames(kind: ContentKind): readonly string[] {
  const modules: readonly ContentModule[] = Object.values(moduleDefinitions);
  return [...coreContents[kind], ...modules.flatMap(({ contents }) => contents[kind] ?? [])];
}

import { moduleNames } from '../../../generated/versions';
import type { Module } from '../../modules/module';
import { declareModules } from '../../modules/module';
import { applicationModules } from './application-modules';
import type { ContentKind } from './contents';
import { coreContents } from './core-contents';
import type { ContentModule } from './define-module';
import { functionModules } from './function-modules';
import { interfaceModules } from './interface-modules';
import type { ServerParts } from './server-parts';
import { serviceModules } from './service-modules';
import { stasisModules } from './stasis-modules';
import { technologyModules } from './technology-modules';

const catalogue = {
  ...applicationModules,
  ...functionModules,
  ...technologyModules,
  ...interfaceModules,
  ...serviceModules,
  ...stasisModules,
};

/** The modules this server has. */
export const serverModules: readonly Module<ServerParts>[] = declareModules(moduleNames, catalogue);

/** The names of everything of a kind that the server or one of its modules brings. */
export function contentNames(kind: ContentKind): readonly string[] {
  const modules: readonly ContentModule[] = Object.values(catalogue);
  return [...coreContents[kind], ...modules.flatMap(({ contents }) => contents[kind] ?? [])];
}

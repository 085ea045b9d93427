import { applicationModules } from './application-modules';
import { coreModules } from './core-modules';
import { functionModules } from './function-modules';
import { interfaceModules } from './interface-modules';
import { mediaModules } from './media-modules';
import { serviceModules } from './service-modules';
import { stasisModules } from './stasis-modules';
import { technologyModules } from './technology-modules';

/** All modules, by their names. Leans on nothing that is generated, so that pages can be generated from it. */
export const moduleDefinitions = {
  ...applicationModules,
  ...functionModules,
  ...technologyModules,
  ...mediaModules,
  ...interfaceModules,
  ...serviceModules,
  ...stasisModules,
  ...coreModules,
};

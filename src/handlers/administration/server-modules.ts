import type { ServerOperations } from '../../../generated/operations';
import type { Refusal } from '../../contract/handler';
import type { ModuleControl } from '../../modules/module-registry';
import { describeModuleFailure } from '../../modules/module-results';
import type { ReloadFailure, UnloadFailure } from '../../modules/module-results';
import { presentModule } from './present-module';
import { quoted } from '../quoted';

type ModuleOperations = 'listModules' | 'getModule' | 'loadModule' | 'unloadModule' | 'reloadModule';

export const moduleHandlers = (modules: ModuleControl): Pick<ServerOperations, ModuleOperations> => ({
  listModules: () => ({ status: 200, body: modules.list().map(presentModule) }),

  getModule: ({ moduleName }) => {
    const module = modules.get(moduleName);
    if (module !== undefined) return { status: 200, body: presentModule(module) };
    return { status: 404, message: `no module ${quoted(moduleName)} is loaded: ${whereToLook}` };
  },

  loadModule: async ({ moduleName }) => {
    const result = await modules.load(moduleName);
    if (result.outcome === 'loaded') return { status: 204 };
    return { status: 409, message: describeModuleFailure(moduleName, result) };
  },

  unloadModule: async ({ moduleName }) => {
    const result = await modules.unload(moduleName);
    return result.outcome === 'unloaded' ? { status: 204 } : refusalOf(moduleName, result);
  },

  reloadModule: async ({ moduleName }) => {
    const result = await modules.reload(moduleName);
    return result.outcome === 'reloaded' ? { status: 204 } : refusalOf(moduleName, result);
  },
});

const whereToLook = 'GET /server/modules lists those that are';

function refusalOf(name: string, failure: UnloadFailure | ReloadFailure): Refusal<404 | 409> {
  const message = describeModuleFailure(name, failure);
  const isAbsent = failure.outcome === 'no-such-module' || failure.outcome === 'not-loaded';
  return isAbsent ? { status: 404, message: `${message}: ${whereToLook}` } : { status: 409, message };
}

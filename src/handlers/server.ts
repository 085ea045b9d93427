import type { ServerOperations } from '../../generated/operations';
import type { ConfigObjects } from '../engine/config-objects';
import type { ServerInfo } from '../engine/server-info';
import type { LogChannels } from '../logging/log-channels';
import type { ModuleControl } from '../modules/module-registry';
import { presentPing, presentServerInfo, sections } from './present-server-info';
import { logHandlers } from './server-logging';
import { moduleHandlers } from './server-modules';
import { objectHandlers } from './server-objects';
import type { VariableHandlersDeps } from './server-variables';
import { variableHandlers } from './server-variables';

export interface ServerHandlersDeps extends VariableHandlersDeps {
  readonly info: ServerInfo;
  readonly modules: ModuleControl;
  readonly logs: LogChannels;
  readonly objects: ConfigObjects;
}

export const serverHandlers = (deps: ServerHandlersDeps): ServerOperations => ({
  getInfo: ({ only = sections }) => ({ status: 200, body: presentServerInfo(deps.info, only) }),
  ping: () => ({ status: 200, body: presentPing(deps.info) }),
  ...objectHandlers(deps),
  ...moduleHandlers(deps.modules),
  ...logHandlers(deps.logs),
  ...variableHandlers(deps),
});

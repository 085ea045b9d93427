import type { ServerOperations } from '../../../generated/operations';
import type { ServerInfo } from '../../engine/server-info';
import type { LogChannels } from '../../logging/log-channels';
import type { ModuleControl } from '../../modules/module-registry';
import type { Signalling } from '../../engine/signalling';
import { presentSipMessage } from '../present-sip-message';
import { presentPing, presentServerInfo, sections } from './present-server-info';
import { logHandlers } from './server-logging';
import { moduleHandlers } from './server-modules';
import type { ObjectHandlersDeps } from './server-objects';
import { objectHandlers } from './server-objects';
import type { VariableHandlersDeps } from './server-variables';
import { variableHandlers } from './server-variables';

export interface ServerHandlersDeps extends VariableHandlersDeps, ObjectHandlersDeps {
  readonly info: ServerInfo;
  readonly modules: ModuleControl;
  readonly logs: LogChannels;
  readonly signalling: Signalling;
}

/** Messages in one answer. */
const maxMessages = 500;

export const serverHandlers = (deps: ServerHandlersDeps): ServerOperations => ({
  getInfo: ({ only = sections }) => ({ status: 200, body: presentServerInfo(deps.info, only) }),
  ping: () => ({ status: 200, body: presentPing(deps.info) }),
  getSipMessages: ({ after }) => ({
    status: 200,
    body: deps.signalling.after(after, maxMessages).map(presentSipMessage),
  }),
  ...objectHandlers(deps),
  ...moduleHandlers(deps.modules),
  ...logHandlers(deps.logs),
  ...variableHandlers(deps),
});

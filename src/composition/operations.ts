import type { Operations } from '../../generated/operations';
import type { ConfigObjects } from '../engine/config-objects';
import { applicationHandlers } from '../handlers/applications';
import { bridgeHandlers } from '../handlers/bridges';
import { channelHandlers } from '../handlers/channels';
import { deviceStateHandlers } from '../handlers/device-states';
import { endpointHandlers } from '../handlers/endpoints';
import { eventHandlers } from '../handlers/events';
import { mailboxHandlers } from '../handlers/mailboxes';
import { serverHandlers } from '../handlers/server';
import { soundHandlers } from '../handlers/sounds';
import { subjectDirectory } from '../handlers/subject-directory';
import type { LogChannels } from '../logging/log-channels';
import type { ModuleRegistry } from '../modules/module-registry';
import type { Applications } from '../stasis/applications';
import type { CallHouse } from './calls';
import type { Engine } from './engine';

export interface OperationsDeps {
  readonly engine: Engine;
  readonly calls: CallHouse;
  readonly applications: Applications;
  readonly modules: ModuleRegistry;
  readonly logs: LogChannels;
  readonly objects: ConfigObjects;
  readonly maySeeSecrets: (user: string) => boolean;
}

/** The handlers of every resource this server serves. Playbacks and recordings need audio. */
export function makeOperations({
  engine,
  calls,
  applications,
  modules,
  logs,
  objects,
  maySeeSecrets,
}: OperationsDeps): Partial<Operations> {
  const subjects = subjectDirectory({ ...calls, endpoints: engine.endpoints });
  return {
    applications: applicationHandlers({ applications, subjects }),
    bridges: bridgeHandlers(calls),
    channels: channelHandlers({ ...calls, applications }),
    deviceStates: deviceStateHandlers(engine.devices),
    endpoints: endpointHandlers(engine),
    events: eventHandlers({ applications, subjects, broadcasts: calls.broadcasts }),
    mailboxes: mailboxHandlers(engine.mailboxes),
    server: serverHandlers({ info: engine.info, variables: engine.variables, modules, logs, objects, maySeeSecrets }),
    sounds: soundHandlers(engine.sounds),
  };
}

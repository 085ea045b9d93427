import type { Operations } from '../../generated/operations';
import type { ConfigObjects } from '../engine/config-objects';
import { applicationHandlers } from '../handlers/applications';
import { deviceStateHandlers } from '../handlers/device-states';
import { endpointHandlers } from '../handlers/endpoints';
import { eventHandlers } from '../handlers/events';
import { mailboxHandlers } from '../handlers/mailboxes';
import { serverHandlers } from '../handlers/server';
import { soundHandlers } from '../handlers/sounds';
import { endpointsOnly } from '../handlers/subject-directory';
import type { LogChannels } from '../logging/log-channels';
import type { ModuleRegistry } from '../modules/module-registry';
import type { Applications } from '../stasis/applications';
import type { Engine } from './engine';

export interface OperationsDeps {
  readonly engine: Engine;
  readonly applications: Applications;
  readonly modules: ModuleRegistry;
  readonly logs: LogChannels;
  readonly objects: ConfigObjects;
  readonly maySeeSecrets: (user: string) => boolean;
}

/** The handlers of every resource this server serves. Channels, bridges, playbacks and recordings need calls. */
export function makeOperations({
  engine,
  applications,
  modules,
  logs,
  objects,
  maySeeSecrets,
}: OperationsDeps): Partial<Operations> {
  const subjects = endpointsOnly(engine.endpoints);
  return {
    applications: applicationHandlers({ applications, subjects }),
    deviceStates: deviceStateHandlers(engine.devices),
    endpoints: endpointHandlers(engine),
    events: eventHandlers({ applications, subjects, broadcasts: { claim: () => 'not-broadcast' } }),
    mailboxes: mailboxHandlers(engine.mailboxes),
    server: serverHandlers({ info: engine.info, variables: engine.variables, modules, logs, objects, maySeeSecrets }),
    sounds: soundHandlers(engine.sounds),
  };
}

import { DeviceStates } from '../../../src/engine/device-states';
import { Endpoints } from '../../../src/engine/endpoints';
import type { EngineEventHub } from '../../../src/engine/engine-event';
import { Messaging } from '../../../src/engine/messaging';
import type { TechnologiesDeps } from '../../../src/engine/calls/technology/technologies';
import { Technologies } from '../../../src/engine/calls/technology/technologies';
import type { Logger } from '../../../src/shared/logger';

interface Basis extends Partial<TechnologiesDeps> {
  readonly events: EngineEventHub;
  readonly now: () => number;
  readonly log: Logger;
}

const nothingStored = {
  get: () => undefined,
  list: () => [],
  put: async () => undefined,
  delete: async () => undefined,
};

/** Real technologies over real registries; those that a test does not look at are made here. */
export function technologiesOver({ events, now, log, ...given }: Basis): Technologies {
  return new Technologies({
    endpoints: new Endpoints({ events, now }),
    devices: new DeviceStates({ store: nothingStored, providers: [], events, now, log }),
    messaging: new Messaging({ events, now }),
    ...given,
    events,
    now,
  });
}

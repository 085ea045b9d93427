import { randomUUID } from 'node:crypto';
import type { Operations } from '../../../generated/operations';
import { routes } from '../../../generated/routes';
import type { Interceptor } from '../../api/dispatcher';
import { Dispatcher } from '../../api/dispatcher';
import { RequestIds } from '../../api/failure';
import { idempotentAnswers } from '../../api/idempotency';
import type { ServerConfig } from '../../config/server-config';
import { Limits } from '../../policy/limits';
import { objectGuards } from '../../policy/object-guard';
import { Ownership } from '../../policy/ownership';
import type { Users } from '../../server/auth/users';
import { systemClock } from '../../shared/time/clock';
import type { InForce } from '../settings/in-force';
import type { OperationsDeps } from './operations';
import { makeOperations } from './operations';
import type { ClusterHooks } from './cluster-hooks';
import { readUserObject } from '../settings/objects-in-force';
import type { PatchbayOptions } from '../patchbay-options';
import type { ServerServices } from './services';

export interface Policy {
  readonly ownership: Ownership;
  readonly guardAgainst: OperationsDeps['guardAgainst'];
}

interface PolicySources extends Pick<ClusterHooks, 'remote'> {
  readonly users: Users;
  readonly inForce: InForce<ServerConfig>;
  readonly resources: readonly string[];
}

/** Who may do what, over everything that there is. */
export function makePolicy(services: ServerServices, { users, inForce, resources, remote }: PolicySources): Policy {
  return {
    ownership: new Ownership({ ...services, ...services.calls, ...services.media, remote }),
    guardAgainst: objectGuards({
      findUser: (name) => users.find(name)?.config,
      readUser: (object) => readUserObject(object, { config: inForce.current, resources }),
    }),
  };
}

interface Surroundings extends Pick<ClusterHooks, 'placement' | 'answers'> {
  readonly observe: Interceptor;
}

export function makeDispatcher(
  services: ServerServices &
    Policy &
    Pick<OperationsDeps, 'provisions' | 'signalling' | 'stories' | 'cluster' | 'remote'>,
  { interceptors = [], uuid = randomUUID, clock: { now } = systemClock }: PatchbayOptions,
  { observe, placement, answers: shared }: Surroundings,
): Dispatcher<Operations> {
  const ids = new RequestIds(uuid().slice(0, 8));
  const log = services.logs.logger;
  return new Dispatcher<Operations>({
    routes,
    served: [],
    interceptors: [observe, idempotentAnswers({ now, nextRequestId: () => ids.next(), shared }), ...interceptors],
    operations: makeOperations(services),
    limits: new Limits(services.ownership),
    isLoaded: (name) => services.modules.isLoaded(name),
    nextRequestId: () => ids.next(),
    placement,
    onFault: (error, { operation, requestId }) => log.error({ error, operation, requestId }, 'an operation failed'),
  });
}

import { CallUseCases } from '../../engine/calls/use-cases/use-cases';
import type { ConfigObjects } from '../../engine/config-objects/config-objects';
import type { Destinations } from '../../shared/network/destinations';
import type { Applications } from '../../stasis/applications';
import type { Belongings } from '../../stasis/belongings';
import { callApplications } from '../../stasis/call-applications';
import type { CallServices } from './calls';
import { doorTypes } from '../settings/objects-in-force';

export interface UseCasesDeps {
  readonly calls: CallServices;
  readonly applications: Applications;
  readonly belongings: Belongings;
  readonly objects: ConfigObjects;
  readonly destinations: Destinations;
}

/** What can be done with calls, for any door. */
export function useCasesOf({ calls, applications, belongings, objects, destinations }: UseCasesDeps): CallUseCases {
  const isWebsocketClient = (id: string): boolean =>
    objects.get({ ...doorTypes.websocketClient, id }).outcome === 'found';
  const entries = callApplications({ applications, belongings, sessions: calls.sessions });
  return new CallUseCases({ ...calls, applications: entries, isWebsocketClient, destinations });
}

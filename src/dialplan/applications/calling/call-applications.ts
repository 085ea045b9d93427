import { conferenceApplications } from '../../conference/conference-applications';
import type { Applications } from '../application-deps';
import { availabilityApplications } from './availability';
import { bridgingApplications } from './bridging/bridging';
import type { BridgeMemberships } from './bridge-memberships';
import type { CallApplicationDeps } from './dial/dial-deps';
import { diallingApplications } from './dial/dialling';
import { originateApplications } from './originate';
import { pagingApplications } from './paging/paging';
import { pickingUpApplications } from './bridging/picking-up';
import { spyingApplications } from '../audio/spying';

/** The applications that make calls and connect them, by the names that they show. Made once per server. */
export function callApplications(
  deps: CallApplicationDeps & { readonly memberships: BridgeMemberships },
): Applications {
  const { memberships } = deps;
  return {
    ...diallingApplications({ ...deps, memberships }),
    ...bridgingApplications({ ...deps, memberships }),
    ...conferenceApplications({ ...deps, memberships }),
    ...originateApplications(deps),
    ...availabilityApplications(deps),
    ...pagingApplications({ ...deps, memberships }),
    ...pickingUpApplications(deps),
    ...spyingApplications(deps),
  };
}

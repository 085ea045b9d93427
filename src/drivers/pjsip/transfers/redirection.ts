import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import { unknownParty } from '../../../engine/calls/channel/party';
import type { Redirecting } from '../../../engine/calls/channel/redirecting';
import type { Uri } from '../../../sip/message/uri/uri';
import { technologyName } from '../endpoint-states';
import { numberOf } from '../calls/incoming-parties';

export interface RedirectionInit {
  /** Where the far end wants the call to go. */
  readonly uri: Uri;
  readonly endpoint: EndpointConfig;
  /** The one who was called. */
  readonly from: string;
  readonly before: Redirecting;
}

/** What a 3xx means for the call: to an extension of the endpoint's context, or to the address itself where that is configured. */
export function redirection({ uri, endpoint, from, before }: RedirectionInit): {
  readonly redirecting: Redirecting;
  readonly forward: string;
} {
  const number = numberOf(uri);
  const party = { ...unknownParty, number: from };
  const { parties, count } = before;
  const orig = count === 0 ? party : parties.orig;
  return {
    redirecting: {
      ...before,
      parties: { orig, from: party, to: { ...unknownParty, number } },
      count: count + 1,
    },
    forward: endpoint.redirectMethod === 'user' ? number : `${technologyName}/${endpoint.id}/${uri.toString()}`,
  };
}

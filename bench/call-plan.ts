import type { CallPlan, CallScript } from './load/job';
import type { Target } from './processes/target';

export interface CallRequest {
  /** What to call: an extension of the context `default`. */
  readonly extension: string;
  /** How many calls there are numbers for. */
  readonly numbers: number;
  readonly inFlight: number;
}

const application = 'bench';
const idPrefix = 'bench-call-';

/** Calls from an extension into an application. The ids of their channels are ours, so that the load need not ask. */
export function callPlan(target: Target, { extension, numbers, inFlight }: CallRequest): CallPlan {
  return {
    endpoint: target.endpoint,
    upgrade: target.upgrade(application),
    idPrefix,
    scripts: Array.from({ length: numbers }, (_, call) => scriptOf(call, extension)),
    inFlight,
  };
}

/** The id of the channel that is in the application. */
export function channelIdOf(call: number): string {
  return `${idPrefix}${String(call).padStart(4, '0')}`;
}

function scriptOf(call: number, extension: string): CallScript {
  const id = channelIdOf(call);
  const parameters = {
    endpoint: `Local/${extension}@default`,
    app: application,
    channelId: id,
    otherChannelId: `${id}-far`,
  };
  const query_strings = Object.entries(parameters).map(([name, value]) => ({ name, value }));
  return {
    originate: restRequest(id, { method: 'POST', uri: 'channels', query_strings }),
    hangUp: restRequest(id, { method: 'DELETE', uri: `channels/${id}` }),
  };
}

function restRequest(id: string, request: object): string {
  return JSON.stringify({ type: 'RESTRequest', transaction_id: id, request_id: id, ...request });
}

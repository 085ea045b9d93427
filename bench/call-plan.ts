import type { CallPlan, CallScript } from './load/job';
import type { Target } from './processes/target';

export interface CallRequest {
  /** What to call: an extension of the context `default`. */
  readonly extension: string;
  /** How many calls there are numbers for. */
  readonly numbers: number;
  readonly inFlight: number;
  /** Its calls have ids of their own as well. */
  readonly application?: string;
}

const usualApplication = 'bench';

/** Calls from an extension into an application. The ids of their channels are ours, so that the load need not ask. */
export function callPlan(target: Target, request: CallRequest): CallPlan {
  const { extension, numbers, inFlight, application = usualApplication } = request;
  return {
    endpoint: target.endpoint,
    upgrade: target.upgrade(application),
    idPrefix: prefixOf(application),
    scripts: Array.from({ length: numbers }, (_, call) => scriptOf(call, extension, application)),
    inFlight,
  };
}

/** The id of the channel that is in the application. */
export function channelIdOf(call: number, application = usualApplication): string {
  return `${prefixOf(application)}${String(call).padStart(4, '0')}`;
}

function prefixOf(application: string): string {
  return `${application}-call-`;
}

function scriptOf(call: number, extension: string, application: string): CallScript {
  const id = channelIdOf(call, application);
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

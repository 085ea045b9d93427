import type { DialplanApplication } from '../../engine/calls/channel/dialplan-port';
import type { OutgoingRequest, OutgoingResult } from '../../engine/calls/technology/technology-channel';
import type { Technology } from '../../engine/calls/technology/technology';
import type { Hold } from '../../shared/module-use/hold';

/** An application whose runs count as uses. Only asynchronous runs can overlap with an unload. */
export function countedApplication(run: DialplanApplication, hold: Hold): DialplanApplication {
  return (channel, data, context) => {
    const outcome = run(channel, data, context);
    if (outcome instanceof Promise) {
      const release = hold(channel.name);
      void outcome.then(release, release);
    }
    return outcome;
  };
}

/** A technology whose requests count as uses while they wait for an answer. Its channels are counted as they are made. */
export function countedTechnology(technology: Technology, hold: Hold): Technology {
  return withRequest(technology, (request, ask) => {
    const asked = ask(request);
    return asked instanceof Promise ? asked.finally(hold(`${technology.name}/${request.resource}`)) : asked;
  });
}

type Requested = OutgoingResult | Promise<OutgoingResult>;
type Ask = (request: OutgoingRequest) => Requested;

/** The same technology, asked for channels in another way. One that makes none is left as it is. */
export function withRequest(
  technology: Technology,
  request: (request: OutgoingRequest, ask: Ask) => Requested,
): Technology {
  if (technology.request === undefined) return technology;
  const { name, makesPairs, endpoints, deviceState, messages } = technology;
  const ask = technology.request.bind(technology);
  return {
    name,
    request: (wanted) => request(wanted, ask),
    ...(makesPairs !== undefined && { makesPairs }),
    ...(endpoints !== undefined && { endpoints }),
    ...(deviceState !== undefined && { deviceState: deviceState.bind(technology) }),
    ...(messages !== undefined && { messages }),
    start: (reports) => technology.start?.(reports),
    stop: () => technology.stop?.(),
  };
}

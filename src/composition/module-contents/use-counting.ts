import type { ChannelDriver, LineResult } from '../../engine/calls/line';
import type { DialplanApplication } from '../../engine/calls/dialplan-port';
import type { Hold } from '../../shared/hold';

/** An application whose runs count as uses. Only those that take time can be met by an unload. */
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

/** A technology whose channels count as uses, from the request to their end. */
export function countedDriver(driver: ChannelDriver, hold: Hold): ChannelDriver {
  const countChannels = (result: LineResult): LineResult => {
    if (result.outcome === 'made')
      for (const channel of [result.channel, ...result.others]) channel.onGone(hold(channel.name));
    return result;
  };
  return asking(driver, (request) => {
    const asked = driver.request(request);
    return asked instanceof Promise
      ? asked.then(countChannels).finally(hold(`${driver.technology}/${request.resource}`))
      : countChannels(asked);
  });
}

/** The same technology, asked in another way. `Required`: what technologies have besides must not get lost here. */
export function asking(
  { technology, makesPairs = false }: ChannelDriver,
  request: ChannelDriver['request'],
): Required<ChannelDriver> {
  return { technology, makesPairs, request };
}

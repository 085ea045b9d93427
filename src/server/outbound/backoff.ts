import type { WebsocketClientConfig } from '../../config/server-config';

type Pace = Pick<WebsocketClientConfig, 'reconnectInterval' | 'reconnectAttempts'>;

/** Milliseconds to wait after this many failures in a row, counted from 1; undefined to give up. */
export type Pause = (failures: number, pace: Pace) => number | undefined;

const longestPause = 30_000;
const shortestPause = 50;

/**
 * Unlimited: from the configured interval up to half a minute, doubling each time. Half of it is random, so that not
 * all servers reconnect to a restarted application at the same moment.
 */
export function growingPause(random: () => number): Pause {
  return (failures, { reconnectInterval }) => {
    const first = Math.max(shortestPause, reconnectInterval);
    const ceiling = Math.min(longestPause, first * 2 ** failures);
    return Math.max(reconnectInterval, Math.round((ceiling / 2) * (1 + random())));
  };
}

/** A caller is waiting: the same short pause each time, with a limited number of attempts. */
export const pauseForCall: Pause = (failures, { reconnectInterval, reconnectAttempts }) =>
  failures < reconnectAttempts ? reconnectInterval : undefined;

import type { WebsocketClientConfig } from '../../config/server-config';

type Pace = Pick<WebsocketClientConfig, 'reconnectInterval' | 'reconnectAttempts'>;

/** Milliseconds to wait after so many failures in a row, counted from 1; undefined means that enough is enough. */
export type Pause = (failures: number, pace: Pace) => number | undefined;

const longestPause = 30_000;
const shortestPause = 50;

/**
 * For ever: from the configured interval up to half a minute, twice as long each time. Half of it is left to chance,
 * so that the servers of an application that was restarted do not all come back in the same instant.
 */
export function growingPause(random: () => number): Pause {
  return (failures, { reconnectInterval }) => {
    const first = Math.max(shortestPause, reconnectInterval);
    const ceiling = Math.min(longestPause, first * 2 ** failures);
    return Math.max(reconnectInterval, Math.round((ceiling / 2) * (1 + random())));
  };
}

/** A caller is waiting: the same short pause each time, and an end to it. */
export const pauseForCall: Pause = (failures, { reconnectInterval, reconnectAttempts }) =>
  failures < reconnectAttempts ? reconnectInterval : undefined;

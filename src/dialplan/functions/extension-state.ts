import type { DeviceStateName } from '../../engine/device-state';

/** What an extension shows whose phones are in these states. */
export function extensionState(states: readonly DeviceStateName[]): DeviceStateName {
  const has = (...wanted: readonly DeviceStateName[]): boolean => states.some((state) => wanted.includes(state));
  const every = (...wanted: readonly DeviceStateName[]): boolean =>
    states.length > 0 && states.every((state) => wanted.includes(state));
  const isTalking = has('INUSE', 'BUSY', 'ONHOLD');
  if (has('RINGINUSE') || (has('RINGING') && isTalking)) return 'RINGINUSE';
  if (has('RINGING')) return 'RINGING';
  if (every('BUSY')) return 'BUSY';
  if (every('ONHOLD')) return 'ONHOLD';
  if (isTalking) return 'INUSE';
  if (has('NOT_INUSE')) return 'NOT_INUSE';
  return has('UNAVAILABLE', 'INVALID') ? 'UNAVAILABLE' : 'UNKNOWN';
}

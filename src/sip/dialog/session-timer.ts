import type { SipRequest, SipResponse } from '../message/message';
import { minSessionExpiresHeader, sessionExpiresHeader } from '../message/headers/number-headers';
import { requireHeader, supportedHeader } from '../message/headers/token-headers';
import type { TimerWheel, WheelTimer } from '../transaction/timer-wheel';

/** RFC 4028, in seconds. */
export interface SessionTimerSettings {
  /** What we ask for. */
  readonly interval: number;
  /** What we put up with; not below 90 (§4). */
  readonly minimum: number;
}

export const defaultSessionTimer: SessionTimerSettings = { interval: 1800, minimum: 90 };

const timerOption = 'timer';

/** What both sides have agreed on. */
export interface SessionInterval {
  readonly seconds: number;
  readonly isRefresher: boolean;
}

/** Asks for an interval in an INVITE or UPDATE, and says the least that the far end may make of it. */
export function askForTimer(request: SipRequest, interval: number, minimum: number): void {
  request.headers.set(sessionExpiresHeader, { seconds: Math.max(interval, minimum), refresher: undefined });
  request.headers.set(minSessionExpiresHeader, minimum);
}

/** The least that would be accepted, when the far end refuses our interval with 422. */
export function demandedMinimum(response: SipResponse): number | undefined {
  return response.status === 422 ? response.headers.get(minSessionExpiresHeader) : undefined;
}

/**
 * The parameters that the far end has accepted in its 2xx to our request. If it does not support timers we refresh
 * alone, and so detect when it is gone (§7.2).
 */
export function agreedInterval(
  response: SipResponse,
  settings: SessionTimerSettings | undefined,
): SessionInterval | undefined {
  if (settings === undefined) return undefined;
  const agreed = response.headers.get(sessionExpiresHeader);
  if (agreed === undefined) return { seconds: settings.interval, isRefresher: true };
  return { seconds: agreed.seconds, isRefresher: agreed.refresher !== 'uas' };
}

/** Whether the far end asks for less than we put up with: 422 is the answer. */
export function isTooBrief(request: SipRequest, { minimum }: SessionTimerSettings): boolean {
  const asked = request.headers.get(sessionExpiresHeader);
  return asked !== undefined && asked.seconds < minimum;
}

/** Decides about the timer and writes it into the 2xx (§9). Without support on the other side we refresh alone. */
export function answerTimer(
  request: SipRequest,
  response: SipResponse,
  settings: SessionTimerSettings | undefined,
): SessionInterval | undefined {
  const asked = request.headers.get(sessionExpiresHeader);
  if (settings === undefined) return undefined;
  const isSupported = request.headers.all(supportedHeader).some((option) => option.toLowerCase() === timerOption);
  const seconds = asked?.seconds ?? Math.max(settings.interval, request.headers.get(minSessionExpiresHeader) ?? 0);
  const refresher = isSupported ? (asked?.refresher ?? 'uac') : 'uas';
  response.headers.set(sessionExpiresHeader, { seconds, refresher });
  if (isSupported) response.headers.set(requireHeader, ...response.headers.all(requireHeader), timerOption);
  return { seconds, isRefresher: refresher === 'uas' };
}

/** Reminds one side to refresh the session, and both to end it when that has not happened. */
export class SessionTimer {
  #refresh: WheelTimer | undefined;
  #expiry: WheelTimer | undefined;

  constructor(
    private readonly wheel: TimerWheel,
    private readonly actions: { readonly onRefresh: () => void; readonly onExpired: () => void },
  ) {}

  /** Restarts with the negotiated parameters; undefined stops. */
  set(interval: SessionInterval | undefined): void {
    this.stop();
    if (interval === undefined) return;
    const { seconds, isRefresher } = interval;
    const { wheel, actions } = this;
    // A little early, so that the BYE arrives before the session expires (§10).
    this.#expiry = wheel.after((seconds - Math.min(32, seconds / 3)) * 1000, actions.onExpired);
    if (isRefresher) this.#refresh = wheel.after((seconds / 2) * 1000, actions.onRefresh);
  }

  stop(): void {
    this.#refresh?.cancel();
    this.#expiry?.cancel();
  }
}

import type { Channel } from '../../../engine/calls/channel/channel';
import type { Logger } from '../../../shared/logger';
import { causeOfStatus } from '../calls/status-causes';
import { callOf } from './header-functions';

/** PJSIPHangup(status): refuses a call that is not answered with a status of one's own choice. */
export function hangupApplication(log: Logger): (channel: Channel, data: string) => 'hangup' | undefined {
  return (channel, data) => {
    const status = statusOf(data.trim());
    if (status === undefined || callOf({ channel }) === undefined) {
      const reason = status === undefined ? 'status must be a number from 400 to 699 or a name' : 'not a call over SIP';
      log.warn({ channel: channel.id, given: data, reason }, 'PJSIPHangup does nothing');
      return undefined;
    }
    channel.ending.set({ cause: causeOfStatus(status), technologyCause: status });
    return 'hangup';
  };
}

/** Names that are used instead of numbers. */
const names: Readonly<Record<string, number>> = {
  bad_request: 400,
  unauthorized: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  gone: 410,
  temporarily_unavailable: 480,
  address_incomplete: 484,
  busy_here: 486,
  not_acceptable_here: 488,
  server_internal_error: 500,
  not_implemented: 501,
  bad_gateway: 502,
  service_unavailable: 503,
  busy_everywhere: 600,
  decline: 603,
  does_not_exist_anywhere: 604,
  not_acceptable_anywhere: 606,
};

function statusOf(text: string): number | undefined {
  const status = /^\d{3}$/.test(text) ? Number(text) : names[text.toLowerCase().replace(/[\s-]/g, '_')];
  return status !== undefined && status >= 400 && status < 700 ? status : undefined;
}

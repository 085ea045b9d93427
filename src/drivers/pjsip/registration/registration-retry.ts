import type { RegistrationConfig } from '../../../config/pjsip/registration-options';
import type { SipResponse } from '../../../sip/message/message';
import { retryAfterHeader } from '../../../sip/message/headers/number-headers';

export type RegistrationFailure = { readonly response: SipResponse } | { readonly reason: string };

export type AfterFailure =
  | { readonly outcome: 'retry'; readonly milliseconds: number }
  | { readonly outcome: 'give-up' };

/** Statuses that say nothing against us: another attempt may succeed. */
const temporary: ReadonlySet<number> = new Set([408, 423, 500, 502, 503, 504, 600, 603]);

type RetryRules = Pick<
  RegistrationConfig,
  'retryInterval' | 'forbiddenRetryInterval' | 'fatalRetryInterval' | 'isRejectionPermanent' | 'maxRetries'
>;

/** What becomes of a registration that has failed; `failures` counts those in a row. */
export function afterFailure(
  failure: RegistrationFailure,
  { config, failures }: { readonly config: RetryRules; readonly failures: number },
): AfterFailure {
  const milliseconds = waitAfter(failure, config);
  return milliseconds === 0 || failures > config.maxRetries
    ? { outcome: 'give-up' }
    : { outcome: 'retry', milliseconds };
}

/** 0 for no other attempt. */
function waitAfter(failure: RegistrationFailure, config: RetryRules): number {
  if ('reason' in failure) return config.retryInterval;
  const { status, headers } = failure.response;
  if (temporary.has(status)) {
    const asked = headers.get(retryAfterHeader)?.seconds;
    return asked === undefined ? config.retryInterval : Math.max(asked * 1000, 1000);
  }
  if (status === 401 || status === 407) return config.isRejectionPermanent ? 0 : config.retryInterval;
  return status === 403 && config.forbiddenRetryInterval > 0
    ? config.forbiddenRetryInterval
    : config.fatalRetryInterval;
}

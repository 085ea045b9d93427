import type { OptionSource, Values } from '../reader/section-schema';
import { lastEntry } from '../reader/section-schema';
import { count, flag, names, option, optional, secondsIn, sipUri, word } from './object-option';
import type { ObjectOption } from './object-option';
import { readObject } from './read-object';
import type { ObjectReading } from './read-object';
import { withoutEffect } from './without-effect';

const interval = (name: string, fallback: number): ObjectOption<number> =>
  option(name, secondsIn([0, 2_000_000]), String(fallback));

export const registrationOptions = {
  serverUri: option('server_uri', optional(sipUri), ''),
  clientUri: option('client_uri', optional(sipUri), ''),
  contactUser: word('contact_user', 's'),
  contactParameters: word('contact_header_params'),
  outboundAuths: names('outbound_auth'),
  outboundProxy: option('outbound_proxy', optional(sipUri), ''),
  transport: word('transport'),
  endpoint: word('endpoint'),
  hasLine: flag('line', 'no'),
  supportsPath: flag('support_path', 'no'),
  userAgent: word('user_agent'),
  /** Seconds, as they go over the wire. */
  expiration: count('expiration', 3600, [1, 4_000_000]),
  retryInterval: interval('retry_interval', 60),
  forbiddenRetryInterval: interval('forbidden_retry_interval', 0),
  fatalRetryInterval: interval('fatal_retry_interval', 0),
  maxRetries: count('max_retries', 10, [0, 1_000_000]),
  maxInitialDelay: interval('max_random_initial_delay', 10),
  isRejectionPermanent: flag('auth_rejection_permanent', 'yes'),
};

/** A server that we register with. Durations are in milliseconds. */
export interface RegistrationConfig extends Omit<Values<typeof registrationOptions>, 'serverUri' | 'clientUri'> {
  readonly id: string;
  readonly serverUri: string;
  readonly clientUri: string;
}

export function readRegistration(section: OptionSource, reading: ObjectReading): RegistrationConfig {
  const values = readObject(registrationOptions, section, { reading, unused: withoutEffect.registration });
  const { serverUri = '', clientUri = '' } = values;
  for (const [name, uri] of [
    ['server_uri', serverUri],
    ['client_uri', clientUri],
  ] as const)
    if (uri === '' && lastEntry(section, name) === section)
      reading.findings.problem(lastEntry(section, name), `[${section.name}] has no ${name}`, `add ${name} = sip:…`);
  return { ...values, id: section.name, serverUri, clientUri };
}

import {
  decimalSeconds,
  count,
  flag,
  names,
  option,
  optional,
  secondsIn,
  several,
  sipUri,
  word,
} from './object-option';
import type { OptionSource, Values } from '../reader/section-schema';
import { lastEntry } from '../reader/section-schema';
import { readObject } from './read-object';
import type { ObjectReading } from './read-object';
import { withoutEffect } from './without-effect';

/** Expiry times as they go over the wire: seconds. */
const expiries = [0, 4_000_000] as const;

export const aorOptions = {
  contacts: several('contact', sipUri),
  defaultExpiration: count('default_expiration', 3600, expiries),
  minExpiration: count('minimum_expiration', 60, expiries),
  maxExpiration: count('maximum_expiration', 7200, expiries),
  maxContacts: count('max_contacts', 0, [0, 1000]),
  removesExisting: flag('remove_existing', 'false'),
  removesUnavailable: flag('remove_unavailable', 'false'),
  supportsPath: flag('support_path', 'false'),
  outboundProxy: option('outbound_proxy', optional(sipUri), ''),
  qualifyFrequency: option('qualify_frequency', secondsIn([0, 86_400]), '0'),
  qualifyTimeout: option('qualify_timeout', decimalSeconds, '3.000000'),
  qualifies2xxOnly: flag('qualify_2xx_only', 'false'),
  mailboxes: names('mailboxes'),
  voicemailExtension: word('voicemail_extension'),
};

/** Where something is reached: contacts that are written down, and those that register. Durations are in milliseconds, expirations in seconds. */
export interface AorConfig extends Omit<Values<typeof aorOptions>, 'contacts'> {
  readonly id: string;
  readonly contacts: readonly string[];
}

export function readAor(section: OptionSource, reading: ObjectReading): AorConfig {
  const values = readObject(aorOptions, section, { reading, unused: withoutEffect.aor });
  if (values.minExpiration > values.maxExpiration)
    reading.findings.problem(
      lastEntry(section, 'minimum_expiration'),
      `'minimum_expiration' is ${values.minExpiration}`,
      `it must not be above maximum_expiration, ${values.maxExpiration}`,
    );
  return { ...values, id: section.name, contacts: values.contacts.flatMap(({ value }) => value) };
}

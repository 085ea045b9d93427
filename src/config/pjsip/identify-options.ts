import { normalNetwork } from '../../shared/network/address-rules';
import type { Parser } from '../reader/option-parsers';
import { host } from '../reader/option-parsers';
import type { OptionSource } from '../reader/section-schema';
import { flag, option, optional, several, word } from './object-option';
import { readObject } from './read-object';
import type { ObjectReading } from './read-object';
import { withoutEffect } from './without-effect';
import { isIP } from '../../shared/network/ip-version';

/** A network, or a name whose addresses are looked up. */
export type SourceMatch = { readonly network: string } | { readonly name: string };

const sourceMatch: Parser<SourceMatch> = {
  wanted: 'an address such as 192.0.2.7, a network such as 192.0.2.0/24, or a host name',
  parse: (given) => {
    const network = normalNetwork(given);
    if (network !== undefined) return { value: { network } };
    const named = given.includes('/') || isIP(given) !== 0 ? { refused: given } : host.parse(given);
    return 'value' in named ? { value: { name: named.value } } : { refused: given };
  },
};

/** A header field and its value; between slashes, a regular expression. */
export interface HeaderMatch {
  readonly name: string;
  readonly value: string | RegExp;
}

const headerMatch: Parser<HeaderMatch> = {
  wanted: 'a header field and its value, such as X-Account: 1001 or X-Account: /^10/',
  parse: (given) => {
    const [, name, value = ''] = /^\s*([\w.!%*+`'~-]+)\s*:\s*(.*?)\s*$/s.exec(given) ?? [];
    if (name === undefined || value === '') return { refused: given };
    const expression = /^\/(.*)\/$/s.exec(value)?.[1];
    if (expression === undefined) return { value: { name, value } };
    try {
      return { value: { name, value: new RegExp(expression) } };
    } catch {
      return { refused: given };
    }
  },
};

export const identifyOptions = {
  endpoint: word('endpoint'),
  matches: several('match', sourceMatch),
  header: option('match_header', optional(headerMatch), ''),
  looksUpServices: flag('srv_lookups', 'yes'),
  transport: word('transport'),
};

/** By which addresses or header field the requests of an endpoint are recognised. */
export interface IdentifyConfig {
  readonly id: string;
  readonly endpoint: string;
  readonly matches: readonly SourceMatch[];
  readonly header: HeaderMatch | undefined;
  readonly looksUpServices: boolean;
  /** Only requests that come in there; empty for all. */
  readonly transport: string;
}

export function readIdentify(section: OptionSource, reading: ObjectReading): IdentifyConfig {
  const { matches, ...values } = readObject(identifyOptions, section, { reading, unused: withoutEffect.identify });
  if (matches.length === 0 && values.header === undefined)
    reading.findings.problem(
      section,
      `[${section.name}] matches nothing`,
      'add match = … with addresses, or match_header = …',
    );
  return { ...values, id: section.name, matches: matches.flatMap(({ value }) => value) };
}

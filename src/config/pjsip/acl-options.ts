import type { AddressRule } from '../../shared/network/address-rules';
import type { OptionSource, Values } from '../reader/section-schema';
import { accessOptions, accessRules, contactAccessOptions, contactRules } from './access';
import { word } from './object-option';
import { readObject } from './read-object';
import type { ObjectReading } from './read-object';

export const aclOptions = { ...accessOptions, ...contactAccessOptions };

/** Addresses that requests may come from, and that contacts may have, for every endpoint. */
export interface SipAclConfig {
  readonly id: string;
  readonly rules: readonly AddressRule[];
  readonly contactRules: readonly AddressRule[];
}

export function readSipAcl(section: OptionSource, reading: ObjectReading): SipAclConfig {
  const values = readObject(aclOptions, section, { reading, unused: {} });
  return {
    id: section.name,
    rules: accessRules(values, section, reading),
    contactRules: contactRules(values, section, reading),
  };
}

export const domainAliasOptions = { domain: word('domain') };

/** Another name of a domain: requests for it are taken as if they named the domain. */
export type DomainAliasConfig = { readonly id: string } & Values<typeof domainAliasOptions>;

export function readDomainAlias(section: OptionSource, reading: ObjectReading): DomainAliasConfig {
  const values = readObject(domainAliasOptions, section, { reading, unused: {} });
  if (values.domain === '')
    reading.findings.problem(
      section,
      `[${section.name}] has no domain`,
      'add domain = … with the domain that it stands for',
    );
  return { ...values, id: section.name };
}

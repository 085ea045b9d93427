import { permittedByAll } from '../../shared/network/address-rules';
import type { AddressRule } from '../../shared/network/address-rules';
import { allRules } from '../files/interfaces/access-options';
import { list, network, text } from '../reader/option-parsers';
import { each } from '../reader/section-schema';
import type { OptionSource, Values } from '../reader/section-schema';
import type { ObjectOption } from './object-option';
import type { ObjectReading } from './read-object';

const rules = list(network);
const aclNames = list(text);

type Rules = ReturnType<ReturnType<typeof each<readonly { network: string; negated: boolean }[]>>['read']>;
type Names = ReturnType<ReturnType<typeof each<readonly string[]>>['read']>;

const ruleList = (...names: readonly string[]): ObjectOption<Rules> => ({
  ...each(names, rules),
  parser: rules,
  default: '',
  isList: true,
});

const nameList = (name: string): ObjectOption<Names> => ({
  ...each(name, aclNames),
  parser: aclNames,
  default: '',
  isList: true,
});

/** Where requests may come from. `permit` and `deny` are one list: the last rule that matches decides. */
export const accessOptions = { rules: ruleList('deny', 'permit'), acl: nameList('acl') };

/** Which addresses contacts may have. */
export const contactAccessOptions = {
  contactRules: ruleList('contact_deny', 'contact_permit'),
  contactAcl: nameList('contact_acl'),
};

export function accessRules(
  values: Values<typeof accessOptions>,
  section: OptionSource,
  { acls, findings }: ObjectReading,
): readonly AddressRule[] {
  return allRules(values, acls, { section, findings });
}

export function contactRules(
  { contactRules: own, contactAcl }: Values<typeof contactAccessOptions>,
  section: OptionSource,
  { acls, findings }: ObjectReading,
): readonly AddressRule[] {
  // The same options with another prefix: read as if they had none.
  const plain = own.map(({ value, entry }) => ({
    value,
    entry: { ...entry, key: entry.key.toLowerCase().replace(/^contact_/, '') },
  }));
  return permittedByAll([allRules({ rules: plain, acl: contactAcl }, acls, { section, findings })]);
}

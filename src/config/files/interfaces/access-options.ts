import { permittedByAll } from '../../../shared/network/address-rules';
import type { AddressRule } from '../../../shared/network/address-rules';
import type { Findings } from '../../reader/findings';
import { insteadOf, list, network, text } from '../../reader/option-parsers';
import { each } from '../../reader/section-schema';
import type { OptionSource, Values } from '../../reader/section-schema';

export type NamedRules = ReadonlyMap<string, readonly AddressRule[]>;

/** permit and deny are one option with two names: their common order matters. */
export const ruleOptions = { rules: each(['permit', 'deny'], list(network)) };

export const accessOptions = { ...ruleOptions, acl: each('acl', list(text)) };

export interface AccessContext {
  readonly section: OptionSource;
  readonly findings: Findings;
}

/** The section's own permit and deny lines, in their order. */
export function ownRules(
  { rules }: Values<typeof ruleOptions>,
  { section, findings }: AccessContext,
): readonly AddressRule[] {
  const own = rules.flatMap(({ value, entry }) =>
    value.map(({ network: of, negated }): AddressRule => {
      const permits = (entry.key.toLowerCase() === 'permit') !== negated;
      return { action: permits ? 'permit' : 'deny', network: of };
    }),
  );
  if (own.length > 0 && own.every(({ action }) => action === 'permit'))
    findings.notice(
      rules[0]?.entry ?? section,
      `[${section.name}] permits addresses but denies none, so every address is allowed: put deny = 0.0.0.0/0 first`,
    );
  return own;
}

/** Own and named rules together: an address must pass each list. */
export function allRules(
  values: Values<typeof accessOptions>,
  acls: NamedRules,
  context: AccessContext,
): readonly AddressRule[] {
  const named = values.acl.flatMap(({ value, entry }) =>
    value.map((name) => {
      const rules = acls.get(name);
      if (rules === undefined)
        context.findings.problem(entry, `there is no acl '${name}' in acl.conf`, insteadOf(name, [...acls.keys()]));
      return rules ?? [];
    }),
  );
  return permittedByAll([...named, ownRules(values, context)]);
}

import { ownRules, ruleOptions } from './access-options';
import type { NamedRules } from './access-options';
import type { ConfFile } from '../../reader/conf-file';
import type { Findings } from '../../reader/findings';
import { readSection } from '../../reader/section-schema';

/** acl.conf: rule sets that other files name. */
export function readAclConf({ sections }: ConfFile, findings: Findings): NamedRules {
  return new Map(
    sections.map((section) => {
      const values = readSection(ruleOptions, section, { findings, guarded: 'all' });
      return [section.name, ownRules(values, { section, findings })];
    }),
  );
}

import { ownRules, ruleOptions } from './access-options';
import type { NamedRules } from './access-options';
import type { ConfFile } from './conf-file';
import type { Findings } from './findings';
import { readSection } from './section-schema';

/** acl.conf: rule sets that other files name. */
export function readAclConf({ sections }: ConfFile, findings: Findings): NamedRules {
  return new Map(
    sections.map((section) => {
      const values = readSection(ruleOptions, section, { findings, guarded: 'all' });
      return [section.name, ownRules(values, { section, findings })];
    }),
  );
}

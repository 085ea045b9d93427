import type { Findings } from '../reader/findings';
import { insteadOf } from '../reader/option-parsers';
import { lastEntry } from '../reader/section-schema';
import type { SipSection, SipType } from './sip-section';

/** Which option of which type names an object of another type. */
const references: readonly { readonly from: SipType; readonly option: string; readonly to: SipType }[] = [
  { from: 'endpoint', option: 'auth', to: 'auth' },
  { from: 'endpoint', option: 'outbound_auth', to: 'auth' },
  { from: 'endpoint', option: 'aors', to: 'aor' },
  { from: 'endpoint', option: 'transport', to: 'transport' },
  { from: 'identify', option: 'endpoint', to: 'endpoint' },
  { from: 'identify', option: 'transport', to: 'transport' },
  { from: 'registration', option: 'outbound_auth', to: 'auth' },
  { from: 'registration', option: 'transport', to: 'transport' },
  { from: 'registration', option: 'endpoint', to: 'endpoint' },
];

export interface ReferenceContext {
  readonly findings: Findings;
  /** Types whose objects may also be made while the server runs, so that a name may lead somewhere later. */
  readonly madeAtRunTime: ReadonlySet<SipType>;
}

/** A dangling name would make calls fail, or admit a caller, long after the configuration was read. */
export function checkReferences(sections: readonly SipSection[], { findings, madeAtRunTime }: ReferenceContext): void {
  const names = namesByType(sections);
  const namesOf = (type: SipType): ReadonlySet<string> => names.get(type) ?? new Set();
  for (const { type, section } of sections) {
    for (const { option, to } of references.filter(({ from }) => from === type)) {
      const known = namesOf(to);
      const place = lastEntry(section, option);
      for (const name of namedIn(section.entries, option).filter((each) => !known.has(each))) {
        const message = `[${section.name}] names the ${to} '${name}', which does not exist`;
        if (madeAtRunTime.has(to)) findings.notice(place, `${message} in the files`);
        else findings.problem(place, message, insteadOf(name, [...known]));
      }
    }
    if (type === 'identify' && namedIn(section.entries, 'endpoint').length === 0)
      findings.problem(section, `[${section.name}] has no endpoint`, insteadOf('', [...namesOf('endpoint')]));
  }
  checkDuplicates(sections, findings);
}

function namesByType(sections: readonly SipSection[]): ReadonlyMap<SipType, ReadonlySet<string>> {
  const names = new Map<SipType, Set<string>>();
  for (const { type, section } of sections) names.set(type, (names.get(type) ?? new Set()).add(section.name));
  return names;
}

function namedIn(entries: SipSection['section']['entries'], option: string): readonly string[] {
  const last = entries.findLast(({ key }) => key.toLowerCase() === option)?.value ?? '';
  return last
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function checkDuplicates(sections: readonly SipSection[], findings: Findings): void {
  const seen = new Map<string, SipSection>();
  for (const each of sections) {
    const key = ['global', 'system'].includes(each.type) ? each.type : `${each.type} ${each.section.name}`;
    const before = seen.get(key);
    if (before !== undefined)
      findings.problem(
        each.section,
        `there is a second ${each.type} '${each.section.name}'; the first one stands in ${before.section.file}, line ${before.section.line ?? 1}`,
        `give it another name, or add to the first one with [${each.section.name}](+)`,
      );
    seen.set(key, each);
  }
}

import { closest } from '../../shared/text/closest';
import type { ConfFile, ConfSection } from '../reader/conf-file';
import type { Findings } from '../reader/findings';
import { insteadOf } from '../reader/option-parsers';
import { lastEntry } from '../reader/section-schema';
import type { SipSection, SipType } from './sip-section';
import { sipTypes } from './sip-section';

/** Types that existing servers know; nothing is made of them here. */
const unusedTypes = [
  ...['contact', 'phoneprov', 'outbound_publish', 'inbound_publication', 'asterisk_publication', 'resource_list'],
  ...['subscription_persistence', 'profile'],
];

/** The objects of pjsip.conf. Objects of different types may share a name, so that every header starts one. */
export function readPjsipConf({ blocks }: Pick<ConfFile, 'blocks'>, findings: Findings): readonly SipSection[] {
  return blocks
    .filter(({ template }) => !template)
    .flatMap((section) => {
      const type = typeOf(section, findings);
      return type === undefined ? [] : [{ type, section }];
    });
}

function typeOf(section: ConfSection, findings: Findings): SipType | undefined {
  const given = section.entries.findLast(({ key }) => key.toLowerCase() === 'type')?.value;
  const type = given?.toLowerCase().replaceAll('-', '_');
  const known = sipTypes.find((each) => each === type);
  if (known !== undefined) return known;
  const place = lastEntry(section, 'type');
  if (type === undefined) {
    if (section.entries.length === 0) findings.ignore(section, `[${section.name}]`, 'it is empty');
    else
      findings.problem(
        section,
        `[${section.name}] does not say what it is`,
        `add type = …: ${sipTypes.join(', ')}; or make it a template: [${section.name}](!)`,
      );
  } else if (unusedTypes.includes(type)) findings.unused(section, `[${section.name}], type = ${given}`);
  else if (closest(type, sipTypes) !== undefined)
    findings.problem(place, `[${section.name}] has the unknown type '${given}'`, insteadOf(type, sipTypes));
  else findings.ignore(section, `[${section.name}]`, `unknown type '${given}'`);
  return undefined;
}

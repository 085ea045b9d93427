import { closest } from '../../shared/text/closest';
import type { ConfFile, ConfSection } from './conf-file';
import type { Findings } from './findings';
import { unknownHere } from './section-schema';

/** Sections the file may have, besides those of the reference server that have no effect here. */
export interface SectionNames {
  readonly known: readonly string[];
  readonly unused?: readonly string[];
}

/**
 * Reports unknown sections. One whose name looks like a typo of a known one is a problem, so that
 * [genral] does not pass for a missing [general].
 */
export function checkSections({ sections }: Pick<ConfFile, 'sections'>, names: SectionNames, findings: Findings): void {
  for (const section of sections) {
    const what = `[${section.name}]`;
    if (isOneOf(names.known, section)) continue;
    const near = closest(section.name, [...names.known, ...(names.unused ?? [])]);
    if (isOneOf(names.unused ?? [], section)) findings.unused(section, what);
    else if (near !== undefined && names.known.includes(near))
      findings.problem(section, `unknown section ${what}`, `did you mean '${near}'?`);
    else findings.ignore(section, what, unknownHere(near));
  }
}

export function isOneOf(names: readonly string[], { name }: ConfSection): boolean {
  return names.includes(name.toLowerCase());
}

import type { ConfFile, ConfSection } from './conf-file';
import type { Findings } from './findings';
import { insteadOf } from './option-parsers';

/** Sections the file may have, besides those of the reference server that have no effect here. */
export interface SectionNames {
  readonly known: readonly string[];
  readonly unused?: readonly string[];
}

/** Reports every section that the file should not have, so that [genral] does not pass for a missing [general]. */
export function checkSections({ sections }: Pick<ConfFile, 'sections'>, names: SectionNames, findings: Findings): void {
  for (const section of sections) {
    if (isOneOf(names.known, section)) continue;
    if (isOneOf(names.unused ?? [], section)) findings.unused(section.file, `[${section.name}]`);
    else
      findings.problem(
        section,
        `unknown section [${section.name}]`,
        insteadOf(section.name.toLowerCase(), names.known),
      );
  }
}

export function isOneOf(names: readonly string[], { name }: ConfSection): boolean {
  return names.includes(name.toLowerCase());
}

import type { ConfSection } from '../../reader/conf-file';
import type { Findings } from '../../reader/findings';
import { choice, text, whole } from '../../reader/option-parsers';
import { harmless, one } from '../../reader/section-schema';
import type { Values } from '../../reader/section-schema';
import type { MusicProgramConfig } from '../../server-config';

/** The settings of a program that produces the music of a class. */
export const programSchema = {
  application: one('application', text, ''),
  format: one('format', text, 'slin'),
  killMethod: harmless(one('kill_method', choice('process_group', 'process'), 'process_group')),
  killDelay: harmless(one('kill_escalation_delay', whole(0), 500)),
};

export const programOptions: readonly string[] = Object.values(programSchema).flatMap(({ names }) => names);

/** The formats in which programs may write. */
const formats = [
  ...['slin', 'slin12', 'slin16', 'slin24', 'slin32', 'slin44', 'slin48', 'slin96', 'slin192'],
  ...['ulaw', 'alaw', 'g722'],
];

/** Undefined without a usable program. Its command line is split at blanks, as no shell is used. */
export function musicProgram(
  { application, format, killMethod, killDelay }: Values<typeof programSchema>,
  section: ConfSection,
  findings: Findings,
): MusicProgramConfig | undefined {
  const command = application.split(/\s+/).filter((word) => word !== '');
  const problem =
    command.length === 0
      ? 'names no application'
      : formats.includes(format)
        ? undefined
        : `has a program with the format '${format}'; it must be one of ${formats.join(', ')}`;
  if (problem === undefined) return { command, format, killsGroup: killMethod === 'process_group', killDelay };
  findings.notice(section, `the class [${section.name}] ${problem}, so it has no music`);
  return undefined;
}

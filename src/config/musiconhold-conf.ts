import type { ConfFile, ConfSection } from './conf-file';
import type { Findings } from './findings';
import { bool, choice, text } from './option-parsers';
import { lastEntry, one, readSection, sectionNamed } from './section-schema';
import type { MusicClassConfig, MusicConfig } from './server-config';

const generalSchema = { prefersChannelClass: one('preferchannelclass', bool, true) };

const classSchema = {
  mode: one('mode', text, ''),
  directory: one('directory', text, ''),
  sort: one<MusicClassConfig['sort']>('sort', choice('random', 'randstart', 'alpha'), 'alpha'),
  random: one('random', bool, false),
};

const unusedOptions = [
  ...['digit', 'announcement', 'application', 'format', 'entry', 'loop_last', 'answeredonly', 'kill_method'],
  ...['kill_escalation_delay', 'type'],
];

/** Without the file there is the class that everybody falls back to, in the folder where music usually is. */
const withoutFile: MusicConfig = {
  prefersChannelClass: true,
  classes: [{ name: 'default', directory: 'moh', sort: 'alpha' }],
};

/** musiconhold.conf: where the music for waiting callers is, a section per class. */
export function readMusicOnHoldConf(conf: ConfFile, findings: Findings): MusicConfig {
  if (conf.sections.length === 0) return withoutFile;
  const general = readSection(generalSchema, sectionNamed('general', conf), { findings, unused: ['cachertclasses'] });
  const sections = conf.sections.filter(({ name }) => name.toLowerCase() !== 'general');
  return { ...general, classes: sections.flatMap((section) => readClass(section, findings) ?? []) };
}

function readClass(section: ConfSection, findings: Findings): MusicClassConfig | undefined {
  const { mode, directory, sort, random } = readSection(classSchema, section, { findings, unused: unusedOptions });
  if (mode.toLowerCase() !== 'files') {
    const what = mode === '' ? 'says no mode' : `has the mode '${mode}'`;
    findings.notice(
      lastEntry(section, 'mode'),
      `the class [${section.name}] ${what}; only mode = files has music here`,
    );
    return undefined;
  }
  if (directory === '') findings.notice(section, `the class [${section.name}] names no directory, so it has no music`);
  // An older way to ask for it.
  return { name: section.name, directory, sort: random ? 'random' : sort };
}

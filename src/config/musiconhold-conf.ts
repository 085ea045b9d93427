import type { ConfFile, ConfSection } from './conf-file';
import type { Findings } from './findings';
import { bool, choice, text } from './option-parsers';
import { each, lastEntry, one, readSection, sectionNamed } from './section-schema';
import type { Values } from './section-schema';
import type { MusicClassConfig, MusicConfig } from './server-config';

const generalSchema = { prefersChannelClass: one('preferchannelclass', bool, true) };

const classSchema = {
  mode: one('mode', text, ''),
  directory: one('directory', text, ''),
  entries: each('entry', text),
  sort: one<MusicClassConfig['sort']>('sort', choice('random', 'randstart', 'alpha'), 'alpha'),
  random: one('random', bool, false),
};

const unusedOptions = [
  ...['digit', 'announcement', 'application', 'format', 'loop_last', 'answeredonly', 'kill_method'],
  ...['kill_escalation_delay', 'type'],
];

/** Without the file there is the class that everybody falls back to, in the folder where music usually is. */
const withoutFile: MusicConfig = {
  prefersChannelClass: true,
  classes: [{ name: 'default', directory: 'moh', entries: [], sort: 'alpha' }],
};

/** musiconhold.conf: where the music for waiting callers is, a section per class. */
export function readMusicOnHoldConf(conf: ConfFile, findings: Findings): MusicConfig {
  if (conf.sections.length === 0) return withoutFile;
  const general = readSection(generalSchema, sectionNamed('general', conf), { findings, unused: ['cachertclasses'] });
  const sections = conf.sections.filter(({ name }) => name.toLowerCase() !== 'general');
  return { ...general, classes: sections.flatMap((section) => readClass(section, findings) ?? []) };
}

function readClass(section: ConfSection, findings: Findings): MusicClassConfig | undefined {
  const values = readSection(classSchema, section, { findings, unused: unusedOptions });
  // An older way to ask for it.
  const sort = values.random ? 'random' : values.sort;
  switch (values.mode.toLowerCase()) {
    case 'files':
      if (values.directory === '')
        findings.notice(section, `the class [${section.name}] names no directory, ${silent}`);
      noticeOther(section, { name: 'entry', mode: 'playlist' }, findings);
      return { name: section.name, directory: values.directory, entries: [], sort };
    case 'playlist':
      noticeOther(section, { name: 'directory', mode: 'files' }, findings);
      return { name: section.name, directory: '', entries: entriesOf(values, section, findings), sort };
    default:
      noticeMode(values.mode, section, findings);
      return undefined;
  }
}

const silent = 'so it has no music';

function entriesOf({ entries }: Values<typeof classSchema>, section: ConfSection, findings: Findings): string[] {
  const given = entries.map(({ value }) => value).filter((entry) => entry !== '');
  if (given.length === 0) findings.notice(section, `the class [${section.name}] has no entry, ${silent}`);
  return given;
}

function noticeMode(mode: string, section: ConfSection, findings: Findings): void {
  const what = mode === '' ? 'says no mode' : `has the mode '${mode}'`;
  findings.notice(
    lastEntry(section, 'mode'),
    `the class [${section.name}] ${what}; only mode = files and mode = playlist have music here`,
  );
}

function noticeOther(section: ConfSection, option: { name: string; mode: string }, findings: Findings): void {
  const at = lastEntry(section, option.name);
  if (at !== section) findings.notice(at, `'${option.name}' counts only with mode = ${option.mode}`);
}

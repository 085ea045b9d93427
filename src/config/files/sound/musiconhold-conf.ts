import type { ConfFile, ConfSection } from '../../reader/conf-file';
import type { Findings } from '../../reader/findings';
import { bool, choice, text } from '../../reader/option-parsers';
import { musicProgram, programOptions, programSchema } from './music-program';
import type { Parser } from '../../reader/option-parsers';
import { each, harmless, lastEntry, one, readSection, sectionNamed } from '../../reader/section-schema';
import type { Values } from '../../reader/section-schema';
import type { MusicClassConfig, MusicConfig } from '../../server-config';

const generalSchema = { prefersChannelClass: one('preferchannelclass', bool, true) };

const digit: Parser<string> = {
  wanted: 'one of the digits 0 to 9, *, #, A, B, C and D',
  parse: (given) => (/^[\d*#A-D]?$/i.test(given) ? { value: given.toUpperCase() } : { refused: given }),
};

const classSchema = {
  mode: one('mode', text, ''),
  directory: one('directory', text, ''),
  entries: each('entry', text),
  sort: harmless(one<MusicClassConfig['sort']>('sort', choice('random', 'randstart', 'alpha'), 'alpha')),
  random: one('random', bool, false),
  announcement: one('announcement', text, ''),
  loopsLast: one('loop_last', bool, false),
  answeredOnly: one('answeredonly', bool, false),
  digit: harmless(one('digit', digit, '')),
  ...programSchema,
};

/** Options about music in files. */
const fileOptions = ['entry', 'sort', 'random', 'announcement', 'loop_last'];

/** Without the file there is only the default class, in the usual folder. */
const withoutFile: MusicConfig = {
  prefersChannelClass: true,
  classes: [
    {
      name: 'default',
      directory: 'moh',
      entries: [],
      sort: 'alpha',
      announcement: '',
      loopsLast: false,
      answeredOnly: false,
      digit: '',
    },
  ],
};

/** musiconhold.conf: where the music for waiting callers is, a section per class. */
export function readMusicOnHoldConf(conf: ConfFile, findings: Findings): MusicConfig {
  if (conf.sections.length === 0) return withoutFile;
  const general = readSection(generalSchema, sectionNamed('general', conf), { findings, unused: ['cachertclasses'] });
  const sections = conf.sections.filter(({ name }) => name.toLowerCase() !== 'general');
  return { ...general, classes: sections.flatMap((section) => readClass(section, findings) ?? []) };
}

function readClass(section: ConfSection, findings: Findings): MusicClassConfig | undefined {
  const values = readSection(classSchema, section, { findings, unused: ['type'] });
  const { loopsLast, answeredOnly, digit: key } = values;
  const common = {
    name: section.name,
    announcement: announcementOf(values, section, findings),
    loopsLast,
    answeredOnly,
    digit: key,
    // An older spelling.
    sort: values.random ? 'random' : values.sort,
  } as const;
  switch (values.mode.toLowerCase()) {
    case 'files':
      if (values.directory === '')
        findings.notice(section, `the class [${section.name}] names no directory, ${silent}`);
      noticeOthers(section, { names: ['entry'], mode: 'playlist' }, findings);
      noticeOthers(section, { names: programOptions, mode: 'custom' }, findings);
      return { ...common, directory: values.directory, entries: [] };
    case 'playlist':
      noticeOthers(section, { names: ['directory'], mode: 'files or custom' }, findings);
      noticeOthers(section, { names: programOptions, mode: 'custom' }, findings);
      return { ...common, directory: '', entries: entriesOf(values, section, findings) };
    case 'custom': {
      noticeOthers(section, { names: fileOptions, mode: 'files or playlist' }, findings);
      const program = musicProgram(values, section, findings);
      const directory = values.directory === 'nodir' ? '' : values.directory;
      return program && { ...common, announcement: '', directory, entries: [], program };
    }
    default:
      noticeMode(values.mode, section, findings);
      return undefined;
  }
}

const silent = 'so it has no music';

type Classes = Values<typeof classSchema>;

function entriesOf({ entries }: Classes, section: ConfSection, findings: Findings): string[] {
  const given = entries.map(({ value }) => value).filter((entry) => entry !== '');
  if (given.length === 0) findings.notice(section, `the class [${section.name}] has no entry, ${silent}`);
  return given;
}

/** It is played in the listener's language, so it must be an installed sound. */
function announcementOf({ announcement }: Classes, section: ConfSection, findings: Findings): string {
  if (!announcement.includes('://')) return announcement;
  findings.notice(lastEntry(section, 'announcement'), "'announcement' cannot be a web address, so there is none");
  return '';
}

function noticeMode(mode: string, section: ConfSection, findings: Findings): void {
  const what = mode === '' ? 'says no mode' : `has the mode '${mode}'`;
  findings.notice(
    lastEntry(section, 'mode'),
    `the class [${section.name}] ${what}; only mode = files, playlist and custom have music here`,
  );
}

interface OtherOptions {
  readonly names: readonly string[];
  /** The modes that they are for. */
  readonly mode: string;
}

function noticeOthers(section: ConfSection, { names, mode }: OtherOptions, findings: Findings): void {
  for (const name of names) {
    const at = lastEntry(section, name);
    if (at !== section) findings.notice(at, `'${name}' counts only with mode = ${mode}`);
  }
}

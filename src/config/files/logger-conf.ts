import { closest } from '../../shared/text/closest';
import type { ConfEntry, ConfFile } from '../reader/conf-file';
import type { Findings } from '../reader/findings';
import { checkSections } from '../reader/known-sections';
import { logLevelNames } from './log-level-names';
import { choice, list, text, whole } from '../reader/option-parsers';
import { harmless, lastEntry, one, readSection, sectionNamed, unknownHere } from '../reader/section-schema';
import type { LogChannelConfig, LoggerConfig } from '../server-config';

const generalSchema = {
  dateFormat: one<string | undefined>('dateformat', text, undefined),
  rotateStrategy: harmless(
    one<LoggerConfig['rotateStrategy']>(
      'rotatestrategy',
      choice('sequential', 'rotate', 'timestamp', 'none'),
      'sequential',
    ),
  ),
  customLevels: one('custom_levels', list(text), []),
  maxFileSize: one('max_file_size', whole(4096), 67_108_864),
  keepFiles: one('keep_files', whole(1), 10),
};

const unusedOptions = [
  ...[
    'use_callids',
    'appendhostname',
    'queue_log',
    'queue_log_to_file',
    'queue_log_name',
    'queue_log_realtime_use_gmt',
  ],
  ...['logger_queue_limit', 'exec_after_rotate', 'rotatetimestamp'],
];

const maxCustomLevels = 16;

/** Without logger.conf, notices, warnings and errors go to the console. */
const consoleOnly: readonly LogChannelConfig[] = [
  { name: 'console', format: 'default', levels: ['notice', 'warning', 'error'] },
];

/** logger.conf: which messages go where. */
export function readLoggerConf(conf: ConfFile, findings: Findings): LoggerConfig {
  checkSections(conf, { known: ['general', 'logfiles'] }, findings);
  const section = sectionNamed('general', conf);
  const general = readSection(generalSchema, section, { findings, unused: unusedOptions });
  const customLevels = general.customLevels.map((level) => level.toLowerCase());
  if (customLevels.length > maxCustomLevels)
    findings.problem(
      lastEntry(section, 'custom_levels'),
      `custom_levels names ${customLevels.length} levels`,
      `name at most ${maxCustomLevels}`,
    );
  const { entries } = sectionNamed('logfiles', conf);
  const known = [...logLevelNames, ...customLevels];
  const channels = new Map(entries.map((entry) => [entry.key, readChannel(entry, known, findings)]));
  return { ...general, customLevels, channels: conf.sections.length === 0 ? consoleOnly : [...channels.values()] };
}

const formats = ['default', 'plain', 'json'] as const;

/** `name => [format]level,level` */
function readChannel(entry: ConfEntry, known: readonly string[], findings: Findings): LogChannelConfig {
  const [, prefix = 'default', rest = entry.value] = /^\[([^\]]*)\](.*)$/.exec(entry.value) ?? [];
  const format = formats.find((name) => name === prefix.trim().toLowerCase());
  if (format === undefined)
    findings.ignore(
      entry,
      `format [${prefix}] of '${entry.key}'`,
      `${unknownHere(closest(prefix, formats))}, so it is [default]`,
    );
  const levels = rest
    .split(',')
    .map((level) => level.trim().toLowerCase())
    .filter((level) => level !== '');
  if (levels.length === 0) findings.notice(entry, `the log channel '${entry.key}' has no level, so it stays empty`);
  const isKnown = (level: string) => level === '*' || known.includes(level.replace(/^verbose\(.*\)$/, 'verbose'));
  for (const level of levels.filter((name) => !isKnown(name)))
    findings.ignore(entry, `level '${level}' of '${entry.key}'`, unknownHere(closest(level, known)));
  return { name: entry.key, format: format ?? 'default', levels: levels.filter(isKnown) };
}

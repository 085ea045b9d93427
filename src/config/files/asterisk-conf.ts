import type { ConfFile } from '../reader/conf-file';
import { derivedEntityId, entityId } from '../entity-id';
import type { Findings } from '../reader/findings';
import { checkSections } from '../reader/known-sections';
import type { Machine } from '../machine';
import { bool, decimal, list, network, path, text, whole } from '../reader/option-parsers';
import type { Parser } from '../reader/option-parsers';
import type { Place } from '../reader/problem';
import { lastEntry, one, readSection, sectionNamed } from '../reader/section-schema';
import type { Values } from '../reader/section-schema';
import type { ServerOptions } from '../server-config';

type Network = { readonly network: string; readonly negated: boolean };

const optionsSchema = {
  systemName: one('systemname', text, ''),
  autoSystemName: one('autosystemname', bool, false),
  entityId: one<string | undefined>('entityid', entityId, undefined),
  defaultLanguage: one('defaultlanguage', text, 'en'),
  liveDangerously: one('live_dangerously', bool, false),
  maxCalls: one<number | undefined>('maxcalls', whole(0), undefined),
  maxLoad: one<number | undefined>('maxload', decimal, undefined),
  maxFiles: one<number | undefined>('maxfiles', whole(0), undefined),
  shutdownGrace: one('shutdown_grace', whole(0), 0),
  allowDestinations: one<readonly Network[]>('allow_destinations', list(network), []),
  runUser: one('runuser', text, ''),
  runGroup: one('rungroup', text, ''),
  execIncludes: one('execincludes', bool, false),
};

const unusedOptions = [
  ...['verbose', 'debug', 'trace', 'refdebug', 'alwaysfork', 'nofork', 'quiet', 'timestamp', 'console', 'highpriority'],
  ...['initcrypto', 'nocolor', 'dontwarn', 'dumpcore', 'languageprefix', 'mindtmfduration', 'minmemfree'],
  ...[
    'cache_media_frames',
    'cache_record_files',
    'record_cache_dir',
    'transmit_silence',
    'transmit_silence_during_record',
  ],
  ...['transcode_via_sln', 'internal_timing', 'lightbackground', 'forceblackbackground', 'documentation_language'],
  ...['hideconnect', 'lockconfdir', 'stdexten', 'rtp_use_dynamic', 'rtp_pt_dynamic', 'hide_messaging_ami_events'],
  ...['sounds_search_custom_dir', 'disable_remote_console_shell', 'dahdichanname'],
];

/** The folders in `[directories]` that we use; undefined when not given. */
export type WrittenDirectories = Values<ReturnType<typeof directoriesSchema>>;

function directoriesSchema(folder: string) {
  const directory: Parser<string> = {
    wanted: 'the path of a folder',
    parse: (given) => (given === '' ? { refused: '' } : path(folder).parse(given)),
  };
  const optional = (name: string) => one<string | undefined>(name, directory, undefined);
  return {
    variable: optional('astvarlibdir'),
    data: optional('astdatadir'),
    spool: optional('astspooldir'),
    log: optional('astlogdir'),
    database: optional('astdbdir'),
    scripts: optional('astagidir'),
    absoluteSounds: one<readonly string[]>('absolute_sounds', list(directory), []),
  };
}

const unusedDirectories = [...['astetcdir', 'astmoddir', 'astkeydir', 'astrundir', 'astsbindir', 'astcachedir']];

export interface AsteriskConf {
  readonly options: ServerOptions;
  readonly directories: WrittenDirectories;
  /** Where an option of `[directories]` stands. */
  readonly directoryPlace: (option: string) => Place;
  /** Whether `#exec` lines of the other files may run. */
  readonly execIncludes: boolean;
}

export interface AsteriskContext {
  readonly folder: string;
  readonly machine: Machine;
  readonly findings: Findings;
}

/** asterisk.conf: the identity of the server and its folders. */
export function readAsteriskConf(conf: ConfFile, { folder, machine, findings }: AsteriskContext): AsteriskConf {
  checkSections(conf, { known: ['directories', 'options'], unused: ['files', 'compat'] }, findings);
  const section = sectionNamed('options', conf);
  const { autoSystemName, execIncludes, ...read } = readSection(optionsSchema, section, {
    findings,
    unused: unusedOptions,
  });
  if (read.runUser !== '' || read.runGroup !== '')
    findings.notice(section, 'runuser and rungroup are shown to clients, but Patchbay keeps the user that started it');
  const options: ServerOptions = {
    ...read,
    allowDestinations: read.allowDestinations.map(({ network: allowed }) => allowed),
    systemName: read.systemName === '' && autoSystemName ? machine.hostName : read.systemName,
    entityId: read.entityId ?? derivedEntityId(machine, folder),
  };
  const written = sectionNamed('directories', conf);
  const directories = readSection(directoriesSchema(folder), written, { findings, unused: unusedDirectories });
  return { options, directories, directoryPlace: (option) => lastEntry(written, option), execIncludes };
}

import type { ConfFile } from '../reader/conf-file';
import type { Findings } from '../reader/findings';
import { checkSections } from '../reader/known-sections';
import { bool } from '../reader/option-parsers';
import type { Parser } from '../reader/option-parsers';
import { each, harmless, one, readSection, sectionNamed } from '../reader/section-schema';
import type { Located } from '../reader/section-schema';
import type { ModulesConfig } from '../server-config';

const moduleName: Parser<string> = {
  wanted: 'the name of a module such as res_stasis.so',
  parse: (given) => (/^[\w.-]+$/.test(given) ? { value: given } : { refused: given }),
};

const schema = {
  autoload: one('autoload', bool, false),
  load: harmless(each(['load', 'preload'], moduleName)),
  noload: each('noload', moduleName),
  require: each(['require', 'preload-require'], moduleName),
};

export interface ModulesContext {
  /** Whether the file exists. */
  readonly present: boolean;
  /** Names of the modules this server has, without extension; when unknown, any name is accepted. */
  readonly known: readonly string[] | undefined;
  readonly findings: Findings;
}

/** modules.conf: what is loaded at start. Without the file everything is. */
export function readModulesConf(conf: ConfFile, { present, known, findings }: ModulesContext): ModulesConfig {
  checkSections(conf, { known: ['modules'], unused: ['global'] }, findings);
  const read = readSection(schema, sectionNamed('modules', conf), { findings, guarded: 'slips' });
  const isOurs = ({ value, entry }: Located<string>): boolean => {
    if (known === undefined || known.includes(value.replace(/\.so$/, ''))) return true;
    findings.ignore(entry, `${entry.key} = ${value}`, 'there is no such module here');
    return false;
  };
  const names = (entries: typeof read.load) => [...new Set(entries.map(({ value }) => value))];
  return {
    autoload: present ? read.autoload : true,
    load: names(read.load.filter(isOurs)),
    // An unknown module is not loaded.
    noload: names(read.noload),
    require: names(read.require.filter(isOurs)),
  };
}

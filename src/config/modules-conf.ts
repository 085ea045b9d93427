import type { ConfFile } from './conf-file';
import type { Findings } from './findings';
import { checkSections } from './known-sections';
import { bool } from './option-parsers';
import type { Parser } from './option-parsers';
import { each, one, readSection, sectionNamed } from './section-schema';
import type { ModulesConfig } from './server-config';

const moduleName: Parser<string> = {
  wanted: 'the name of a module such as res_stasis.so',
  parse: (given) => (/^[\w.-]+$/.test(given) ? { value: given } : { refused: given }),
};

const schema = {
  autoload: one('autoload', bool, false),
  load: each(['load', 'preload'], moduleName),
  noload: each('noload', moduleName),
  require: each(['require', 'preload-require'], moduleName),
};

/** modules.conf: what is loaded at start. Without the file everything is. */
export function readModulesConf(
  conf: ConfFile,
  { present, findings }: { readonly present: boolean; readonly findings: Findings },
): ModulesConfig {
  checkSections(conf, { known: ['modules'], unused: ['global'] }, findings);
  const read = readSection(schema, sectionNamed('modules', conf), { findings });
  const names = (entries: typeof read.load) => [...new Set(entries.map(({ value }) => value))];
  return {
    autoload: present ? read.autoload : true,
    load: names(read.load),
    noload: names(read.noload),
    require: names(read.require),
  };
}

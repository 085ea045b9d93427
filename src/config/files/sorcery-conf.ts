import { closest } from '../../shared/text/closest';
import type { ConfEntry, ConfFile, ConfSection } from '../reader/conf-file';
import type { Findings } from '../reader/findings';
import { isOneOf } from '../reader/known-sections';
import { readSection, sectionNamed } from '../reader/section-schema';
import type { StoreMapping } from '../server-config';
import { classOf, sipTypes } from '../pjsip/sip-section';

const stores = ['config', 'memory', 'astdb', 'database'] as const;

/** Classes with objects that this server uses: users, sockets, phones. */
const ourClasses = ['res_ari', 'res_websocket_client', ...new Set(sipTypes.map(classOf))];

/** sorcery.conf: which store holds the objects of a type; the first one that has an object answers. */
export function readSorceryConf(conf: ConfFile, findings: Findings): readonly StoreMapping[] {
  readSection({}, sectionNamed('general', conf), { findings, unused: ['update_or_create_on_update_miss'] });
  return conf.sections
    .filter((section) => !isOneOf(['general'], section))
    .flatMap((section) => section.entries.flatMap((entry) => readMapping(section, entry, findings)));
}

/** `type = store,options`; a type that ends in `/cache` maps a cache in front of the stores. */
function readMapping({ name: configClass }: ConfSection, entry: ConfEntry, findings: Findings): StoreMapping[] {
  const [objectType = '', flag] = entry.key.split('/');
  const [word = '', ...options] = entry.value.split(',').map((part) => part.trim());
  if (flag !== undefined) {
    findings.unused(entry, `${configClass}: ${entry.key}`);
    return [];
  }
  const store = stores.find((name) => name === word.toLowerCase());
  if (store !== undefined) return [{ configClass, objectType, store, options: options.join(',') }];
  const near = closest(word, stores);
  if (near !== undefined && ourClasses.includes(configClass))
    findings.problem(entry, `there is no store '${word}'`, `did you mean '${near}'?`);
  else findings.ignore(entry, `${entry.key} = ${entry.value} in [${configClass}]`, `there is no store '${word}' here`);
  return [];
}

import { closest } from '../../../shared/text/closest';
import type { ManagerUserConfig } from '../../manager-config';
import type { ConfEntry, ConfSection } from '../../reader/conf-file';
import type { Findings } from '../../reader/findings';
import { bool, choice, milliseconds, text } from '../../reader/option-parsers';
import { each, lastEntry, one, readSection, required, unknownHere } from '../../reader/section-schema';
import type { Located } from '../../reader/section-schema';
import { accessOptions, allRules } from './access-options';
import type { NamedRules } from './access-options';
import type { PasswordCheck } from './ari-user';
import { everyClass, isManagerClass, managerClasses, managerClassNames } from './manager-classes';
import type { ManagerFilter } from './manager-filter';
import { legacyFilter, readFilter } from './manager-filter';

type SecretFormat = ManagerUserConfig['passwordFormat'];

const schema = {
  secret: required('secret', text, ''),
  // Only ours: the words of ari.conf, under which "patchbay hash-password" prints its result.
  secretFormat: one<SecretFormat>(['secret_format', 'password_format'], choice('plain', 'crypt', 'scrypt'), 'plain'),
  read: each('read', text),
  write: each('write', text),
  variables: each('setvar', text),
  writeTimeout: one('writetimeout', milliseconds(1), 30_000),
  displayConnects: one<boolean | undefined>('displayconnects', bool, undefined),
  allowMultipleLogin: one<boolean | undefined>('allowmultiplelogin', bool, undefined),
  ...accessOptions,
};

export interface ManagerUserContext {
  readonly acls: NamedRules;
  readonly passwordProblem?: PasswordCheck | undefined;
  readonly findings: Findings;
  /** What `[general]` says. */
  readonly defaults: Pick<ManagerUserConfig, 'displayConnects' | 'allowMultipleLogin'>;
}

/** A section of manager.conf besides `[general]`. */
export function readManagerUser(section: ConfSection, context: ManagerUserContext): ManagerUserConfig {
  const { acls, findings, passwordProblem, defaults } = context;
  const filterEntries = section.entries.filter(isFilter);
  const others = { ...section, entries: section.entries.filter((entry) => !isFilter(entry)) };
  const values = readSection(schema, others, { findings, guarded: 'all' });
  const { secret: password, secretFormat: passwordFormat, displayConnects, allowMultipleLogin } = values;
  const unusable = password === '' ? undefined : passwordProblem?.({ password, passwordFormat });
  if (unusable !== undefined) findings.problem(lastEntry(section, 'secret'), unusable.message, unusable.hint);
  return {
    name: section.name,
    password,
    passwordFormat,
    rules: allRules(values, acls, { section: others, findings }),
    read: classesOf(values.read, findings),
    write: classesOf(values.write, findings),
    filters: filterEntries.flatMap((entry) => filterOf(entry, findings)),
    variables: values.variables.flatMap((given) => assignmentOf(given, findings)),
    writeTimeout: values.writeTimeout,
    displayConnects: displayConnects ?? defaults.displayConnects,
    allowMultipleLogin: allowMultipleLogin ?? defaults.allowMultipleLogin,
  };
}

function isFilter({ key }: ConfEntry): boolean {
  return /^eventfilter(\(|$)/i.test(key);
}

/** `system,call` or `all`. A word that is not a class gives no right; one that looks like a class is a typo. */
function classesOf(given: readonly Located<string>[], findings: Findings): number {
  let bits = 0;
  for (const { value, entry } of given) {
    for (const word of value.split(',').map((part) => part.trim().toLowerCase())) {
      if (word === 'all') bits |= everyClass;
      else if (isManagerClass(word)) bits |= managerClasses[word];
      else if (word !== '' && word !== 'none') reportClass(word, entry, findings);
    }
  }
  return bits;
}

function reportClass(word: string, entry: ConfEntry, findings: Findings): void {
  const near = closest(word, [...managerClassNames, 'all']);
  if (near === undefined) findings.ignore(entry, `class '${word}'`, unknownHere(near));
  else findings.problem(entry, `'${entry.key}' cannot be '${word}'`, `did you mean '${near}'?`);
}

function filterOf(entry: ConfEntry, findings: Findings): readonly ManagerFilter[] {
  const criteria = /^eventfilter\((.*)\)$/i.exec(entry.key)?.[1];
  const read = criteria === undefined ? legacyFilter.parse(entry.value) : readFilter(criteria, entry.value);
  if ('value' in read) return [read.value];
  const reason = 'problem' in read ? read.problem : `'${entry.key}' cannot be '${entry.value}'`;
  findings.problem(entry, reason, `write ${legacyFilter.wanted}`);
  return [];
}

function assignmentOf({ value, entry }: Located<string>, findings: Findings): ManagerUserConfig['variables'] {
  const equals = value.indexOf('=');
  if (equals > 0) return [{ name: value.slice(0, equals).trim(), value: value.slice(equals + 1).trim() }];
  findings.problem(entry, `'setvar' cannot be '${value}'`, 'write NAME=value');
  return [];
}

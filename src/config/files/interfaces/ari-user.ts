import { accessOptions, allRules } from './access-options';
import type { NamedRules } from './access-options';
import type { Findings } from '../../reader/findings';
import { choice, bool, insteadOf, list, text } from '../../reader/option-parsers';
import { lastEntry, one, readSection, required } from '../../reader/section-schema';
import type { OptionSource } from '../../reader/section-schema';
import type { Scopes, UserConfig } from '../../server-config';

type Names = readonly string[] | undefined;

const schema = {
  type: one('type', text, 'user'),
  password: required('password', text, ''),
  passwordFormat: one<UserConfig['passwordFormat']>('password_format', choice('plain', 'crypt', 'scrypt'), 'plain'),
  readOnly: one('read_only', bool, false),
  resources: one<Names>('resources', list(text), undefined),
  methods: one<Names>('methods', list(choice('GET', 'POST', 'PUT', 'DELETE')), undefined),
  applications: one<Names>('applications', list(text), undefined),
  ...accessOptions,
};

export interface UserContext {
  readonly acls: NamedRules;
  /** Names of the interface's resources; when unknown, any name is accepted. */
  readonly resources: Names;
  readonly passwordProblem?: PasswordCheck | undefined;
  readonly findings: Findings;
}

/**
 * Why a login with a password in its format could never succeed. The doors implement the formats; the files only name
 * them.
 */
export type PasswordCheck = (
  user: Pick<UserConfig, 'password' | 'passwordFormat'>,
) => { readonly message: string; readonly hint: string } | undefined;

/** A section of ari.conf that says `type = user`. */
export function readUser(section: OptionSource, context: UserContext): UserConfig {
  const { acls, resources, findings, passwordProblem } = context;
  const values = readSection(schema, section, { findings, guarded: 'all' });
  const { password, passwordFormat, readOnly, methods, applications } = values;
  // HTTP Basic ends the name at the first colon (RFC 7617 §2).
  if (section.name.includes(':'))
    findings.problem(section, `the user '${section.name}' could never log in`, 'leave the colon out of the name');
  const unusable = password === '' ? undefined : passwordProblem?.({ password, passwordFormat });
  if (unusable !== undefined) findings.problem(lastEntry(section, 'password'), unusable.message, unusable.hint);
  for (const name of ['resources', 'methods', 'applications'] as const) {
    if (values[name]?.length === 0)
      findings.problem(
        lastEntry(section, name),
        `${name} is empty, so the user would have no rights`,
        'name some, or remove the line',
      );
  }
  const scopes: Scopes = {
    methods,
    applications,
    resources: values.resources?.map((given) => resourceNamed(given, resources)),
  };
  for (const name of scopes.resources ?? []) {
    if (resources !== undefined && !resources.includes(name))
      findings.problem(lastEntry(section, 'resources'), `there is no resource '${name}'`, insteadOf(name, resources));
  }
  const rules = allRules(values, acls, { section, findings });
  return { name: section.name, password, passwordFormat, readOnly, rules, scopes };
}

/** The ecosystem calls the server's own resource asterisk. */
const aliases: ReadonlyMap<string, string> = new Map([['asterisk', 'server']]);

function resourceNamed(given: string, known: Names): string {
  const name = aliases.get(given.toLowerCase()) ?? given;
  return known?.find((candidate) => candidate.toLowerCase() === name.toLowerCase()) ?? name;
}

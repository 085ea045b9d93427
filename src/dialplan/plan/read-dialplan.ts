import type { ConfFile } from '../../config/reader/conf-file';
import type { Findings } from '../../config/reader/findings';
import { readGlobals } from '../../config/files/globals-conf';
import { isOneOf } from '../../config/reader/known-sections';
import { bool } from '../../config/reader/option-parsers';
import { one, readSection, sectionNamed } from '../../config/reader/section-schema';
import { closest } from '../../shared/text/closest';
import type { Context, DialplanSettings } from './dialplan';
import { Dialplan, defaultSettings } from './dialplan';
import { readContext } from './read-context';

export interface DialplanReading {
  readonly findings: Findings;
  /** The names of all applications, to find lines that name none of them; undefined leaves that unchecked. */
  readonly applications?: readonly string[] | undefined;
  /** Milliseconds since 1970, for includes that apply at some times only. */
  readonly now: () => number;
}

/** The dialplan of extensions.conf, without the lines that are reported as problems. Never throws. */
export function readDialplan(conf: ConfFile, { findings, applications, now }: DialplanReading): Dialplan {
  const settings = readSettings(conf, findings);
  const globals = new Map(Object.entries(readGlobals(conf)));
  const needs = {
    findings,
    applications: applications && new Map(applications.map((name) => [name.toLowerCase(), name])),
    fill: (text: string) => text.replace(/\$\{(\w+)\}/g, (_, name: string) => globals.get(name) ?? ''),
  };
  const contexts = conf.sections
    .filter((section) => !isOneOf(['general', 'globals'], section))
    .map((section) => readContext(section, needs));
  noticeMissingContexts(contexts, findings);
  return new Dialplan({ contexts, settings, now });
}

const schema = {
  autofallthrough: one('autofallthrough', bool, defaultSettings.autofallthrough),
  clearGlobals: one('clearglobalvars', bool, defaultSettings.clearGlobals),
};

const unused = ['static', 'writeprotect', 'extenpatternmatchnew', 'userscontext', 'overrideswitch', 'priorityjumping'];

function readSettings(conf: ConfFile, findings: Findings): DialplanSettings {
  return readSection(schema, sectionNamed('general', conf), { findings, unused, guarded: 'slips' });
}

/** Contexts that exist without being written: one per application of a client. */
const madeContext = /^stasis-/;

/** Not a problem: a configuration may name contexts of modules that are not there. */
function noticeMissingContexts(contexts: readonly Context[], findings: Findings): void {
  const names = new Set(contexts.map(({ name }) => name));
  for (const include of contexts.flatMap(({ includes }) => includes)) {
    if (names.has(include.context) || madeContext.test(include.context)) continue;
    const near = closest(include.context, names);
    const question = near === undefined ? '' : `; did you mean '${near}'?`;
    findings.notice(include, `there is no context '${include.context}' to include${question}`);
  }
}

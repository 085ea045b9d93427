import { closest } from '../../shared/text/closest';
import type { ConfEntry, ConfSection } from './conf-file';
import type { Findings } from './findings';
import { insteadOf } from './option-parsers';
import type { Parser } from './option-parsers';
import type { Place } from './problem';

/** The entries of one section, from a file or from a client's config object. */
export interface OptionSource extends Place {
  readonly name: string;
  readonly entries: readonly ConfEntry[];
}

export interface Given {
  readonly entries: readonly ConfEntry[];
  readonly section: OptionSource;
  readonly findings: Findings;
  /** Reports an invalid value. */
  readonly refuse: (entry: ConfEntry, what: string, wanted: string) => void;
}

/** One option of a section: its names and how its entries are parsed. */
export interface Option<Value> {
  readonly names: readonly string[];
  readonly read: (given: Given) => Value;
}

type Schema = Readonly<Record<string, Option<unknown>>>;
export type Values<Of extends Schema> = { readonly [Key in keyof Of]: ReturnType<Of[Key]['read']> };

export interface ReadingRules {
  readonly findings: Findings;
  /** Names of options that existing servers know and that have no effect here. */
  readonly unused?: readonly string[];
  /**
   * Names of options that calls, users or access depend on: a probable typo of one is a problem, while other unknown
   * options are ignored. `slips` stands for the names of the schema; with `all`, every unknown option is a problem.
   */
  readonly guarded?: readonly string[] | 'slips' | 'all';
}

/**
 * Reads a section by its schema. An invalid or missing value is reported and replaced by its fallback; a result with
 * problems is discarded.
 */
export function readSection<Of extends Schema>(schema: Of, section: OptionSource, rules: ReadingRules): Values<Of> {
  const { findings, unused = [] } = rules;
  const known = Object.values(schema).flatMap(({ names }) => names);
  const refuse: Given['refuse'] = (entry, what, wanted) => findings.problem(entry, what, `write ${wanted}`);
  for (const entry of section.entries) {
    const name = nameOf(entry);
    if (known.includes(name)) continue;
    if (unused.includes(name)) findings.unused(entry, entry.key);
    else reportUnknown({ entry, section, known }, rules);
  }
  const read = Object.entries(schema).map(([field, option]) => {
    const entries = section.entries.filter((entry) => option.names.includes(nameOf(entry)));
    return [field, option.read({ entries, section, findings, refuse })];
  });
  return Object.fromEntries(read) as Values<Of>;
}

interface Unknown {
  readonly entry: ConfEntry;
  readonly section: OptionSource;
  readonly known: readonly string[];
}

function reportUnknown(
  { entry, section, known }: Unknown,
  { findings, unused = [], guarded = [] }: ReadingRules,
): void {
  const near = closest(nameOf(entry), [...known, ...unused]);
  const what = `option '${entry.key}' in [${section.name}]`;
  const isSlip = near !== undefined && (guarded === 'slips' ? known : guarded).includes(near);
  if (guarded === 'all' || isSlip)
    findings.problem(entry, `unknown ${what}`, insteadOf(nameOf(entry), [...known, ...unused]));
  else findings.ignore(entry, what, unknownHere(near));
}

/** Why a setting with an unknown name is ignored. */
export function unknownHere(near: string | undefined): string {
  return near === undefined ? 'not known here' : `not known here; did you mean '${near}'?`;
}

/** A missing section: every option has its default. */
export function absentSection(name: string, file: string): OptionSource {
  return { name, file, entries: [] };
}

/** Sections of general settings are case-insensitive: [General] means [general]. */
export function sectionNamed(
  name: string,
  { file, sections }: { readonly file: string; readonly sections: readonly ConfSection[] },
): OptionSource {
  const found = sections.filter((section) => section.name.toLowerCase() === name);
  const [first] = found;
  if (first === undefined) return absentSection(name, file);
  return { ...first, entries: found.flatMap(({ entries }) => entries) };
}

/** Where an option stands, or where its section does when it is not given. */
export function lastEntry(section: OptionSource, name: string): Place {
  return section.entries.findLast((entry) => nameOf(entry) === name) ?? section;
}

function nameOf({ key }: ConfEntry): string {
  return key.toLowerCase();
}

/** An option with a single value; when repeated, the last one counts. */
export function one<Value>(name: string | readonly string[], parser: Parser<Value>, fallback: Value): Option<Value> {
  return {
    names: typeof name === 'string' ? [name] : name,
    read: ({ entries, findings, refuse }) => {
      const [last, before] = entries.toReversed();
      if (last === undefined) return fallback;
      if (before !== undefined && !before.inherited)
        findings.notice(
          last,
          `'${last.key}' was already given on line ${before.line} of ${before.file}; this one counts`,
        );
      return parseEntry(last, parser, refuse) ?? fallback;
    },
  };
}

/** An option that must be given and must not be empty. */
export function required<Value>(name: string, parser: Parser<Value>, standIn: Value): Option<Value> {
  const option = one(name, parser, standIn);
  return {
    names: option.names,
    read: (given) => {
      const last = given.entries.at(-1);
      if (last !== undefined && last.value !== '') return option.read(given);
      given.findings.problem(
        last ?? given.section,
        `[${given.section.name}] has no ${name}`,
        `add ${name} = …${parser.wanted === 'a text' ? '' : ` (${parser.wanted})`}`,
      );
      return standIn;
    },
  };
}

/** An option that may be repeated: the values of all its entries, with where they stand. */
export function each<Value>(
  name: string | readonly string[],
  parser: Parser<Value>,
): Option<readonly Located<Value>[]> {
  return {
    names: typeof name === 'string' ? [name] : name,
    read: ({ entries, refuse }) =>
      entries.flatMap((entry) => {
        const value = parseEntry(entry, parser, refuse);
        return value === undefined ? [] : [{ value, entry }];
      }),
  };
}

export interface Located<Value> {
  readonly value: Value;
  readonly entry: ConfEntry;
}

/** An option that affects no call, user or right: an invalid value is ignored. */
export function harmless<Value>({ names, read }: Option<Value>): Option<Value> {
  return {
    names,
    read: (given) =>
      read({
        ...given,
        refuse: (entry, _, wanted) =>
          given.findings.ignore(entry, `${entry.key} = ${entry.value}`, `it must be ${wanted}`),
      }),
  };
}

function parseEntry<Value>(entry: ConfEntry, parser: Parser<Value>, refuse: Given['refuse']): Value | undefined {
  const parsed = parser.parse(entry.value);
  if ('value' in parsed) return parsed.value;
  const what = parsed.refused === '' ? `'${entry.key}' is empty` : `'${entry.key}' cannot be '${parsed.refused}'`;
  refuse(entry, what, parser.wanted);
  return undefined;
}

import type { ConfEntry, ConfSection } from '../../config/reader/conf-file';
import type { Findings } from '../../config/reader/findings';
import type { Position } from '../../config/reader/problem';
import { formatPlace } from '../../config/reader/problem';
import { unknownHere } from '../../config/reader/section-schema';
import { closest } from '../../shared/text/closest';
import type { Context, Extension, Hint, IgnoredPattern, Include, Step } from './dialplan';
import type { Refusal, WrittenPriority } from './exten-line';
import { atComma, parseApplication, parseHint, parsePriority } from './exten-line';
import type { Named } from './extension-index';
import { literal, parseExtensionPattern } from './extension-pattern';
import { parseTiming } from './timing';

export interface ContextNeeds {
  readonly findings: Findings;
  /** Names in lower case, and how they are spelt; undefined: any application will do. */
  readonly applications: ReadonlyMap<string, string> | undefined;
  /** Fills global variables into names. */
  readonly fill: (text: string) => string;
}

export function readContext(section: ConfSection, needs: ContextNeeds): Context {
  return new ContextReader(section, needs).read();
}

interface Draft extends Named, Position {
  readonly key: string;
  readonly name: string;
  readonly steps: Map<number, Step>;
  readonly labels: Map<string, number>;
}

const switches = ['switch', 'lswitch', 'eswitch'];
const keys = ['exten', 'same', 'include', 'ignorepat'];

class ContextReader {
  readonly #drafts = new Map<string, Draft>();
  readonly #hints = new Map<string, Hint>();
  readonly #includes: Include[] = [];
  readonly #ignoredPatterns: IgnoredPattern[] = [];
  /** Those that own lines may replace. */
  readonly #inherited = new Set<Step | Hint>();
  /** Those that show by a label or a `+` that the way there is a jump. */
  readonly #jumpedTo = new Set<Step>();
  /** Extensions with reported invalid lines: their gaps are not reported again. */
  readonly #faulty = new Set<Draft>();
  /** What `same` continues; `unreadable` where that has been reported already. */
  #current: Draft | 'unreadable' | undefined;
  /** What `n` counts from, whichever extension it belongs to. */
  #last: number | undefined;

  constructor(
    private readonly section: ConfSection,
    private readonly needs: ContextNeeds,
  ) {}

  read(): Context {
    for (const entry of this.section.entries) this.#readEntry(entry);
    const { name, file, line } = this.section;
    const drafts = [...this.#drafts.values()].filter(({ steps }) => steps.size > 0);
    return {
      name,
      file,
      line,
      extensions: drafts.map((draft) => this.#finish(draft)),
      hints: [...this.#hints.values()],
      includes: this.#includes,
      ignoredPatterns: this.#ignoredPatterns,
    };
  }

  #readEntry(entry: ConfEntry): void {
    const key = entry.key.toLowerCase();
    if (key === 'exten') return this.#readExten(entry);
    if (key === 'same') return this.#readSame(entry);
    if (key === 'include') return this.#readInclude(entry);
    if (key === 'ignorepat') return this.#readIgnoredPattern(entry);
    if (key === 'autohints') return this.needs.findings.unused(entry, entry.key);
    if (switches.includes(key)) return this.#ignore(entry, noEngine(entry.value));
    const near = closest(key, keys);
    // `name = value` resembles `same`, but is not a step.
    const isSlip = near !== undefined && (entry.value.includes(',') || near === 'include');
    if (!isSlip) return this.#ignore(entry, unknownHere(near));
    this.#refuse(entry, {
      refused: `unknown line '${entry.key}' in the context [${this.section.name}]`,
      hint: `did you mean '${near}'?`,
    });
  }

  #ignore(entry: ConfEntry, why: string): void {
    this.needs.findings.ignore(entry, `${entry.key} => ${entry.value} in [${this.section.name}]`, why);
  }

  #readExten(entry: ConfEntry): void {
    const [name, rest] = atComma(entry.value);
    const draft = this.#draftOf(this.needs.fill(name), entry);
    this.#current = draft ?? 'unreadable';
    if (draft === undefined) this.#last ??= 1;
    else this.#readLine(draft, rest ?? '', entry);
  }

  #readSame(entry: ConfEntry): void {
    if (this.#current === undefined)
      this.#refuse(entry, {
        refused: 'there is no exten line above for same to continue',
        hint: 'write exten => name,1,App() first',
      });
    else if (this.#current !== 'unreadable') this.#readLine(this.#current, entry.value, entry);
    this.#current ??= 'unreadable';
  }

  /** The extension `name` or `name/caller`, which may have lines already. */
  #draftOf(text: string, entry: ConfEntry): Draft | undefined {
    const slash = text.indexOf('/');
    const name = slash === -1 ? text : text.slice(0, slash).trim();
    const caller = slash === -1 ? undefined : text.slice(slash + 1).trim();
    const parsed = parseExtensionPattern(name);
    // An empty caller is not one that is missing: it stands for callers without a number.
    const parsedCaller = caller === undefined || caller === '' ? undefined : parseExtensionPattern(caller);
    for (const each of [parsed, parsedCaller]) if (each !== undefined && 'refused' in each) this.#refuse(entry, each);
    if ('refused' in parsed || (parsedCaller !== undefined && 'refused' in parsedCaller)) return undefined;
    const { pattern, ignored } = parsed;
    const key = `${pattern.kind === 'literal' ? pattern.plain : pattern.text}${caller === undefined ? '' : `/${caller}`}`;
    const before = this.#drafts.get(key);
    if (before !== undefined) return before;
    this.#warnOfPattern(name, ignored, entry);
    const draft: Draft = {
      ...positionOf(entry),
      key,
      name,
      pattern,
      caller: parsedCaller?.pattern ?? (caller === '' ? literal('') : undefined),
      steps: new Map(),
      labels: new Map(),
    };
    this.#drafts.set(key, draft);
    return draft;
  }

  #warnOfPattern(name: string, ignored: string, entry: ConfEntry): void {
    if (ignored !== '')
      this.needs.findings.notice(entry, `'${ignored}' in the pattern '${name}' is ignored: . and ! end a pattern`);
    if (name === '_.' || name === '_!')
      this.needs.findings.notice(entry, `'${name}' fits the special extensions h, i and t too; _X. fits numbers only`);
  }

  #readLine(draft: Draft, text: string, entry: ConfEntry): void {
    const [word, rest] = atComma(text);
    const written = parsePriority(word);
    if ('refused' in written) {
      this.#refuse(entry, written);
      this.#faulty.add(draft);
      // Those below count on, so that one slip is one problem.
      this.#last = (this.#last ?? 0) + 1;
    } else if (written.base === 'hint') this.#addHint(draft, rest ?? '', entry);
    else this.#addStep(draft, { written, text: rest ?? '' }, entry);
  }

  #addStep(draft: Draft, line: { readonly written: WrittenPriority; readonly text: string }, entry: ConfEntry): void {
    const { written } = line;
    const priority = this.#priorityOf(written, draft, entry);
    this.#last = priority;
    const application = parseApplication(line.text.trim());
    if ('refused' in application) {
      this.#faulty.add(draft);
      return this.#refuse(entry, application);
    }
    const { doubt, ...call } = application;
    if (doubt !== undefined) this.needs.findings.notice(entry, doubt);
    this.#checkApplication(call.application, entry);
    const step: Step = { ...positionOf(entry), priority, label: written.label, ...call };
    if (step.label !== undefined || written.plus > 0) this.#jumpedTo.add(step);
    const before = draft.steps.get(priority);
    if (this.#isTaken(before, entry))
      return this.#ignore(entry, `'${draft.key}' already has a priority ${priority}, ${placeSeenFrom(entry, before)}`);
    if (entry.inherited) this.#inherited.add(step);
    this.#keep(step, draft);
  }

  /** Own lines win over inherited ones. Of two of the same kind the first one counts, as on existing servers. */
  #isTaken(before: Step | Hint | undefined, { inherited }: ConfEntry): before is Step | Hint {
    return before !== undefined && (inherited || !this.#inherited.has(before));
  }

  #keep(step: Step, { key, steps, labels }: Draft): void {
    const replaced = steps.get(step.priority)?.label;
    if (replaced !== undefined) labels.delete(replaced);
    steps.set(step.priority, step);
    if (step.label === undefined) return;
    const before = labels.get(step.label);
    if (before === undefined) labels.set(step.label, step.priority);
    else this.needs.findings.ignore(step, `label '${step.label}' of '${key}'`, `it is at priority ${before} already`);
  }

  #priorityOf({ base, plus }: WrittenPriority, draft: Draft, entry: ConfEntry): number {
    if (typeof base === 'number') return base + plus;
    if (typeof base === 'object') return this.#labelOf(base.label, draft, entry) + plus;
    if (this.#last === undefined)
      this.#refuse(entry, {
        refused: `there is no line above for ${base === 'same' ? 's' : 'n'} to count from`,
        hint: 'start with priority 1',
      });
    return (this.#last ?? (base === 'same' ? 1 : 0)) + (base === 'same' ? 0 : 1) + plus;
  }

  #labelOf(label: string, { key, labels }: Draft, entry: ConfEntry): number {
    const priority = labels.get(label);
    if (priority !== undefined) return priority;
    const near = closest(label, labels.keys());
    this.#refuse(entry, {
      refused: `'${label}' is neither a priority nor a label above of '${key}'`,
      hint: near === undefined ? 'write a number or n' : `did you mean '${near}'?`,
    });
    return (this.#last ?? 0) + 1;
  }

  #checkApplication(name: string, entry: ConfEntry): void {
    const { applications } = this.needs;
    if (applications === undefined || applications.has(name.toLowerCase())) return;
    // Only a notice: dialplans written for other servers use applications that are not here, and still have to load.
    const near = closest(name, applications.values());
    const hint = near === undefined ? 'a call that comes here ends' : `did you mean '${near}'?`;
    this.needs.findings.notice(entry, `there is no application '${name}'; ${hint}`);
  }

  #addHint({ key, name, pattern, caller }: Draft, text: string, entry: ConfEntry): void {
    const written = parseHint(text);
    if ('refused' in written) return this.#refuse(entry, written);
    const before = this.#hints.get(key);
    if (this.#isTaken(before, entry))
      return this.#ignore(entry, `'${key}' already has a hint, ${placeSeenFrom(entry, before)}; & joins devices`);
    const hint: Hint = { ...positionOf(entry), extension: name, pattern, caller, ...written };
    if (entry.inherited) this.#inherited.add(hint);
    this.#hints.set(key, hint);
  }

  #readInclude(entry: ConfEntry): void {
    const [context = '', ...parts] = this.needs.fill(entry.value).split(/[,|]/);
    const parsed = parts.length === 0 ? undefined : parseTiming(parts);
    if (context.trim() === '')
      return this.#refuse(entry, { refused: 'the include names no context', hint: 'write include => context' });
    if (parsed !== undefined && 'refused' in parsed) return this.#refuse(entry, parsed);
    this.#includes.push({ ...positionOf(entry), context: context.trim(), timing: parsed?.timing });
  }

  #readIgnoredPattern(entry: ConfEntry): void {
    const parsed = parseExtensionPattern(this.needs.fill(entry.value));
    if ('refused' in parsed) return this.#refuse(entry, parsed);
    this.#ignoredPatterns.push({ ...positionOf(entry), pattern: parsed.pattern });
  }

  #finish(draft: Draft): Extension {
    const { name, pattern, caller, file, line, labels } = draft;
    const sorted = [...draft.steps.values()].sort((one, other) => one.priority - other.priority);
    if (!this.#faulty.has(draft)) this.#noticeGaps(draft.key, sorted);
    return { name, pattern, caller, file, line, steps: new Map(sorted.map((step) => [step.priority, step])), labels };
  }

  #noticeGaps(key: string, sorted: readonly Step[]): void {
    for (const [index, step] of sorted.entries()) {
      const expected = (sorted[index - 1]?.priority ?? 0) + 1;
      if (step.priority === expected || this.#jumpedTo.has(step)) continue;
      const text = `'${key}' has no priority ${step.priority - 1}: only a jump leads to priority ${step.priority}`;
      this.needs.findings.notice(step, text);
    }
  }

  #refuse(place: Position, { refused, hint }: Refusal): void {
    this.needs.findings.problem(place, refused, hint);
  }
}

function placeSeenFrom(here: Position, there: Position): string {
  return here.file === there.file ? `on line ${there.line}` : `at ${formatPlace(there)}`;
}

/** `Realtime/phones@extensions` names an engine and what to ask it for. */
function noEngine(value: string): string {
  return `there is no engine '${value.split('/')[0]?.trim()}' here to look extensions up`;
}

function positionOf({ file, line }: Position): Position {
  return { file, line };
}

import { isAbsolute, join, normalize } from 'node:path';
import { closest } from '../../shared/text/closest';
import { withoutComments } from './conf-comments';
import type { ConfDisk } from './conf-disk';
import { expandPattern, isPattern } from './conf-glob';
import { parseLine } from './conf-line';
import type { ParsedLine, SectionHeader } from './conf-line';
import type { Place, Position, Problem } from './problem';

/** One `name = value` with its place: for an inherited one, that in the template. */
export interface ConfEntry extends Position {
  readonly key: string;
  readonly value: string;
  readonly inherited: boolean;
}

export interface ConfSection extends Position {
  readonly name: string;
  readonly template: boolean;
  /** Inherited entries come first, so that the last entry of a name is the effective one. */
  readonly entries: readonly ConfEntry[];
}

export interface ConfFile {
  readonly file: string;
  /** Sections that are not templates; those of the same name are merged. */
  readonly sections: readonly ConfSection[];
  /** One per header, templates too: for files in which objects of different types share a name. */
  readonly blocks: readonly ConfSection[];
  /** Every file read, included ones too. */
  readonly files: readonly string[];
  readonly problems: readonly Problem[];
  /** Lines that existing servers skip with a warning. The reader of the file decides what they mean here. */
  readonly skipped: readonly SkippedLine[];
}

export interface SkippedLine extends Problem {
  readonly text: string;
}

/** Reads a .conf file and all it includes. Never throws: syntax errors are problems in the result. */
export function readConfFile(file: string, from: { readonly folder: string; readonly disk: ConfDisk }): ConfFile {
  const reader = new Reader(from.folder, from.disk);
  reader.readFile(file, { at: { file, line: 1 }, required: true });
  const { blocks, files, problems, skipped } = reader;
  return { file, blocks, sections: joinByName(blocks), files, problems, skipped };
}

function joinByName(blocks: readonly ConfSection[]): ConfSection[] {
  const joined = new Map<string, ConfSection>();
  for (const block of blocks) {
    if (block.template) continue;
    const before = joined.get(block.name);
    const entries = [...(before?.entries ?? []), ...block.entries];
    joined.set(block.name, { ...(before ?? block), entries });
  }
  return [...joined.values()];
}

type Block = ConfSection & { readonly entries: ConfEntry[] };

class Reader {
  readonly blocks: Block[] = [];
  readonly files: string[] = [];
  readonly problems: Problem[] = [];
  readonly skipped: SkippedLine[] = [];
  readonly #open: string[] = [];
  #current: Block | undefined;
  #circular = false;

  constructor(
    private readonly folder: string,
    private readonly disk: ConfDisk,
  ) {}

  readFile(file: string, { at, required }: { readonly at: Place; readonly required: boolean }): void {
    const obtained = this.disk.readFile(file);
    if (obtained.kind === 'missing') {
      if (required)
        this.#problem(at, `there is no file ${file}`, 'create it, or use #tryinclude where it may be missing');
    } else if (obtained.kind === 'unreadable') {
      this.#problem(at, `${file} cannot be read: ${obtained.reason}`, 'make it readable');
    } else {
      this.files.push(file);
      this.#readText(file, obtained.text, at);
    }
  }

  #readText(file: string, text: string, at: Place): void {
    if (this.#open.includes(file)) {
      this.#circular = true;
      const circle = [...this.#open.slice(this.#open.indexOf(file)), file].join(' includes ');
      return this.#problem(at, `a file includes itself: ${circle}`, 'remove one of the #include lines');
    }
    this.#open.push(file);
    const { lines, openedAt } = withoutComments(text);
    for (const { text: content, line } of lines) this.#take(content.trim(), { file, line });
    if (openedAt !== undefined)
      this.#problem({ file, line: openedAt }, 'the block comment that starts here has no end', 'close it with --;');
    this.#open.pop();
  }

  #take(text: string, at: Position): void {
    const parsed = parseLine(text);
    switch (parsed.kind) {
      case 'section':
        if (parsed.rest !== '')
          this.#skip({ ...at, text: parsed.rest }, 'it stands behind a section header', 'remove it');
        return this.#startSection(parsed, at);
      case 'entry':
        return this.#addEntry(parsed, at);
      case 'include':
        return this.#include(parsed, at);
      case 'exec':
        return this.#execute(parsed.command, { ...at, text });
      case 'malformed-section':
        // Kept out of the result, so that its entries do not land in the section above.
        this.#current = { ...at, name: '', template: true, entries: [] };
        return this.#problem(at, parsed.message, parsed.hint);
      case 'malformed':
        return this.#problem(at, parsed.message, parsed.hint);
      case 'skippable':
        return this.#skip({ ...at, text }, parsed.message, parsed.hint);
    }
  }

  #startSection(header: SectionHeader, at: Position): void {
    const inherited = header.parents.flatMap((parent) => this.#inherit(parent, at));
    const existing = header.adds === undefined ? undefined : this.#existing(header, at);
    if (existing !== undefined) existing.entries.push(...inherited);
    this.#current = existing ?? { ...at, name: header.name, template: header.template, entries: inherited };
    if (existing === undefined) this.blocks.push(this.#current);
  }

  #inherit(parent: string, at: Place): ConfEntry[] {
    const source = this.blocks.find(({ name }) => name === parent);
    if (source !== undefined) return source.entries.map((entry) => ({ ...entry, inherited: true }));
    const near = closest(parent, new Set(this.blocks.map(({ name }) => name)));
    const hint = near === undefined ? `write [${parent}](!) above` : `did you mean '${near}'?`;
    this.#problem(at, `there is no template '${parent}' above`, hint);
    return [];
  }

  #existing({ name, adds }: SectionHeader, at: Place): Block | undefined {
    const found = this.blocks.find(
      (block) =>
        block.name === name &&
        (typeof adds !== 'object' || block.entries.some(({ key, value }) => key === adds.key && value === adds.value)),
    );
    if (found === undefined)
      this.#problem(at, `there is no section '${name}' above to add to`, `write [${name}] to start one`);
    return found;
  }

  #addEntry(parsed: Extract<ParsedLine, { kind: 'entry' }>, at: Position): void {
    const { key, value, appends } = parsed;
    if (this.#current === undefined)
      return this.#problem(at, `'${key}' stands outside a section`, 'write a [section] line above it');
    const found = appends ? this.#lastOf(key, this.#current) : undefined;
    const before = found?.entries[found.index]?.value ?? '';
    const entry = { ...at, key, value: `${before}${value}`.trim(), inherited: false };
    if (found === undefined) this.#current.entries.push(entry);
    else found.entries[found.index] = entry;
  }

  /** The entry that += continues: in this section, or in an earlier one of the same name. */
  #lastOf(key: string, current: Block): { readonly entries: ConfEntry[]; readonly index: number } | undefined {
    const earlier = this.blocks.filter(({ name, template }) => name === current.name && template === current.template);
    return [...earlier.filter((block) => block !== current), current]
      .map(({ entries }) => ({ entries, index: entries.findLastIndex((entry) => entry.key === key) }))
      .findLast(({ index }) => index !== -1);
  }

  #include({ path, required }: Extract<ParsedLine, { kind: 'include' }>, at: Place): void {
    // Files that include each other have many cycles; one is enough to report.
    if (this.#circular) return;
    // Relative to the configuration folder, not to the including file: existing configurations are written that way.
    const { folder, disk } = this;
    if (!isPattern(path))
      return this.readFile(isAbsolute(path) ? normalize(path) : join(folder, path), { at, required });
    const files = expandPattern(path, { folder, disk });
    if (required && files.length === 0)
      return this.#problem(at, `no file matches '${path}'`, 'create one, or use #tryinclude where there may be none');
    for (const file of files) if (!this.#circular) this.readFile(file, { at, required });
  }

  #execute(command: string, at: Position & { readonly text: string }): void {
    const output = this.disk.runCommand?.(command);
    if (output?.kind === 'text') return this.#readText(`output of #exec ${command}`, output.text, at);
    if (output !== undefined) {
      const reason = output.kind === 'missing' ? 'it was not found' : output.reason;
      return this.#problem(at, `'${command}' failed: ${reason}`, 'try the command in a shell');
    }
    const hint = 'write the lines into the file, or say execincludes = yes in [options] of asterisk.conf';
    this.#skip(at, '#exec is not allowed', hint);
  }

  #skip({ file, line, text }: Position & { readonly text: string }, message: string, hint: string): void {
    this.skipped.push({ file, line, text, message, hint });
  }

  #problem({ file, line }: Place, message: string, hint: string): void {
    this.problems.push({ file, line, message, hint });
  }
}

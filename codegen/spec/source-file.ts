import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import type { Problem } from './problem';

/** A text handed to the generator; `path` is relative to the project and always uses `/`. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

export type JsonPath = readonly (string | number)[];

/** A JSON file with the position of every value, so that a problem can name its line. */
export class SourceFile {
  readonly path: string;
  readonly value: unknown;
  readonly syntaxProblems: readonly Problem[];
  readonly #root: Node | undefined;
  readonly #lineStarts: readonly number[];

  constructor({ path, text }: SourceText) {
    const errors: ParseError[] = [];
    this.path = path;
    this.#lineStarts = lineStartsOf(text);
    this.#root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
    this.value = this.#root === undefined ? undefined : (getNodeValue(this.#root) as unknown);
    this.syntaxProblems =
      text.trim() === ''
        ? [this.problem([], 'the file is empty', 'write its content or remove it')]
        : [...this.#syntaxProblems(errors), ...this.#duplicateKeys(this.#root, [])];
  }

  /** A problem at the given path; when the path itself is missing, at the nearest ancestor that exists. */
  problem(path: JsonPath, message: string, hint: string): Problem {
    return { file: this.path, line: this.#lineAt(path), pointer: toPointer(path), message, hint };
  }

  #syntaxProblems(errors: readonly ParseError[]): Problem[] {
    // Where one slip makes the parser miss two things, the first says enough.
    const slips = errors.filter(({ offset }, index) => offset !== errors[index - 1]?.offset);
    return slips.map(({ error, offset }) => {
      const code = printParseErrorCode(error);
      const message = `not JSON: ${code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()}`;
      const hint = syntaxHints.get(code) ?? 'correct the syntax';
      return { file: this.path, line: this.#lineOf(offset), pointer: '', message, hint };
    });
  }

  #duplicateKeys(node: Node | undefined, path: JsonPath): Problem[] {
    if (node?.type === 'array') {
      return (node.children ?? []).flatMap((child, index) => this.#duplicateKeys(child, [...path, index]));
    }
    if (node?.type !== 'object') return [];
    const seen = new Set<string>();
    return (node.children ?? []).flatMap((property) => {
      const [key, value] = property.children ?? [];
      const name = String(key?.value);
      const here = [...path, name];
      const inside = this.#duplicateKeys(value, here);
      if (!seen.has(name)) return (void seen.add(name), inside);
      const line = this.#lineOf(property.offset);
      const message = `key '${name}' stands twice in one object`;
      return [{ file: this.path, line, pointer: toPointer(here), message, hint: 'keep one of them' }, ...inside];
    });
  }

  #lineAt(path: JsonPath): number {
    if (this.#root === undefined) return 1;
    for (let length = path.length; length > 0; length -= 1) {
      const node = findNodeAtLocation(this.#root, path.slice(0, length));
      // The property's own offset is that of its key, which is where a reader looks.
      if (node) return this.#lineOf(node.parent?.type === 'property' ? node.parent.offset : node.offset);
    }
    return this.#lineOf(this.#root.offset);
  }

  #lineOf(offset: number): number {
    let [low, high] = [0, this.#lineStarts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}

/** By the parser's code of the error; the rest speak for themselves. */
const syntaxHints: ReadonlyMap<string, string> = new Map([
  ['CommaExpected', 'put a comma before this'],
  ['ColonExpected', 'put a colon between key and value'],
  ['ValueExpected', 'write a value, or remove the comma before'],
  ['PropertyNameExpected', 'write a key in double quotes, or remove the comma before'],
  ['CloseBraceExpected', 'close the object with }'],
  ['CloseBracketExpected', 'close the array with ]'],
  ['EndOfFileExpected', 'remove what follows the end of the document'],
  ['InvalidCommentToken', 'JSON has no comments: use a description'],
]);

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function toPointer(path: JsonPath): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

import type { Problem } from './problem';
import type { JsonPath, SourceFile } from './source-file';

/** What a JSON value must look like. Small on purpose: its job is a precise message, not a general schema. */
export type Shape =
  | { readonly kind: 'text' | 'boolean' | 'integer' | 'scalar' | 'anything' }
  | { readonly kind: 'word'; readonly pattern: RegExp; readonly like: string }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'list'; readonly of: Shape; readonly atLeast?: number }
  | { readonly kind: 'map'; readonly of: Shape }
  | { readonly kind: 'object'; readonly required: ShapeFields; readonly optional?: ShapeFields };

type ShapeFields = Readonly<Record<string, Shape>>;
type Located = { readonly file: SourceFile; readonly path: JsonPath };

/** Every place where the value departs from the shape. */
export function checkShape(value: unknown, shape: Shape, at: Located): Problem[] {
  switch (shape.kind) {
    case 'object':
      return isObject(value) ? checkObject(value, shape, at) : [wrongType(value, 'an object', at)];
    case 'map':
      return isObject(value)
        ? Object.entries(value).flatMap(([key, item]) => checkShape(item, shape.of, inside(at, key)))
        : [wrongType(value, 'an object', at)];
    case 'list':
      return Array.isArray(value) ? checkList(value, shape, at) : [wrongType(value, 'an array', at)];
    default:
      return checkScalar(value, shape, at);
  }
}

function checkObject(
  value: Record<string, unknown>,
  shape: Extract<Shape, { kind: 'object' }>,
  at: Located,
): Problem[] {
  const fields = { ...shape.required, ...shape.optional };
  const missing = Object.keys(shape.required)
    .filter((key) => !(key in value))
    .map((key) => at.file.problem(at.path, `key '${key}' is missing`, `add '${key}'`));
  const present = Object.entries(value).flatMap(([key, item]) => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field !== undefined) return checkShape(item, field, inside(at, key));
    return [at.file.problem([...at.path, key], `unknown key '${key}'`, unknownKeyHint(key, Object.keys(fields)))];
  });
  return [...missing, ...present];
}

function checkList(value: readonly unknown[], shape: Extract<Shape, { kind: 'list' }>, at: Located): Problem[] {
  if (value.length < (shape.atLeast ?? 0))
    return [at.file.problem(at.path, 'the list is empty', 'give at least one entry')];
  return value.flatMap((item, index) => checkShape(item, shape.of, inside(at, index)));
}

type ScalarShape = Exclude<Shape, { kind: 'object' | 'map' | 'list' }>;

function checkScalar(value: unknown, shape: ScalarShape, at: Located): Problem[] {
  switch (shape.kind) {
    case 'anything':
      return [];
    case 'text':
      if (typeof value !== 'string') return [wrongType(value, 'a string', at)];
      return value.trim() === ''
        ? [at.file.problem(at.path, 'the text is empty', 'say what a reader needs to know')]
        : [];
    case 'boolean':
      return typeof value === 'boolean' ? [] : [wrongType(value, 'true or false', at)];
    case 'integer':
      return Number.isInteger(value) ? [] : [wrongType(value, 'a whole number', at)];
    case 'scalar':
      return ['string', 'number', 'boolean'].includes(typeof value)
        ? []
        : [wrongType(value, 'a string, number or boolean', at)];
    case 'word':
      if (typeof value !== 'string') return [wrongType(value, 'a string', at)];
      return shape.pattern.test(value)
        ? []
        : [at.file.problem(at.path, `'${value}' does not fit here`, `write ${shape.like}`)];
    case 'choice':
      if (typeof value === 'string' && shape.of.includes(value)) return [];
      return [at.file.problem(at.path, `${JSON.stringify(value)} is not allowed here`, `use ${oneOf(shape.of)}`)];
  }
}

function wrongType(value: unknown, wanted: string, at: Located): Problem {
  const given = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
  return at.file.problem(at.path, `${given} stands where ${wanted} belongs`, `write ${wanted}`);
}

function unknownKeyHint(key: string, known: readonly string[]): string {
  const near = closest(key, known);
  return near === undefined ? `allowed here: ${known.join(', ')}` : `did you mean '${near}'?`;
}

/** The known word that is a typing slip away from the given one, if there is one. */
export function closest(word: string, known: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.floor(word.length / 3));
  let best: { readonly word: string; readonly distance: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance <= limit && distance < (best?.distance ?? Infinity)) best = { word: candidate, distance };
  }
  return best?.word;
}

export function oneOf(words: readonly string[]): string {
  return words.length === 1 ? `'${words[0]}'` : `one of ${words.map((word) => `'${word}'`).join(', ')}`;
}

function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

function inside(at: Located, key: string | number): Located {
  return { file: at.file, path: [...at.path, key] };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

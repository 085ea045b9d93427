import { closest } from '../../src/shared/text/closest';
import type { Problem } from './problem';
import type { JsonPath, SourceFile } from './source-file';

export { closest };

/** What a JSON value must look like. Small on purpose: its job is a precise message, not a general schema. */
export type Shape =
  | { readonly kind: 'text' | 'boolean' | 'integer' | 'scalar' | 'anything' }
  | { readonly kind: 'word'; readonly pattern: RegExp; readonly like: string }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'list'; readonly of: Shape; readonly atLeast?: number; readonly distinct?: true }
  | { readonly kind: 'map'; readonly of: Shape }
  | { readonly kind: 'object'; readonly required: ShapeFields; readonly optional?: ShapeFields };

type ShapeFields = Readonly<Record<string, Shape>>;
type Located = { readonly file: SourceFile; readonly path: JsonPath };

/** Every place where the value departs from the shape. */
export function checkShape(value: unknown, shape: Shape, at: Located): Problem[] {
  switch (shape.kind) {
    case 'object':
      return isObject(value) ? checkObject(value, shape, at) : [wrongType(value, shape, at)];
    case 'map':
      return isObject(value)
        ? Object.entries(value).flatMap(([key, item]) => checkShape(item, shape.of, inside(at, key)))
        : [wrongType(value, shape, at)];
    case 'list':
      return Array.isArray(value) ? checkList(value, shape, at) : [wrongType(value, shape, at)];
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
  const missing = Object.entries(shape.required)
    .filter(([key]) => !Object.hasOwn(value, key))
    .map(([key, field]) => at.file.problem(at.path, `key '${key}' is missing`, `add "${key}": ${wanted(field)}`));
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
  return value.flatMap((item, index) =>
    shape.distinct && value.indexOf(item) < index
      ? [at.file.problem([...at.path, index], `'${String(item)}' is listed twice`, 'keep one of them')]
      : checkShape(item, shape.of, inside(at, index)),
  );
}

type ScalarShape = Exclude<Shape, { kind: 'object' | 'map' | 'list' }>;

function checkScalar(value: unknown, shape: ScalarShape, at: Located): Problem[] {
  switch (shape.kind) {
    case 'anything':
      return [];
    case 'text':
      if (typeof value !== 'string') return [wrongType(value, shape, at)];
      return value.trim() === ''
        ? [at.file.problem(at.path, 'the text is empty', 'say what a reader needs to know')]
        : [];
    case 'boolean':
      return typeof value === 'boolean' ? [] : [wrongType(value, shape, at)];
    case 'integer':
      return Number.isInteger(value) ? [] : [wrongType(value, shape, at)];
    case 'scalar':
      return ['string', 'number', 'boolean'].includes(typeof value) ? [] : [wrongType(value, shape, at)];
    case 'word':
      if (typeof value !== 'string') return [wrongType(value, shape, at)];
      return shape.pattern.test(value)
        ? []
        : [at.file.problem(at.path, `'${value}' is not allowed here`, `write ${shape.like}`)];
    case 'choice':
      if (typeof value === 'string' && shape.of.includes(value)) return [];
      return [at.file.problem(at.path, `${JSON.stringify(value)} is not allowed here`, `write ${wanted(shape)}`)];
  }
}

/** What to write, in words that complete "write ...". */
function wanted(shape: Shape): string {
  switch (shape.kind) {
    case 'word':
      return shape.like;
    case 'choice':
      return shape.of
        .map((word) => `"${word}"`)
        .join(', ')
        .replace(/, ([^,]*)$/, ' or $1');
    case 'list':
      return shape.of.kind === 'word' ? `an array, each entry ${shape.of.like}` : 'an array';
    default:
      return inWords[shape.kind];
  }
}

const inWords: Readonly<Record<Exclude<Shape['kind'], 'word' | 'choice' | 'list'>, string>> = {
  anything: 'any value',
  text: 'a string',
  boolean: 'true or false',
  integer: 'a whole number',
  scalar: 'a string, number or boolean',
  map: 'an object',
  object: 'an object',
};

function wrongType(value: unknown, shape: Shape, at: Located): Problem {
  const belongs = shape.kind === 'word' ? 'a string' : shape.kind === 'list' ? 'an array' : wanted(shape);
  return at.file.problem(at.path, `${typeInWords(value)} stands where ${belongs} belongs`, `write ${wanted(shape)}`);
}

function typeInWords(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function unknownKeyHint(key: string, known: readonly string[]): string {
  const near = closest(key, known);
  return near === undefined ? `allowed here: ${known.join(', ')}` : `did you mean '${near}'?`;
}

function inside(at: Located, key: string | number): Located {
  return { file: at.file, path: [...at.path, key] };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

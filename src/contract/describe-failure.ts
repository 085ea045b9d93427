import type { JsonValue } from './json';
import type { RouteParameter, ValidationError } from './route';

const articles: Readonly<Record<RouteParameter['type'], string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false (also yes/no, on/off, 1/0)',
  object: 'a JSON object',
  array: 'a JSON array',
  json: 'JSON',
};

/** Says which parameters were refused, what was given and what is allowed, in the order of their declaration. */
export function describeFailure(
  parameters: readonly RouteParameter[],
  values: Readonly<Record<string, JsonValue>>,
  errors: readonly ValidationError[],
): string {
  const sentences = parameters.flatMap((parameter) => {
    const error = errors.find((candidate) => nameOf(candidate) === parameter.name);
    const value = Object.hasOwn(values, parameter.name) ? values[parameter.name] : undefined;
    return error === undefined ? [] : [sentenceFor(parameter, value, error)];
  });
  return sentences.length > 0 ? sentences.join('; ') : 'the request does not fit the interface description';
}

/** The same for programs: the first parameter that was refused, and what it takes. */
export function explainFailure(
  parameters: readonly RouteParameter[],
  values: Readonly<Record<string, JsonValue>>,
  errors: readonly ValidationError[],
): {
  readonly code: 'parameter-missing' | 'parameter-invalid';
  readonly parameter?: string;
  readonly allowed?: string;
} {
  const refused = new Set(errors.map(nameOf));
  const first = parameters.find(({ name }) => refused.has(name));
  if (first === undefined) return { code: 'parameter-invalid' };
  const code = Object.hasOwn(values, first.name) ? 'parameter-invalid' : 'parameter-missing';
  return { code, parameter: first.name, allowed: allowed(first) };
}

function nameOf({ instancePath, keyword, params }: ValidationError): string | undefined {
  const [, name] = instancePath.split('/');
  if (name !== undefined) return name;
  return keyword === 'required' ? String(params['missingProperty']) : undefined;
}

function sentenceFor(parameter: RouteParameter, value: JsonValue | undefined, error: ValidationError): string {
  const { name } = parameter;
  if (value === undefined) return `parameter '${name}' is required: give ${allowed(parameter)}`;
  const tooLarge = sizeProblem(parameter, error);
  if (tooLarge !== undefined) return tooLarge;
  if (error.keyword === 'minItems') return `parameter '${name}' is required: give ${allowed(parameter)}`;
  const [, , ...inside] = error.instancePath.split('/');
  if (parameter.in !== 'query' && inside.length > 0)
    return `parameter '${name}' is wrong at ${inside.join('.')}: it ${error.message ?? 'does not fit'}`;
  const given = parameter.multiple && Array.isArray(value) ? (value[Number(inside[0] ?? 0)] as JsonValue) : value;
  return `parameter '${name}' cannot be ${show(given)}: give ${allowed(withLimit(parameter, error))}`;
}

/** What does not fit is not shown: there is too much of it. */
function sizeProblem({ name }: RouteParameter, error: ValidationError): string | undefined {
  const limit = String(error.params['limit']);
  const [, , ...inside] = error.instancePath.split('/');
  const where = inside.length > 0 ? ` at ${inside.join('.')}` : '';
  switch (error.keyword) {
    case 'maxItems':
      return `parameter '${name}' has too many values${where}: at most ${limit} are allowed`;
    case 'maxLength':
      return `parameter '${name}' is too long${where}: at most ${limit} characters are allowed`;
    case 'maxProperties':
      return `parameter '${name}' has too many members${where}: at most ${limit} are allowed`;
    default:
      return undefined;
  }
}

/** The bounds of the integer type itself are mentioned only when they are exceeded. */
function withLimit(parameter: RouteParameter, { keyword, params }: ValidationError): RouteParameter {
  if (keyword !== 'minimum' && keyword !== 'maximum') return parameter;
  return { ...parameter, [keyword]: Number(params['limit']) };
}

/** What the parameter takes, in words. */
export function allowed({ type, enum: values, minimum, maximum, multiple }: RouteParameter): string {
  const what = values ? `one of ${values.join(', ')}` : articles[type] + range(minimum, maximum);
  return multiple ? `one or more values, each ${what}` : what;
}

function range(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `, ${minimum} or more`;
  return maximum === undefined ? '' : `, ${maximum} or less`;
}

function show(value: JsonValue | undefined): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  const short = text.length > 80 ? `${text.slice(0, 77)}...` : text;
  return typeof value === 'string' ? `'${short}'` : short;
}

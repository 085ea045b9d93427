import type { Problem } from './problem';
import type { JsonPath } from './source-file';
import type { Check, Report } from './spec';
import { reporter } from './spec';
import type { SwaggerParameter } from '../../src/publish/swagger';

interface Place {
  readonly path: JsonPath;
  readonly report: Report;
}

/** Parameters match their path, and their types, ranges and defaults agree with each other. */
export const checkParameters: Check = function* ({ resources }) {
  for (const { file, declaration } of resources) {
    const report = reporter(file);
    for (const [a, api] of declaration.apis.entries()) {
      const inPath = [...api.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
      for (const [o, { parameters }] of api.operations.entries()) {
        const place = { path: ['apis', a, 'operations', o], report };
        yield* checkAgainstPath(parameters, inPath, place);
        yield* checkBodies(parameters, place);
        for (const [p, parameter] of parameters.entries()) {
          yield* checkParameter(parameter, { path: [...place.path, 'parameters', p], report });
        }
      }
    }
  }
};

function* checkAgainstPath(
  parameters: readonly SwaggerParameter[],
  inPath: readonly string[],
  { path, report }: Place,
): Generator<Problem, void> {
  const seen = new Set<string>();
  for (const [p, { name, paramType, required }] of parameters.entries()) {
    const at = [...path, 'parameters', p];
    if (seen.has(name))
      yield report(
        [...at, 'name'],
        `parameter '${name}' is declared twice`,
        'every parameter has one name and one place',
      );
    seen.add(name);
    if (paramType !== 'path') continue;
    if (!inPath.includes(name))
      yield report(
        [...at, 'name'],
        `path parameter '${name}' is not in the path`,
        `put {${name}} into the path or change its paramType`,
      );
    if (!required)
      yield report([...at, 'required'], `path parameter '${name}' is optional`, 'a path parameter is always required');
  }
  for (const name of inPath) {
    if (parameters.some((parameter) => parameter.name === name && parameter.paramType === 'path')) continue;
    yield report(
      [...path, 'parameters'],
      `{${name}} of the path is not declared`,
      `add a parameter '${name}' with paramType "path"`,
    );
  }
}

function* checkBodies(parameters: readonly SwaggerParameter[], { path, report }: Place): Generator<Problem, void> {
  const whole = parameters.findIndex(({ wholeBody }) => wholeBody === true);
  if (whole === -1) return;
  const at = [...path, 'parameters', whole, 'wholeBody'];
  if (parameters[whole]?.paramType !== 'body')
    yield report(at, "'wholeBody' outside the body", 'only a parameter with paramType "body" can be the whole body');
  if (parameters.some(({ paramType }, index) => index !== whole && paramType !== 'path')) {
    yield report(
      at,
      'other parameters would have to share the body',
      'an operation with a whole body takes nothing else but path parameters',
    );
  }
}

function* checkParameter(parameter: SwaggerParameter, place: Place): Generator<Problem, void> {
  const { path, report } = place;
  const { paramType, allowMultiple } = parameter;
  const structured = structuredType(parameter);
  if (paramType !== 'body' && structured !== undefined) {
    yield report(
      path,
      `a ${paramType} parameter of type ${structured}`,
      'only a body parameter can be structured; use allowMultiple for a list',
    );
  }
  if (allowMultiple === true && paramType === 'path') {
    yield report([...path, 'allowMultiple'], 'a path parameter with several values', 'remove allowMultiple');
  }
  yield* checkRange(parameter, place);
  yield* checkBounds(parameter, place);
  yield* checkDefaults(parameter, place);
}

/** The type's name where values are more than a string, number or boolean. */
function structuredType({ $ref, type = '' }: SwaggerParameter): string | undefined {
  return $ref ?? (['object', 'array', 'json'].includes(type) ? type : undefined);
}

function* checkRange({ type, minimum, maximum }: SwaggerParameter, { path, report }: Place): Generator<Problem, void> {
  if (minimum === undefined && maximum === undefined) return;
  const key = minimum === undefined ? 'maximum' : 'minimum';
  if (type !== 'integer' && type !== 'number')
    yield report([...path, key], `a range on type ${type ?? 'model'}`, 'only integers and numbers have a range');
  if (minimum !== undefined && maximum !== undefined && Number(minimum) > Number(maximum)) {
    yield report([...path, 'minimum'], `minimum ${minimum} is above maximum ${maximum}`, 'swap them');
  }
}

/** Which of a parameter's values a bound speaks of. */
const bounded: Readonly<Record<'maxLength' | 'maxItems' | 'maxProperties', Bounded>> = {
  maxLength: {
    fits: ({ type, enum: values }) => (type === 'string' || type === 'object') && values === undefined,
    only: 'only texts without a list of values, and objects, have one',
  },
  maxItems: {
    fits: ({ type, allowMultiple }) => type === 'array' || allowMultiple === true,
    only: 'only lists have one',
  },
  maxProperties: { fits: ({ type }) => type === 'object', only: 'only objects have one' },
};

interface Bounded {
  readonly fits: (parameter: SwaggerParameter) => boolean;
  readonly only: string;
}

function* checkBounds(parameter: SwaggerParameter, { path, report }: Place): Generator<Problem, void> {
  for (const [key, { fits, only }] of Object.entries(bounded)) {
    const bound = parameter[key as keyof typeof bounded];
    if (bound === undefined) continue;
    const { type = 'model', name } = parameter;
    if (!fits(parameter)) yield report([...path, key], `${key} on '${name}' of type ${type}`, only);
    else if (bound < 1) yield report([...path, key], `${key} ${bound}`, 'give at least 1');
  }
}

const typeOfDefault: ReadonlyMap<string, string> = new Map([
  ['string', 'string'],
  ['integer', 'number'],
  ['number', 'number'],
  ['boolean', 'boolean'],
]);

function* checkDefaults(parameter: SwaggerParameter, place: Place): Generator<Problem, void> {
  const { path, report } = place;
  if (parameter.defaultValue !== undefined && parameter.usualDefault !== undefined)
    yield report([...path, 'usualDefault'], 'beside a default that is always filled in', 'give one of them');
  for (const key of ['defaultValue', 'usualDefault'] as const) yield* checkDefault(parameter, key, place);
}

function* checkDefault(
  parameter: SwaggerParameter,
  key: 'defaultValue' | 'usualDefault',
  { path, report }: Place,
): Generator<Problem, void> {
  const { [key]: defaultValue, required, allowMultiple, type = '', enum: values, minimum, maximum } = parameter;
  if (defaultValue === undefined) return;
  const at = [...path, key];
  const structured = structuredType(parameter);
  if (required) yield report(at, 'a required parameter with a default', 'make it optional or remove the default');
  if (allowMultiple === true)
    yield report(at, 'a list with a default', 'remove it: a list that is not given is absent');
  if (structured !== undefined)
    yield report(at, `a default on type ${structured}`, 'remove it: only strings, numbers and booleans have one');
  const expected = typeOfDefault.get(type);
  if (expected === undefined) return;
  if (typeof defaultValue !== expected || (type === 'integer' && !Number.isInteger(defaultValue))) {
    yield report(at, `default ${JSON.stringify(defaultValue)} is no ${type}`, `give a value of type ${type}`);
    return;
  }
  if (values && !values.includes(String(defaultValue)))
    yield report(at, `default '${defaultValue}' is not in the enum`, `use one of ${values.join(', ')}`);
  if (minimum !== undefined && Number(defaultValue) < Number(minimum))
    yield report(at, `default ${defaultValue} is below the minimum ${minimum}`, 'raise it or lower the minimum');
  if (maximum !== undefined && Number(defaultValue) > Number(maximum))
    yield report(at, `default ${defaultValue} is above the maximum ${maximum}`, 'lower it or raise the maximum');
}

import type { Problem } from './problem';
import type { JsonPath } from './source-file';
import type { Check, Report } from './spec';
import { reporter } from './spec';
import type { SwaggerParameter } from './swagger';

interface Place {
  readonly path: JsonPath;
  readonly report: Report;
}

/** Parameters match their path, and their defaults, enums and ranges agree with each other. */
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
  if (
    parameter.paramType !== 'body' &&
    (parameter.$ref !== undefined || !['string', 'integer', 'number', 'boolean'].includes(parameter.type ?? ''))
  ) {
    yield report(
      path,
      `a ${parameter.paramType} parameter of type ${parameter.$ref ?? parameter.type ?? 'nothing'}`,
      'only a body parameter can be structured; use allowMultiple for a list',
    );
  }
  if (parameter.allowMultiple === true && parameter.paramType === 'path') {
    yield report([...path, 'allowMultiple'], 'a path parameter with several values', 'remove allowMultiple');
  }
  yield* checkEnum(parameter, place);
  yield* checkRange(parameter, place);
  yield* checkDefault(parameter, place);
}

function* checkEnum(
  { enum: values, enumSince, ignoreCase, type }: SwaggerParameter,
  { path, report }: Place,
): Generator<Problem, void> {
  if (values === undefined) {
    if (enumSince) yield report([...path, 'enumSince'], "'enumSince' without 'enum'", "list the values under 'enum'");
    if (ignoreCase)
      yield report([...path, 'ignoreCase'], "'ignoreCase' without 'enum'", "list the values under 'enum'");
    return;
  }
  if (type !== 'string')
    yield report(
      [...path, 'enum'],
      `an enum of type ${type ?? 'model'}`,
      "only strings have an 'enum'; numbers have a range",
    );
  for (const [index, value] of values.entries()) {
    if (typeof value !== 'string')
      yield report([...path, 'enum', index], `${JSON.stringify(value)} in an enum of strings`, 'write it as a string');
    if (values.indexOf(value) !== index)
      yield report([...path, 'enum', index], `'${value}' is listed twice`, 'keep one');
  }
  for (const value of Object.keys(enumSince ?? {})) {
    if (!values.includes(value))
      yield report(
        [...path, 'enumSince', value],
        `'${value}' is no value of the enum`,
        "add it to 'enum' or remove it here",
      );
  }
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

const typeOfDefault: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
};

function* checkDefault(
  { defaultValue, required, type, enum: values, minimum, maximum }: SwaggerParameter,
  { path, report }: Place,
): Generator<Problem, void> {
  if (defaultValue === undefined) return;
  const at = [...path, 'defaultValue'];
  if (required) yield report(at, 'a required parameter with a default', 'make it optional or remove the default');
  if (typeof defaultValue !== typeOfDefault[type ?? ''] || (type === 'integer' && !Number.isInteger(defaultValue))) {
    yield report(
      at,
      `default ${JSON.stringify(defaultValue)} is no ${type ?? 'model'}`,
      `give a value of type ${type ?? 'model'}`,
    );
    return;
  }
  if (values && !values.includes(String(defaultValue)))
    yield report(at, `default '${defaultValue}' is not in the enum`, `use one of ${values.join(', ')}`);
  if (minimum !== undefined && Number(defaultValue) < Number(minimum))
    yield report(at, `default ${defaultValue} is below the minimum ${minimum}`, 'raise it or lower the minimum');
  if (maximum !== undefined && Number(defaultValue) > Number(maximum))
    yield report(at, `default ${defaultValue} is above the maximum ${maximum}`, 'lower it or raise the maximum');
}

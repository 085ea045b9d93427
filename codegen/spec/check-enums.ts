import { primitiveFormats } from './check-types';
import type { Problem } from './problem';
import type { JsonPath } from './source-file';
import type { Check, Report } from './spec';
import { reporter } from './spec';
import type { Constrained, DataType } from '../../src/publish/swagger';

interface Place {
  readonly path: JsonPath;
  readonly report: Report;
}

/** Only strings have an enum, of parameters and properties alike, and what is said about its values fits it. */
export const checkEnums: Check = function* ({ resources }) {
  for (const { file, declaration } of resources) {
    const report = reporter(file);
    for (const [a, api] of declaration.apis.entries()) {
      for (const [o, operation] of api.operations.entries()) {
        for (const [p, parameter] of operation.parameters.entries()) {
          yield* checkEnum(parameter, { path: ['apis', a, 'operations', o, 'parameters', p], report });
        }
      }
    }
    for (const [name, model] of Object.entries(declaration.models)) {
      for (const [key, property] of Object.entries(model.properties)) {
        yield* checkEnum(property, { path: ['models', name, 'properties', key], report });
      }
    }
  }
};

type Enumerable = DataType & Constrained & { readonly ignoreCase?: boolean };

function* checkEnum(entry: Enumerable, { path, report }: Place): Generator<Problem, void> {
  const { enum: values, enumSince } = entry;
  if (values === undefined) {
    for (const key of ['enumSince', 'ignoreCase'] as const) {
      if (entry[key] !== undefined)
        yield report([...path, key], `'${key}' without 'enum'`, "list the values under 'enum'");
    }
    return;
  }
  const { type = '', $ref } = entry.type === 'array' ? (entry.items ?? {}) : entry;
  // A type that does not exist is reported as such.
  if ($ref !== undefined || (type !== 'string' && Object.hasOwn(primitiveFormats, type)))
    yield report(
      [...path, 'enum'],
      `an enum of type ${$ref ?? type}`,
      "only strings have an 'enum'; numbers have a range",
    );
  for (const [index, value] of values.entries()) {
    if (typeof value !== 'string')
      yield report([...path, 'enum', index], `${JSON.stringify(value)} in an enum of strings`, 'write it as a string');
  }
  for (const value of Object.keys(enumSince ?? {})) {
    if (!values.includes(value))
      yield report(
        [...path, 'enumSince', value],
        `'${value}' is not a value of the enum`,
        "add it to 'enum' or remove it here",
      );
  }
}

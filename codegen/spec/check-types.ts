import type { Problem } from './problem';
import { closest } from './shape';
import type { JsonPath } from './source-file';
import type { Check, CheckScope, Report } from './spec';
import { reporter } from './spec';
import type { DataType } from '../../src/publish/swagger';

/** Primitive types and the formats each may carry. `object` and `json` are ours: any JSON object, any JSON value. */
export const primitiveFormats: Readonly<Record<string, readonly string[]>> = {
  string: ['date-time', 'binary'],
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
  boolean: [],
  object: [],
  json: [],
};

interface Place {
  readonly path: JsonPath;
  readonly report: Report;
  readonly scope: CheckScope;
}

/** Every data type names a primitive, a list or a model that exists. */
export const checkTypes: Check = function* (scope) {
  for (const { file, declaration } of scope.resources) {
    const report = reporter(file);
    for (const [a, api] of declaration.apis.entries()) {
      for (const [o, operation] of api.operations.entries()) {
        const path = ['apis', a, 'operations', o];
        yield* checkResult(operation, { path, report, scope });
        for (const [p, parameter] of operation.parameters.entries()) {
          yield* checkType(parameter, { path: [...path, 'parameters', p], report, scope });
        }
        for (const [r, { responseModel }] of operation.responseMessages.entries()) {
          if (responseModel !== undefined && !scope.hasModel(responseModel)) {
            yield dangling(responseModel, { path: [...path, 'responseMessages', r, 'responseModel'], report, scope });
          }
        }
      }
    }
    for (const [name, model] of Object.entries(declaration.models)) {
      for (const [key, property] of Object.entries(model.properties)) {
        yield* checkType(property, { path: ['models', name, 'properties', key], report, scope });
      }
    }
  }
};

/** An operation names its model by `type`, where properties and parameters say `$ref`: so Swagger 1.2 has it. */
function* checkResult(operation: DataType, place: Place): Generator<Problem, void> {
  const { type = '', format, items } = operation;
  if (type === 'array' || Object.hasOwn(primitiveFormats, type)) return yield* checkType(operation, place);
  const { path, report, scope } = place;
  if (type !== 'void' && !scope.hasModel(type)) yield dangling(type, { ...place, path: [...path, 'type'] });
  if (items !== undefined) yield report([...path, 'items'], `'items' on type ${type}`, "only an array has 'items'");
  if (format !== undefined)
    yield report([...path, 'format'], `'format' on type ${type}`, "only a primitive type has a 'format'");
}

function* checkType(type: DataType, place: Place): Generator<Problem, void> {
  const { path, report, scope } = place;
  if ((type.type === undefined) === (type.$ref === undefined)) {
    yield report(
      path,
      "a type needs exactly one of 'type' and '$ref'",
      "'type' for primitives and arrays, '$ref' for models",
    );
    return;
  }
  if (type.$ref !== undefined) {
    if (!scope.hasModel(type.$ref)) yield dangling(type.$ref, { ...place, path: [...path, '$ref'] });
    return;
  }
  if (type.type === 'array') return yield* checkArray(type, place);
  yield* checkPrimitive(type, place);
}

function* checkArray({ items }: DataType, place: Place): Generator<Problem, void> {
  const { path, report } = place;
  if (items === undefined)
    yield report(path, "an array without 'items'", 'say what it holds: "items": { "type": ... }');
  else if (items.type === 'array')
    yield report([...path, 'items', 'type'], 'an array of arrays', 'put the inner array into a model');
  else yield* checkType(items, { ...place, path: [...path, 'items'] });
}

function* checkPrimitive(
  { type = '', format, items }: DataType,
  { path, report, scope }: Place,
): Generator<Problem, void> {
  const formats = Object.hasOwn(primitiveFormats, type) ? primitiveFormats[type] : undefined;
  if (formats === undefined) {
    const hint = scope.modelNames.has(type)
      ? `a model is named by "$ref": "${type}"`
      : `use ${Object.keys(primitiveFormats).join(', ')}, array or a $ref`;
    yield report([...path, 'type'], `unknown type '${type}'`, hint);
    return;
  }
  if (items !== undefined) yield report([...path, 'items'], `'items' on type ${type}`, "only an array has 'items'");
  if (format !== undefined && !formats.includes(format)) {
    const hint = formats.length > 0 ? `use ${formats.join(' or ')}` : "remove 'format'";
    yield report([...path, 'format'], `'${format}' is not a format of ${type}`, hint);
  }
}

function dangling(name: string, { path, report, scope }: Place): Problem {
  const near = closest(name, scope.modelNames);
  return report(
    path,
    `there is no model '${name}'`,
    near === undefined ? 'declare it under models' : `did you mean '${near}'?`,
  );
}

import { projectRoot } from '../../../../src/shared/project-root';
import { DocumentPaths } from '../../../../src/server/contract-mode/document-paths';
import type { Schema } from '../../../../src/server/contract-mode/open-api-document';
import { jsonType, readOpenApiDocument } from '../../../../src/server/contract-mode/open-api-document';
import type { Exchange } from '../compare/exchange';
import type { Json } from '../recording/trace';
import { isObject, textOf } from '../recording/trace';

export interface DeclaredParameter {
  readonly isRequired: boolean;
  readonly schema: Schema;
  readonly ignoresCase: boolean;
}

let paths: DocumentPaths | undefined;

/** The parameters of the operation that a request asks for, as published; undefined when it asks for none. */
export function declaredParameters({ method, target }: Exchange): ReadonlyMap<string, DeclaredParameter> | undefined {
  paths ??= new DocumentPaths(readOpenApiDocument(projectRoot(__dirname)));
  const path = target.replace(/^\/ari/, '').replace(/\?.*$/s, '');
  const operation = paths.operation(method, path)?.operation;
  if (operation === undefined) return undefined;
  const body = operation.requestBody?.content[jsonType]?.schema['properties'] as Record<string, Schema> | undefined;
  const members = Object.entries(body ?? {}).map(([name, schema]) => [name, schema, false, false] as const);
  const parameters = (operation.parameters ?? []).map(
    ({ name, schema, required, 'x-ignore-case': ignoresCase = false }) =>
      [name, schema, required, ignoresCase] as const,
  );
  return new Map(
    [...members, ...parameters].map(([name, schema, isRequired, ignoresCase]) => [
      name,
      { schema, isRequired, ignoresCase },
    ]),
  );
}

const booleans = /^(yes|no|true|false|y|n|t|f|1|0|on|off)$/i;
const limits: Readonly<Record<string, readonly [number, number]>> = { int32: [-(2 ** 31), 2 ** 31 - 1] };

/** Whether a value does not fit its declaration. Written apart from the validators, so as to judge them. */
export function isMisfit({ schema, ignoresCase }: DeclaredParameter, value: Json): boolean {
  const { type, enum: values, minimum, maximum, format, items } = schema as Readonly<Record<string, Json>>;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  switch (type) {
    case 'integer': {
      const [least, most] = limits[textOf(format)] ?? [Number(minimum ?? -Infinity), Number(maximum ?? Infinity)];
      const number = Number(text);
      return (
        !/^[+-]?\d+$/.test(text.trim()) ||
        number < Math.max(least, Number(minimum ?? least)) ||
        number > Math.min(most, Number(maximum ?? most))
      );
    }
    case 'boolean':
      return typeof value !== 'boolean' && !booleans.test(text);
    case 'object':
      return !isObject(value);
    case 'array': {
      const list = Array.isArray(value)
        ? (value as readonly Json[])
        : typeof value === 'string'
          ? value.split(',')
          : undefined;
      // Lists of objects cannot be written as a text.
      if (list === undefined || (isObject(items) && '$ref' in items && !Array.isArray(value))) return true;
      const each = { schema: (items ?? {}) as Schema, isRequired: false, ignoresCase };
      return list.some((one) => isMisfit(each, one));
    }
    default: {
      if (!Array.isArray(values)) return false;
      const same = (one: Json): boolean =>
        ignoresCase ? textOf(one).toLowerCase() === text.toLowerCase() : textOf(one) === text;
      return !(values as readonly Json[]).some(same);
    }
  }
}

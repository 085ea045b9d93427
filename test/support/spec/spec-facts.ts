import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSpec } from '../../../codegen/disk';
import { buildModel } from '../../../codegen/model/build-model';
import type {
  EnumValues,
  InterfaceModel,
  Model,
  Operation,
  Parameter,
  Property,
  Since,
  TypeRef,
} from '../../../codegen/model/interface-model';
import { compareVersions } from '../../../src/shared/text/version';
import { loadSpec } from '../../../codegen/spec/load-spec';

/** What we know of an operation from outside the spec; see test/data/operations.json. */
export interface OperationFact {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly aliases?: readonly string[];
  readonly since: string;
  readonly success: number;
  readonly result: string;
  /** Codes that clients find declared today. */
  readonly errors: readonly number[];
  /** Codes that clients have met although nothing declares them. */
  readonly alsoSent?: readonly number[];
  readonly parameters: readonly ParameterFact[];
}

export interface ParameterFact {
  readonly name: string;
  readonly in: string;
  readonly wholeBody?: boolean;
  readonly type: string;
  readonly required?: boolean;
  readonly multiple?: boolean;
  readonly default?: string | number | boolean;
  readonly enum?: readonly string[];
  readonly min?: number;
  readonly since?: string;
}

/** What we know of a model from outside the spec; see test/data/models.json. */
export interface ModelFact {
  readonly name: string;
  readonly resource: string;
  readonly since: string;
  readonly base?: string;
  readonly discriminator?: string;
  readonly properties: readonly PropertyFact[];
}

export interface PropertyFact {
  readonly name: string;
  readonly type: string;
  readonly required?: boolean;
  readonly enum?: readonly string[];
  readonly since?: string;
}

/** Facts by place: `channels.dial(timeout)` to `query, int, default 0, from 0`. Texts, so that a difference reads well. */
export type Facts = ReadonlyMap<string, string>;

const root = join(__dirname, '../../..');

/** The interface as `api-docs/` declares it. */
export function realModel(): InterfaceModel {
  return buildModel(loadSpec(readSpec(join(root, 'api-docs'))));
}

/** The last version that anybody else knows; whatever is younger is ours alone, and the data does not speak of it. */
const lastShared = '2.0.0';

/** Leaves out what only we have. */
export function sharedOnly<Entry extends { readonly since: Since }>(entries: readonly Entry[]): Entry[] {
  return entries.filter(({ since }) => compareVersions(since.added, lastShared) <= 0);
}

export function readData<Data>(name: string): Data {
  return JSON.parse(readFileSync(join(root, 'test', 'data', name), 'utf8')) as Data;
}

/** What the spec says wherever that is not what the data says. */
export function differencesBetween(data: Facts, spec: Facts): Record<string, string> {
  const places = [...new Set([...data.keys(), ...spec.keys()])].filter((at) => data.get(at) !== spec.get(at));
  return Object.fromEntries(places.map((at) => [at, spec.get(at) ?? 'nothing']));
}

export function operationFacts(operations: readonly OperationFact[]): Facts {
  return new Map(
    operations.flatMap((operation): [string, string][] => {
      const { id, method, path, aliases = [], since, success, result, errors, alsoSent = [] } = operation;
      const codes = [...errors, ...alsoSent].sort((a, b) => a - b);
      return [
        [id, `${method} ${path} -> ${success} ${result}, since ${since}`],
        [`${id} aliases`, [...aliases].sort().join(' ')],
        [`${id} errors`, codes.join(' ')],
        ...operation.parameters.map((parameter): [string, string] => [
          `${id}(${parameter.name})`,
          parameterText({ ...parameter, since: parameter.since ?? since }),
        ]),
      ];
    }),
  );
}

export function declaredOperationFacts(operations: readonly Operation[]): Facts {
  return operationFacts(
    sharedOnly(operations).map((operation) => ({
      id: operation.id,
      method: operation.method,
      path: operation.path,
      aliases: operation.aliases,
      since: operation.since.added,
      success: operation.success.code,
      result: operation.result === undefined ? 'void' : typeText(operation.result),
      errors: operation.errors.map(({ code }) => code),
      parameters: sharedOnly(operation.parameters).map(parameterFact),
    })),
  );
}

export function modelFacts(models: readonly ModelFact[]): Facts {
  return new Map(
    models.flatMap((model): [string, string][] => {
      const { name, resource, since, base, discriminator } = model;
      const family = [base && `a kind of ${base}`, discriminator && `told apart by ${discriminator}`];
      return [
        [name, [`in ${resource}`, ...family.filter(Boolean), `since ${since}`].join(', ')],
        ...model.properties.map((property): [string, string] => [
          `${name}.${property.name}`,
          propertyText({ ...property, since: property.since ?? since }),
        ]),
      ];
    }),
  );
}

export function declaredModelFacts(models: readonly Model[]): Facts {
  return modelFacts(
    sharedOnly(models).map(({ name, resource, since, base, discriminator, properties }) => ({
      name,
      resource,
      since: since.added,
      ...(base === undefined ? {} : { base }),
      ...(discriminator === undefined ? {} : { discriminator }),
      properties: sharedOnly(properties).map(propertyFact),
    })),
  );
}

function parameterFact(parameter: Parameter): ParameterFact {
  const {
    name,
    in: place,
    required,
    multiple,
    type,
    defaultValue,
    usualDefault,
    enum: values,
    minimum,
    since,
  } = parameter;
  // What clients are told, whether or not it is filled in.
  const told = defaultValue ?? usualDefault;
  return {
    name,
    in: place === 'whole-body' ? 'body' : place,
    wholeBody: place === 'whole-body',
    type: typeText(type),
    required,
    multiple,
    ...(told === undefined ? {} : { default: told }),
    ...(values === undefined ? {} : { enum: sharedValues(values) }),
    ...(minimum === undefined ? {} : { min: minimum }),
    since: since.added,
  };
}

function propertyFact({ name, type, required, enum: values, since }: Property): PropertyFact {
  return {
    name,
    type: typeText(type),
    required,
    ...(values === undefined ? {} : { enum: sharedValues(values) }),
    since: since.added,
  };
}

function sharedValues({ values, since }: EnumValues): string[] {
  return values.filter((value) => compareVersions(since.get(value) ?? lastShared, lastShared) <= 0);
}

function parameterText(fact: ParameterFact): string {
  return listed([
    fact.wholeBody ? 'whole body' : fact.in,
    fact.type,
    fact.required && 'required',
    fact.multiple && 'multiple',
    fact.enum && `one of ${fact.enum.join(' ')}`,
    fact.default !== undefined && `default ${fact.default}`,
    fact.min !== undefined && `from ${fact.min}`,
    `since ${fact.since ?? ''}`,
  ]);
}

function propertyText(fact: PropertyFact): string {
  return listed([
    fact.type,
    fact.required && 'required',
    fact.enum && `one of ${fact.enum.join(' ')}`,
    `since ${fact.since ?? ''}`,
  ]);
}

function listed(parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(', ');
}

/** The names that the data uses for types, which are those of older descriptions. */
function typeText(type: TypeRef): string {
  switch (type.kind) {
    case 'array':
      return `List[${typeText(type.items)}]`;
    case 'model':
      return type.name;
    case 'primitive':
      return primitiveTexts[type.name] ?? type.name;
  }
}

const primitiveTexts: Readonly<Record<string, string>> = {
  int32: 'int',
  int64: 'long',
  number: 'double',
  'date-time': 'Date',
};

import type { JsonObject, JsonValue } from '../../../src/contract/json';
import type { EnumValues, Model, Property, TypeRef } from '../../model/interface-model';
import { allProperties, ancestorsOf } from '../../model/interface-model';
import { propertyValues, shownProperties } from './example-values';

/** Where an object stands, and what is told about it there: "the playback, in state `done`". */
interface Setting {
  readonly path: string;
  readonly told: string;
}

/**
 * An object as it may come over the wire. What is told about this very object counts: a state named there is its state,
 * a field named there is shown, and an empty one is empty.
 */
export function exampleOf(model: Model, models: readonly Model[], setting?: Setting): JsonObject {
  const { path, told } = setting ?? { path: model.name, told: '' };
  const discriminators = new Set(ancestorsOf(model, models).map(({ discriminator }) => discriminator));
  const shown = allProperties(model, models).filter(
    ({ name, required }) => required || names(told, name) || [`${model.name}.${name}`, name].some(isShown),
  );
  return Object.fromEntries(
    shown.map((property) => {
      const listed = [`${path}.${property.name}`, `${model.name}.${property.name}`].map((key) => propertyValues[key]);
      const own = discriminators.has(property.name) ? model.name : (listed[0] ?? listed[1]);
      const place = { path: `${path}.${property.name}`, told };
      return [property.name, propertyValue(property, { own, models, place })];
    }),
  );
}

function isShown(name: string): boolean {
  return shownProperties.has(name);
}

function names(told: string, word: string): boolean {
  return told.includes(`\`${word}\``);
}

interface Circumstances {
  /** Listed for the property of this model, or of this place. */
  readonly own: JsonValue | undefined;
  readonly models: readonly Model[];
  readonly place: Setting;
}

function propertyValue(property: Property, { own, models, place }: Circumstances): JsonValue {
  const inner = modelIn(property.type, models);
  if (inner !== undefined) {
    if (own !== undefined) return own;
    const value = exampleOf(inner, models, { path: place.path, told: property.description });
    return property.type.kind === 'array' ? [value] : value;
  }
  if (property.type.kind === 'array' && /\bempty\b/.test(place.told)) return [];
  const state = property.enum?.values.find((value) => names(place.told, value));
  const listed = [state, own, propertyValues[property.name]].find((value) => fits(value, property));
  return listed ?? inferredValue(property);
}

function modelIn(type: TypeRef, models: readonly Model[]): Model | undefined {
  if (type.kind === 'array') return modelIn(type.items, models);
  return type.kind === 'model' ? models.find(({ name }) => name === type.name) : undefined;
}

/** What an example needs to know of the parameter or property that it is for. */
export interface Described {
  readonly description: string;
  readonly type: TypeRef;
  readonly enum: EnumValues | undefined;
}

/** The example that the description gives, or else nothing but the right type. */
function inferredValue(entry: Described): JsonValue {
  const example = exampleIn(entry);
  return fits(example, entry) ? example : plainValue(entry);
}

/** The example that the description itself gives. */
export function exampleIn({ description, type }: Described): JsonValue | undefined {
  const found = /(?:for example|e\.g\.|^Always(?: the text)?):? `([^`]+)`/.exec(description)?.[1];
  const text = found?.replace(/^"(.*)"$/, '$1');
  return text !== undefined && isNumeric(type) ? Number(text) : text;
}

/** Nothing but the right type. */
export function plainValue({ description, type, enum: values }: Described): JsonValue {
  if (values) return values.values[0] ?? '';
  if (type.kind !== 'primitive') return [];
  if (isNumeric(type)) return 1;
  if (type.name === 'boolean') return true;
  if (type.name === 'object' || type.name === 'json') return {};
  return /\bempty (when|where|if|for)\b|may be empty/i.test(description) ? '' : 'text';
}

function isNumeric(type: TypeRef): boolean {
  return type.kind === 'primitive' && ['int32', 'int64', 'number'].includes(type.name);
}

/** A listed value serves every entry of its name, but not where that name means something of another type. */
export function fits(value: JsonValue | undefined, { type, enum: values }: Described): value is JsonValue {
  if (value === undefined) return false;
  if (values) return typeof value === 'string' && values.values.includes(value);
  if (type.kind !== 'primitive') return Array.isArray(value);
  switch (type.name) {
    case 'int32':
    case 'int64':
    case 'number':
      return typeof value === 'number' && !Number.isNaN(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'object':
    case 'json':
      return typeof value === 'object';
    default:
      return typeof value === 'string';
  }
}

const lineWidth = 96;

/** JSON for people: whatever fits on a line stays on it. */
export function prettyJson(value: JsonValue, indent = '', room = lineWidth): string {
  const line = oneLine(value);
  if (typeof value !== 'object' || value === null || line.length + indent.length <= room) return line;
  const deeper = `${indent}  `;
  const nested = (item: JsonValue, before: number) => prettyJson(item, deeper, lineWidth - before - 1);
  if (isList(value)) return `[\n${value.map((item) => deeper + nested(item, 0)).join(',\n')}\n${indent}]`;
  const members = Object.entries(value).map(([name, item]) => {
    const label = `${JSON.stringify(name)}: `;
    return deeper + label + nested(item, label.length);
  });
  return `{\n${members.join(',\n')}\n${indent}}`;
}

function oneLine(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(oneLine).join(', ')}]`;
  const members = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${oneLine(item)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

import type { OpenApiDocument, Schema } from '../../src/server/contract-mode/open-api-document';

/** The smallest value that fits a schema of the document: required members only, lists with one item. */
export function sampleOf(schema: Schema, document: OpenApiDocument): unknown {
  const { $ref, oneOf, type, properties = {}, required = [], items } = schema as SampledSchema;
  if ($ref !== undefined) return sampleOf(referred($ref, document), document);
  if (oneOf?.[0] !== undefined) return sampleOf(oneOf[0], document);
  if (type === 'array') return [sampleOf(items ?? {}, document)];
  if (type !== 'object') return scalarFor(schema);
  return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {}, document)]));
}

interface SampledSchema {
  readonly $ref?: string;
  readonly oneOf?: readonly Schema[];
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
}

function referred($ref: string, { components }: OpenApiDocument): Schema {
  return components.schemas[$ref.slice('#/components/schemas/'.length)] ?? {};
}

function scalarFor({ const: only, enum: values, examples, type, minimum = 0 }: SampledSchema): unknown {
  const given = only ?? values?.[0] ?? examples?.[0];
  if (given !== undefined) return given;
  if (type === 'boolean') return true;
  return type === 'integer' || type === 'number' ? minimum : 'text';
}

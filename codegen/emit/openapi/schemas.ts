import type { OpenAPIV3_1 } from 'openapi-types';
import type { Model } from '../../model/interface-model';
import { ancestorsOf } from '../../model/interface-model';
import { datesOf } from './document';
import type { Schema, SchemaDialect } from '../schema';
import { describedPrimitives, modelSchema } from '../schema';

/** Schemas as OpenAPI 3.1 has them: JSON Schema 2020-12, where a `$ref` may have siblings. */
export const openApiDialect: SchemaDialect = {
  refersTo: (model) => ({ $ref: `#/components/schemas/${model}` }),
  primitives: describedPrimitives,
  dated: (since) => ({ ...datesOf(since) }),
  datedValues: ({ since }) => (since.size > 0 ? { 'x-enum-since': Object.fromEntries(since) } : {}),
};

/**
 * `components/schemas`. A concrete member of a family holds all its fields, inherited ones too, so that it can be
 * checked by itself; a base model is the choice between its concrete members, however deep below it they are.
 */
export function componentSchemas(models: readonly Model[]): Record<string, OpenAPIV3_1.SchemaObject> {
  return Object.fromEntries(
    models.map((model) => [
      model.name,
      model.subTypes.length > 0 ? familySchema(model, models) : modelSchema(model, models, openApiDialect),
    ]),
  );
}

function familySchema(model: Model, models: readonly Model[]): Schema {
  const propertyName = [...ancestorsOf(model, models), model].find(({ discriminator }) => discriminator)?.discriminator;
  return {
    description: model.description,
    ...datesOf(model.since),
    oneOf: leavesOf(model, models).map(({ name }) => openApiDialect.refersTo(name)),
    // No mapping: the value of the property is the name of the schema, which is what OpenAPI assumes anyway.
    ...(propertyName === undefined ? {} : { discriminator: { propertyName } }),
  };
}

function leavesOf(model: Model, models: readonly Model[]): Model[] {
  const children = models.filter(({ base }) => base === model.name);
  return children.flatMap((child) => (child.subTypes.length > 0 ? leavesOf(child, models) : [child]));
}

import type { InterfaceModel } from '../../model/interface-model';
import type { Emitter } from '../emitter';
import { jsonFile } from '../emitter';
import type { OpenApiDocument } from './document';
import { datesOf } from './document';
import { pathItems } from './operation';
import { SharedParameters } from './parameters';
import { commonResponses } from './responses';
import { componentSchemas } from './schemas';
import { securitySchemes } from './security';

export const emitOpenApi: Emitter = (model) => jsonFile('generated/openapi.json', openApiDocument(model));

/** The whole REST interface as OpenAPI 3.1. Paths are relative to `/ari`, wherever the document is served from. */
export function openApiDocument(model: InterfaceModel): OpenApiDocument {
  const parameters = new SharedParameters(model);
  return {
    openapi: '3.1.0',
    info: { title: model.title, description: model.description, version: model.version },
    servers: [{ url: '/ari' }],
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    tags: model.resources.map(({ name, description, since }) => ({ name, description, ...datesOf(since) })),
    paths: pathItems(model, parameters),
    components: {
      schemas: componentSchemas(model.models),
      parameters: parameters.components,
      responses: commonResponses(model),
      securitySchemes,
    },
  };
}

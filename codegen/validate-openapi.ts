import SwaggerParser from '@apidevtools/swagger-parser';
import type { OpenAPIV3_1 } from 'openapi-types';

/** Throws when the document is not valid OpenAPI, with the place and the reason in the message. */
export async function validateOpenApi(document: OpenAPIV3_1.Document): Promise<void> {
  try {
    // A copy: the validator resolves every reference in the object it is given.
    await SwaggerParser.validate(structuredClone(document));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`the OpenAPI document is not valid: ${reason}`, { cause });
  }
}

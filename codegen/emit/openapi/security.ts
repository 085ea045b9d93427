import type { OpenAPIV3_1 } from 'openapi-types';

export const apiKeyName = 'api_key';
export const apiKeyNote = '`user:password`, for where no header can be set, such as a websocket in a browser.';

/** The two ways to say who asks, under the names that the listing of the spec gives them; either is enough. */
export const securitySchemes: Readonly<Record<'basicAuth' | 'apiKey', OpenAPIV3_1.SecuritySchemeObject>> = {
  basicAuth: { type: 'http', scheme: 'basic', description: 'User name and password.' },
  apiKey: { type: 'apiKey', in: 'query', name: apiKeyName, description: apiKeyNote },
};

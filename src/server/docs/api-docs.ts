import { Router } from 'express';
import type { Request, Response } from 'express';
import { interfaceVersion, versionsInUse } from '../../../generated/versions';
import type { PublishOptions } from '../../publish/swagger-documents';
import type { Refuse } from '../refuse';
import { sendRefusal } from '../refuse';
import type { Description } from './description';
import { movedListing } from './description';
import { PublishedTexts } from './published-texts';

export interface ApiDocsOptions {
  readonly description: Description;
  /** Path of the interface on this server, prefix included: `/ari`. */
  readonly root: string;
  readonly refuse: Refuse;
}

/** What is served below `/ari/api-docs`: the description in each of its forms, as of any version in use. */
export function apiDocs({ description, root, refuse }: ApiDocsOptions): Router {
  const router = Router({ caseSensitive: true });
  const texts = new PublishedTexts();
  const sendSwagger = swaggerSender({ description, refuse, texts });
  const basePath = (request: Request): string => `${request.protocol}://${request.headers.host ?? 'localhost'}${root}`;
  const withVersion =
    (answer: (request: Request, response: Response, options: { basePath: string; version: string }) => void) =>
    (request: Request, response: Response): void => {
      const version = versionOf(request.query['version']);
      if (version !== undefined) return answer(request, response, { basePath: basePath(request), version });
      const allowed = `one of ${versionsInUse.join(', ')}`;
      const message = `parameter 'version' cannot be ${JSON.stringify(request.query['version'])}: give ${allowed}`;
      const more = { code: 'parameter-invalid', parameter: 'version', allowed } as const;
      sendRefusal(response, refuse(400, message, more));
    };

  const documents = {
    '/openapi.json': (options) => description.openApi(options),
    '/asyncapi.json': (options) => description.asyncApi(options),
    '/events.schema.json': (options) => description.eventSchemas(options),
  } as const satisfies Record<string, (options: { readonly basePath: string; readonly version: string }) => unknown>;
  for (const [path, document] of Object.entries(documents))
    router.get(
      path,
      withVersion((_, response, { basePath, version }) =>
        texts.send(response, `${path} ${version}`, { basePath, make: (base) => document({ basePath: base, version }) }),
      ),
    );
  router.get(
    '/swagger/:file',
    withVersion((request, response, options) => sendSwagger(request, response, { ...options, dialect: 'strict' })),
  );
  router.get(
    '/:file',
    withVersion((request, response, options) => sendSwagger(request, response, { ...options, dialect: 'ecosystem' })),
  );
  router.all('/{*rest}', (request, response) => {
    const readable = request.method === 'GET' || request.method === 'HEAD';
    if (readable)
      return sendRefusal(response, refuse(404, `there is no description at ${request.baseUrl}${request.path}`));
    response.set('Allow', 'GET');
    sendRefusal(response, refuse(405, `${request.method} is not possible here: descriptions can only be read`));
  });
  return router;
}

interface SwaggerDeps extends Pick<ApiDocsOptions, 'description' | 'refuse'> {
  readonly texts: PublishedTexts;
}

const swaggerSender =
  ({ description, refuse, texts }: SwaggerDeps) =>
  (request: Request, response: Response, options: PublishOptions): void => {
    const name = String(request.params['file']).replace(/\.json$/, '');
    const { dialect, version, basePath } = options;
    const key = `${dialect} ${name} ${version}`;
    const make = (base: string): unknown => swaggerDocument(name, description, { ...options, basePath: base });
    if (texts.has(key) || make(basePath) !== undefined) texts.send(response, key, { basePath, make });
    else sendRefusal(response, refuse(404, `there is no resource '${name}' in interface ${version}`));
  };

function swaggerDocument(name: string, description: Description, options: PublishOptions): unknown {
  const { listing, declarations } = description.swagger(options);
  if (name === 'resources') return options.dialect === 'strict' ? movedListing(listing, 'swagger') : listing;
  return Object.hasOwn(declarations, name) ? declarations[name] : undefined;
}

function versionOf(given: unknown): string | undefined {
  if (given === undefined) return interfaceVersion;
  return versionsInUse.find((version) => version === given);
}

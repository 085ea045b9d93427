import express from 'express';
import type { Express, Request, Response, Router } from 'express';
import { join } from 'node:path';
import { apiDocs } from './docs/api-docs';
import { Description } from './docs/description';
import { docsSite } from './docs/site';
import type { Refuse } from './refuse';
import { sendRefusal } from './refuse';

export interface HostOptions {
  readonly projectFolder: string;
  /** First path segment that the door has removed; links need it. */
  readonly prefix?: string;
  readonly routes?: readonly Router[];
  readonly refuse: Refuse;
}

/** Everything that is not on the fast path: the published description and the documentation pages. */
export function makeHost({ projectFolder, prefix = '', routes = [], refuse }: HostOptions): Express {
  const description = new Description(projectFolder);
  const root = prefix === '' ? '' : `/${prefix}`;
  const nothingHere = (request: Request, response: Response): void =>
    sendRefusal(response, refuse(404, `there is nothing at ${request.path}`));
  const host = express();
  // In production mode Express does not send stack traces.
  host.disable('x-powered-by').enable('case sensitive routing').set('env', 'production');
  for (const router of routes) host.use(router);
  host.use('/ari/api-docs', apiDocs({ description, root: `${root}/ari`, refuse }));
  host.use(
    '/docs',
    docsSite({
      folder: join(projectFolder, 'dist', 'docs'),
      mountedAt: `${root}/docs`,
      resources: description.resources,
    }),
  );
  // The pages link to the machine-readable forms as files of the project, which is right on disk too.
  for (const folder of ['generated', 'api-docs']) {
    host.get(`/${folder}/:file.json`, (request, response) => {
      const text = description.file(`${folder}/${request.params.file}.json`);
      if (text === undefined) nothingHere(request, response);
      else response.type('application/json').send(text);
    });
  }
  host.get('/', (_, response) => response.redirect(`${root}/docs/`));
  host.use((request, response) => nothingHere(request, response));
  return host;
}

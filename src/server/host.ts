import express from 'express';
import type { Express, Request, Response } from 'express';
import { join } from 'node:path';
import { apiDocs } from './docs/api-docs';
import { Description } from './docs/description';
import { docsSite } from './docs/site';

/** Everything that is not on the fast path: the published description and the documentation pages. */
export function makeHost({ projectFolder }: { readonly projectFolder: string }): Express {
  const description = new Description(projectFolder);
  const host = express();
  // In production Express keeps its stack traces to itself.
  host.disable('x-powered-by').set('env', 'production');
  host.use('/ari/api-docs', apiDocs({ description, root: '/ari' }));
  host.use(
    '/docs',
    docsSite({ folder: join(projectFolder, 'docs'), mountedAt: '/docs', resources: description.resources }),
  );
  // The pages link to the machine-readable forms as files of the project, which is right on disk too.
  for (const folder of ['generated', 'api-docs']) {
    host.get(`/${folder}/:file.json`, (request, response) => {
      const root = join(projectFolder, folder);
      response.sendFile(`${request.params.file}.json`, { root }, (error) => {
        if (error) nothingHere(request, response);
      });
    });
  }
  host.get('/', (_, response) => response.redirect('/docs/'));
  host.use((request, response) => nothingHere(request, response));
  return host;
}

function nothingHere(request: Request, response: Response): void {
  response.status(404).json({ message: `there is nothing at ${request.path}` });
}

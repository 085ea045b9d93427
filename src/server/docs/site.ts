import { readFileSync, statSync } from 'node:fs';
import { join, normalize, sep } from 'node:path';
import { Router } from 'express';
import type { Request, Response } from 'express';
import { layOut } from './page';
import type { NavigationGroup, RenderedPage } from './page';

export interface DocsSiteOptions {
  /** The folder of the built pages. */
  readonly folder: string;
  readonly mountedAt: string;
  /** Names of the interface's resources; each has a page of its own. */
  readonly resources: readonly string[];
}

/** The project's documentation as web pages under one path: `docs/api/channels.md` is served as `/docs/api/channels`. */
export function docsSite(options: DocsSiteOptions): Router {
  const { folder, mountedAt } = options;
  const router = Router({ caseSensitive: true });
  const pages = new Map<string, { readonly html: string; readonly readAt: number }>();
  const navigation = navigationOf(options);
  router.get('/{*page}', (request: Request, response: Response) => {
    const name = request.path.replace(/^\/+/, '');
    const file = fileOf(folder, name);
    if (file === undefined) {
      response.status(404).type('text/plain').send(`There is no page ${request.path} in the documentation.\n`);
      return;
    }
    const changedAt = statSync(file).mtimeMs;
    const known = pages.get(file);
    const html =
      known?.readAt === changedAt
        ? known.html
        : layOut(JSON.parse(readFileSync(file, 'utf8')) as RenderedPage, navigation, `${mountedAt}/${name}`);
    pages.set(file, { html, readAt: changedAt });
    response.type('text/html').send(html);
  });
  return router;
}

/** The file behind a page name; undefined for anything else, links out of the folder included. */
function fileOf(folder: string, name: string): string | undefined {
  const wanted = name === '' || name.endsWith('/') ? `${name}README.json` : `${name}.json`;
  const file = normalize(join(folder, wanted));
  if (!file.startsWith(folder + sep)) return undefined;
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}

function navigationOf({ mountedAt: root, resources }: DocsSiteOptions): NavigationGroup[] {
  const page = (name: string, text: string) => ({ href: `${root}/${name}`, text });
  return [
    {
      title: 'Patchbay',
      entries: [
        page('', 'Start'),
        page('events', 'Events'),
        page('audio', 'Audio'),
        page('dialplan', 'Dialplan'),
        page('agi', 'AGI'),
        page('configuration', 'Configuration'),
        page('architecture', 'Architecture'),
        page('spec-format', 'The spec format'),
      ],
    },
    {
      title: 'Interface',
      entries: [
        page('api/', 'Overview'),
        page('api/versions', 'Versions'),
        page('api/errors', 'Errors'),
        page('api/models', 'Models'),
      ],
    },
    { title: 'Resources', entries: resources.map((name) => page(`api/${name}`, name)) },
  ];
}

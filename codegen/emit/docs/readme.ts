import type { GeneratedFile } from '../emitter';
import { titleFor } from './errors';
import { code, titleOf } from './markdown';
import { Page } from './page';
import { plainModelsOf } from './site';
import type { Site } from './site';
import { usualBounds } from '../../model/bounds';

/** The first page: what the interface is, how to talk to it, and where everything else stands. */
export function readmePage(site: Site): GeneratedFile {
  const page = new Page(site, 'README.md');
  const { model, eventGroups } = site;
  return page.file('docs-readme', {
    title: model.title,
    description: model.description,
    version: model.version,
    versionLink: page.version(model.version),
    oldest: model.versions[0] ?? model.version,
    usualBounds,
    operationCount: model.resources.reduce((sum, { operations }) => sum + operations.length, 0),
    eventCount: eventGroups.reduce((sum, { events }) => sum + events.length, 0),
    modelCount: model.resources.reduce((sum, resource) => sum + plainModelsOf(resource, site).length, 0),
    resources: resourceTable(page),
    errors: page.table(model.commonResponses, [
      { title: 'Status', text: (response) => titleFor(response.code) },
      { title: 'When', text: ({ message }) => page.prose(message) },
    ]),
    headers: page.table(model.commonHeaders, [
      { title: 'Header field', text: ({ name }) => code(name) },
      { title: 'With', text: ({ methods }) => methods.map(code).join(', ') },
      { title: 'Effect', text: ({ description }) => page.prose(description) },
      { title: 'Since', text: ({ since }) => page.version(since.added) },
    ]),
    modules: moduleTable(page),
  });
}

function resourceTable(page: Page): string {
  return page.table(page.site.model.resources, [
    { title: 'Resource', text: ({ name }) => `[${titleOf(name)}](${name}.md)` },
    { title: 'What it is for', text: ({ description }) => page.prose(description) },
    { title: 'Path', text: ({ path, aliases }) => [path, ...aliases].map(code).join(', ') },
    { title: 'Operations', text: ({ operations }) => String(operations.length) },
    { title: 'Since', text: ({ since }) => page.version(since.added) },
  ]);
}

function moduleTable(page: Page): string {
  const operations = page.site.model.resources.flatMap((resource) => resource.operations);
  const users = (name: string) => operations.filter(({ requiresModules }) => requiresModules.includes(name));
  const owners = (name: string) => [...new Set(users(name).map(({ resource }) => resource))];
  return page.table(page.site.model.modules, [
    { title: 'Module', text: ({ name }) => code(name) },
    { title: 'What it provides', text: ({ description }) => page.prose(description) },
    {
      title: 'Needed by',
      text: ({ name }) =>
        owners(name)
          .map((owner) => `[${titleOf(owner)}](${owner}.md)`)
          .join(', '),
    },
  ]);
}

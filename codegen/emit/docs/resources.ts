import type { GeneratedFile } from '../emitter';
import type { Resource } from '../../model/interface-model';
import { code, titleOf } from './markdown';
import { modelWithExample } from './models';
import { operationIndex, operationSection } from './operations';
import { Page } from './page';
import { plainModelsOf } from './site';
import type { Site } from './site';

/** The page of one resource: its operations, then its models. */
export function resourcePage(resource: Resource, site: Site): GeneratedFile {
  const page = new Page(site, `${resource.name}.md`);
  return page.file('docs-resource', {
    title: titleOf(resource.name),
    description: page.prose(resource.description),
    since: page.since(resource.since),
    path: code(resource.path),
    aliases: resource.aliases.map(code).join(', '),
    source: resource.source,
    index: operationIndex(resource.operations, page),
    operations: resource.operations.map((operation) => operationSection(operation, page)),
    models: plainModelsOf(resource, site).map((model) => modelWithExample(model, page)),
  });
}

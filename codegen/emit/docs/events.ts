import type { GeneratedFile } from '../emitter';
import type { Model, Resource } from '../../model/interface-model';
import { ancestorsOf, eventsOf } from '../../model/interface-model';
import { exampleOf, prettyJson } from './examples';
import { firstSentence } from './markdown';
import { modelWithExample, propertyTable } from './models';
import { operationIndex, operationSection } from './operations';
import { Page } from './page';
import type { Column } from './page';
import { plainModelsOf } from './site';
import type { Site } from './site';

/** The page of the resource that declares the socket: how to open it, and everything that arrives there. */
export function eventsPage(resource: Resource, site: Site): GeneratedFile {
  const page = new Page(site, `${resource.name}.md`);
  const { model, eventGroups } = site;
  return page.file('docs-events', {
    description: page.prose(resource.description),
    since: page.since(resource.since),
    source: resource.source,
    operationIndex: operationIndex(resource.operations, page),
    operations: resource.operations.map((operation) => operationSection(operation, page)),
    request: exampleNamed('RESTRequest', model.models),
    response: exampleNamed('RESTResponse', model.models),
    count: eventsOf(model.models).length,
    index: eventGroups.map((group) => ({ title: group.title, table: page.table(group.events, indexColumns) })),
    envelope: envelopeTable(page),
    groups: eventGroups.map(({ title, events }) => ({
      title,
      events: events.map((event) => eventSection(event, page)),
    })),
    models: plainModelsOf(resource, site).map((entry) => modelWithExample(entry, page)),
  });
}

function exampleNamed(name: string, models: readonly Model[]): string {
  const model = models.find((candidate) => candidate.name === name);
  return model === undefined ? '' : prettyJson(exampleOf(model, models));
}

const indexColumns: readonly Column<Model>[] = [
  { title: 'Event', text: ({ name }, page) => page.linkTo(name) },
  { title: 'Raised when', text: ({ description }, page) => page.prose(firstSentence(description)) },
  { title: 'Since', text: ({ since }, page) => page.version(since.added) },
];

/** What all events inherit, told once instead of with every event. */
function envelopeTable(page: Page): string {
  const { models } = page.site.model;
  const event = models.find(({ name }) => name === 'Event');
  if (event === undefined) return '';
  const properties = [...ancestorsOf(event, models), event].flatMap((entry) => entry.properties);
  return propertyTable({ ...event, properties }, page);
}

function eventSection(event: Model, page: Page): string {
  const { models } = page.site.model;
  return page.render('docs-event', {
    name: event.name,
    description: page.prose(event.description),
    since: page.since(event.since),
    properties: propertyTable(event, page),
    example: prettyJson(exampleOf(event, models)),
  });
}

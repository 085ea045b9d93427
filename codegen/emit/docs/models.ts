import type { GeneratedFile } from '../emitter';
import type { InterfaceModel, Model, Property, TypeRef } from '../../model/interface-model';
import { exampleOf, prettyJson } from './examples';
import { code, titleOf } from './markdown';
import { Page } from './page';
import type { Column } from './page';
import { plainModelsOf } from './site';
import type { Site } from './site';

/** All models but the events, with what uses them. */
export function modelsPage(site: Site): GeneratedFile {
  const page = new Page(site, 'models.md');
  const uses = usesByModel(site.model);
  const groups = site.model.resources
    .map((resource) => ({ resource, models: plainModelsOf(resource, site) }))
    .filter(({ models }) => models.length > 0);
  return page.file('docs-models', {
    events: site.eventResource === undefined ? '' : `${site.eventResource.name}.md`,
    groups: groups.map(({ resource, models }) => ({
      title: titleOf(resource.name),
      href: `${resource.name}.md`,
      links: models.map(({ name }) => page.linkTo(name)).join(' · '),
      models: models.map((entry) =>
        modelSection(entry, page, { example: '', uses: usesView(uses.get(entry.name), page) }),
      ),
    })),
  });
}

/** The section of one model on the page of its resource: with an example instead of what uses it. */
export function modelWithExample(model: Model, page: Page): string {
  const { models } = page.site.model;
  const isFamily = model.subTypes.length > 0;
  return modelSection(model, page, {
    example: isFamily ? '' : prettyJson(exampleOf(model, models)),
    uses: [],
  });
}

interface Extras {
  readonly example: string;
  readonly uses: readonly { readonly label: string; readonly links: string }[];
}

function modelSection(model: Model, page: Page, { example, uses }: Extras): string {
  return page.render('docs-model', {
    name: model.name,
    description: page.prose(model.description),
    since: page.since(model.since),
    base: model.base === undefined ? '' : page.linkTo(model.base),
    subTypes: model.subTypes.map((name) => page.linkTo(name)).join(', '),
    properties: propertyTable(model, page),
    example,
    uses,
  });
}

interface PropertyRow {
  readonly property: Property;
  readonly model: Model;
}

const propertyColumns: readonly Column<PropertyRow>[] = [
  { title: 'Field', text: ({ property }) => code(property.name) },
  { title: 'Type', text: ({ property }, page) => page.type(property.type) },
  { title: 'Present', text: ({ property }) => (property.required ? 'always' : 'optional') },
  { title: 'Values', text: ({ property }, page) => (property.enum ? page.values(property.enum) : '') },
  { title: 'Description', text: ({ property }, page) => page.prose(property.description) },
  { title: 'Since', text: ({ property, model }, page) => page.younger(property.since, model.since) },
];

/** The model's own properties; "present" says whether a reader may count on them. */
export function propertyTable(model: Model, page: Page): string {
  const rows = model.properties.map((property) => ({ property, model }));
  return page.table(rows, propertyColumns);
}

/** Ids and names of what uses a model. */
interface Uses {
  readonly answeredBy: Set<string>;
  readonly takenBy: Set<string>;
  readonly partOf: Set<string>;
}

/** Who uses what, found in one walk through the interface. */
function usesByModel({ resources, models }: InterfaceModel): ReadonlyMap<string, Uses> {
  const uses = new Map<string, Uses>(
    models.map(({ name }) => [name, { answeredBy: new Set(), takenBy: new Set(), partOf: new Set() }]),
  );
  for (const { id, result, parameters } of resources.flatMap(({ operations }) => operations)) {
    if (result) uses.get(modelNameIn(result))?.answeredBy.add(id);
    for (const { type } of parameters) uses.get(modelNameIn(type))?.takenBy.add(id);
  }
  for (const { name, properties } of models) {
    for (const { type } of properties) uses.get(modelNameIn(type))?.partOf.add(name);
  }
  return uses;
}

function modelNameIn(type: TypeRef): string {
  if (type.kind === 'array') return modelNameIn(type.items);
  return type.kind === 'model' ? type.name : '';
}

function usesView(uses: Uses | undefined, page: Page): Extras['uses'] {
  const groups: readonly [string, ReadonlySet<string> | undefined][] = [
    ['Answered by', uses?.answeredBy],
    ['Taken by', uses?.takenBy],
    ['Part of', uses?.partOf],
  ];
  return groups.flatMap(([label, users = new Set()]) =>
    users.size === 0 ? [] : [{ label, links: [...users].map((user) => page.linkTo(user)).join(', ') }],
  );
}

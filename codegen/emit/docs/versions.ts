import type { GeneratedFile } from '../emitter';
import { additionsOf } from '../../model/additions';
import type { Additions } from '../../model/additions';
import type { InterfaceModel } from '../../model/interface-model';
import { code, firstSentence } from './markdown';
import { Page } from './page';
import type { Column } from './page';
import type { Site } from './site';

/** What a version page says about one entry: where it belongs and what it is, in a sentence. */
interface Entry {
  /** The operation or model under which it is described. */
  readonly home: string;
  readonly summary: string;
  /** `METHOD path`, for operations. */
  readonly request?: string;
}

interface GroupWords {
  readonly title: string;
  readonly one: string;
  readonly many: string;
}

const groupWords: Readonly<Record<keyof Additions, GroupWords>> = {
  operations: { title: 'Operations', one: 'operation', many: 'operations' },
  parameters: { title: 'Parameters', one: 'parameter', many: 'parameters' },
  values: { title: 'Values', one: 'value', many: 'values' },
  events: { title: 'Events', one: 'event', many: 'events' },
  models: { title: 'Models', one: 'model', many: 'models' },
  properties: { title: 'Fields', one: 'field', many: 'fields' },
  changed: { title: 'Changed', one: 'changed entry', many: 'changed entries' },
};
const groupNames = Object.keys(groupWords) as readonly (keyof Additions)[];

/** The index of versions and a page of what is new for each. */
export function versionPages(site: Site): GeneratedFile[] {
  const { model } = site;
  const versions = model.versions.map((version) => ({ version, additions: additionsOf(model, version) }));
  const entries = entriesOf(model);
  return [
    indexPage(versions.toReversed(), site),
    ...versions.map(({ version, additions }, index) => {
      const neighbours = { before: versions[index - 1]?.version, after: versions[index + 1]?.version };
      return versionPage({ version, additions, ...neighbours }, entries, site);
    }),
  ];
}

interface VersionAdditions {
  readonly version: string;
  readonly additions: Additions;
}

function indexPage(versions: readonly VersionAdditions[], site: Site): GeneratedFile {
  const page = new Page(site, 'versions.md');
  return page.file('docs-versions', {
    version: site.model.version,
    table: page.table(versions, versionColumns),
  });
}

const versionColumns: readonly Column<VersionAdditions>[] = [
  { title: 'Version', text: ({ version }, page) => page.version(version) },
  ...groupNames.map((group) => ({
    title: groupWords[group].title,
    text: ({ additions }: VersionAdditions) => String(additions[group].length || ''),
  })),
];

interface VersionWithNeighbours extends VersionAdditions {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

function versionPage(
  { version, additions, before, after }: VersionWithNeighbours,
  entries: ReadonlyMap<string, Entry>,
  site: Site,
): GeneratedFile {
  const page = new Page(site, `versions/${version}.md`);
  const filled = groupNames.filter((group) => additions[group].length > 0);
  const groups = filled.map((group) => ({
    title: groupWords[group].title,
    isChanged: group === 'changed',
    table: additionTable(additions[group], entries, page),
  }));
  return page.file('docs-version', {
    version,
    index: page.href('versions.md'),
    before: before === undefined ? '' : page.version(before),
    after: after === undefined ? '' : page.version(after),
    counts: filled.map((group) => counted(additions[group].length, groupWords[group])).join(', '),
    groups,
  });
}

function counted(count: number, { one, many }: GroupWords): string {
  return `${count} ${count === 1 ? one : many}`;
}

interface AdditionRow {
  readonly owner: string;
  readonly values: string;
  readonly entry: Entry;
}

const additionColumns: readonly Column<AdditionRow>[] = [
  { title: 'Name', text: ({ owner, entry }, page) => page.linkTo(entry.home, owner) },
  { title: 'Request', text: ({ entry }) => (entry.request === undefined ? '' : code(entry.request)) },
  { title: 'New values', text: ({ values }) => values },
  { title: 'What it is', text: ({ entry }, page) => page.prose(firstSentence(entry.summary)) },
];

/** New values of one parameter or field share a line. */
function additionTable(ids: readonly string[], entries: ReadonlyMap<string, Entry>, page: Page): string {
  const valuesByOwner = new Map<string, string[]>();
  for (const id of ids) {
    const [, owner = id, value] = /^(.*?)(?:=(.*))?$/s.exec(id) ?? [];
    const values = valuesByOwner.get(owner) ?? [];
    valuesByOwner.set(owner, value === undefined ? values : [...values, code(value)]);
  }
  const rows = [...valuesByOwner].map(([owner, values]) => ({
    owner,
    values: values.join(', '),
    entry: entries.get(owner) ?? { home: owner, summary: '' },
  }));
  return page.table(rows, additionColumns);
}

/** Every id that additions can name. */
function entriesOf({ resources, models }: InterfaceModel): Map<string, Entry> {
  const operations = resources.flatMap((resource) => resource.operations);
  return new Map<string, Entry>([
    ...operations.flatMap(({ id, method, path, summary, parameters }): [string, Entry][] => [
      [id, { home: id, summary, request: `${method} ${path}` }],
      ...parameters.map(({ name, description }): [string, Entry] => [
        `${id}.${name}`,
        { home: id, summary: description },
      ]),
    ]),
    ...models.flatMap(({ name, description, properties }): [string, Entry][] => [
      [name, { home: name, summary: description }],
      ...properties.map((property): [string, Entry] => [
        `${name}.${property.name}`,
        { home: name, summary: property.description },
      ]),
    ]),
  ]);
}

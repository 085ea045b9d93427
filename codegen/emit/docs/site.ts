import type { InterfaceModel, Model, Operation, Resource } from '../../model/interface-model';
import { eventsOf } from '../../model/interface-model';
import { anchorsOf, titleOf } from './markdown';
import type { Templates } from '../templates';

/** Everything a page needs in order to be written and to point at other pages. */
export interface Site {
  readonly model: InterfaceModel;
  readonly templates: Templates;
  /** The resource that declares the event socket; its page tells about the events too. */
  readonly eventResource: Resource | undefined;
  readonly eventGroups: readonly EventGroup[];
  /** Where an operation (by id, or by method and path) or a model (by name) is described: `channels.md#hangup`. */
  readonly places: ReadonlyMap<string, string>;
  /** The same for models that the page of their resource describes as well. */
  readonly nearby: ReadonlyMap<string, string>;
}

export interface EventGroup {
  readonly title: string;
  readonly events: readonly Model[];
}

/** Events belong together by how their names begin; the first group that fits takes them. */
const groupRules: readonly { readonly title: string; readonly names: RegExp }[] = [
  { title: 'Entering and leaving an application', names: /^(Stasis|Call)/ },
  { title: 'Channel events', names: /^(Channel|Dial)/ },
  { title: 'Bridge events', names: /^Bridge/ },
  { title: 'Playback and recording events', names: /^(Playback|Recording)/ },
  { title: 'Application events', names: /^Application/ },
  { title: 'Endpoint, device and message events', names: /^(Endpoint|Contact|Peer|Device|Text)/ },
  { title: 'Other messages', names: /^/ },
];

/** Headings that the template of the events page brings along: before the operations, and between them and the events. */
const eventPageHeadings = {
  first: ['Events', 'The socket', 'REST over the socket'],
  between: ['All events', 'The envelope'],
};

export function buildSite(model: InterfaceModel, templates: Templates): Site {
  const eventResource = model.resources.find(({ operations }) =>
    operations.some(({ websocketProtocol }) => websocketProtocol !== undefined),
  );
  // Without a socket there is no page for events: they are described as models then.
  const eventGroups = eventResource === undefined ? [] : groupEvents(eventsOf(model.models));
  const site = { model, templates, eventResource, eventGroups };
  const perPage = model.resources.map((resource) => placesOn(resource, site));
  const nearby = new Map(perPage.flatMap(({ models }) => models));
  const events = eventGroups.flatMap((group) => group.events.map(({ name }) => name));
  const places = new Map([
    ...perPage.flatMap(({ operations }) => operations),
    ...modelPagePlaces(model, new Set(events)),
    ...events.flatMap((name): [string, string][] => [[name, nearby.get(name) ?? '']]),
  ]);
  return { ...site, places, nearby };
}

/** The models of a resource that are not events, in document order. */
export function plainModelsOf(resource: Resource, { eventGroups }: Pick<Site, 'eventGroups'>): Model[] {
  const events = new Set(eventGroups.flatMap((group) => group.events));
  return resource.models.filter((entry) => !events.has(entry));
}

function groupEvents(events: readonly Model[]): EventGroup[] {
  const groups = groupRules.map(({ title }) => ({ title, events: [] as Model[] }));
  for (const event of events) {
    const index = groupRules.findIndex(({ names }) => names.test(event.name));
    groups[index]?.events.push(event);
  }
  return groups.filter((group) => group.events.length > 0);
}

interface PlacesOnPage {
  readonly operations: readonly [string, string][];
  readonly models: readonly [string, string][];
}

/** Walks the headings of a resource's page in the order in which its template prints them. */
function placesOn(resource: Resource, site: Omit<Site, 'places' | 'nearby'>): PlacesOnPage {
  const holdsEvents = resource === site.eventResource;
  const operations = resource.operations.map((operation): Heading => ({ text: operation.nickname, operation }));
  const groups = holdsEvents ? site.eventGroups : [];
  const { first, between } = holdsEvents ? eventPageHeadings : { first: [titleOf(resource.name)], between: [] };
  const headings: Heading[] = [
    ...first.map((text) => ({ text })),
    ...operations,
    ...between.map((text) => ({ text })),
    ...groups.flatMap(({ title, events }) => [{ text: title }, ...events.map(modelHeading)]),
    { text: 'Models' },
    ...plainModelsOf(resource, site).map(modelHeading),
  ];
  const anchors = anchorsOf(headings.map(({ text }) => text));
  const at = (index: number) => `${resource.name}.md#${anchors[index] ?? ''}`;
  return {
    operations: headings.flatMap(({ operation }, index) => (operation ? namesOf(operation, at(index)) : [])),
    models: headings.flatMap(({ model }, index) => (model ? [[model.name, at(index)]] : [])),
  };
}

function namesOf({ id, method, path }: Operation, place: string): [string, string][] {
  return [
    [id, place],
    [`${method} ${path}`, place],
  ];
}

interface Heading {
  readonly text: string;
  readonly operation?: Operation;
  readonly model?: Model;
}

function modelHeading(model: Model): Heading {
  return { text: model.name, model };
}

function modelPagePlaces({ resources }: InterfaceModel, events: ReadonlySet<string>): [string, string][] {
  const headings: Heading[] = resources.flatMap((resource) => {
    const plain = resource.models.filter(({ name }) => !events.has(name));
    return plain.length === 0 ? [] : [{ text: titleOf(resource.name) }, ...plain.map(modelHeading)];
  });
  const anchors = anchorsOf(['Models', ...headings.map(({ text }) => text)]);
  return headings.flatMap(({ model }, index): [string, string][] =>
    model ? [[model.name, `models.md#${anchors[index + 1] ?? ''}`]] : [],
  );
}

import type { Change, Finding, What } from './change';
import { breaking, compatible, missing } from './change';
import { addedProperty, compareModel, compareProperty, propertyFinder } from './compare-models';
import { compareOperation } from './compare-operations';
import { compareParameter, describeParameter } from './compare-parameters';
import { declaredChanges } from './declared-changes';
import { sentModels } from './sent-models';
import type { Surface, SurfaceEntry, SurfaceHeader, SurfaceModel, SurfaceOperation, SurfaceProperty } from './surface';
import { eventsIn, mapOf, modelOf, ownerOf } from './surface';

/**
 * The changes that a client of the older surface sees. Parts that are added or removed with their owner are not listed
 * again.
 */
export function compareSurfaces(before: Surface, after: Surface): Change[] {
  const visible = [
    ...compareEntries(before.resources, after.resources, resourceRules),
    ...compareEntries(before.operations, after.operations, operationRules),
    ...compareParameters(before, after),
    ...compareModels(before, after),
    ...compareProperties(before, after),
    ...compareEntries(before.headers ?? [], after.headers ?? [], headerRules),
  ];
  return [...visible, ...declaredChanges(before, after, visible)].sort(inReadingOrder);
}

/** How entries of one kind are judged. */
interface Rules<Entry> {
  readonly what: (entry: Entry) => What;
  readonly added: (entry: Entry) => Finding;
  readonly removed: (entry: Entry) => Finding;
  readonly changed: (before: Entry, after: Entry) => Iterable<Finding>;
}

const resourceRules: Rules<SurfaceEntry> = {
  what: () => 'resource',
  added: () => compatible('is new'),
  removed: () => breaking('is gone'),
  changed: () => [],
};

const operationRules: Rules<SurfaceOperation> = {
  what: () => 'operation',
  added: ({ method, path }) => compatible(`is new: ${method} ${path}`),
  removed: ({ method, path }) => breaking(`is gone: ${method} ${path}`),
  changed: compareOperation,
};

const headerRules: Rules<SurfaceHeader> = {
  what: () => 'header',
  added: ({ methods }) => compatible(`is new, for ${methods.join(', ')}`),
  removed: ({ methods }) => breaking(`is gone, for ${methods.join(', ')}`),
  changed: compareHeader,
};

function* compareHeader(before: SurfaceHeader, after: SurfaceHeader): Iterable<Finding> {
  for (const method of missing(before.methods, after.methods)) yield breaking(`no longer applies to ${method}`);
  for (const method of missing(after.methods, before.methods)) yield compatible(`applies to ${method} now`);
  if (after.maxLength < before.maxLength)
    yield breaking(`takes ${after.maxLength} characters at most, was ${before.maxLength}`);
}

function compareParameters(before: Surface, after: Surface): Change[] {
  const kept = idsInBoth(before.operations, after.operations);
  const ofKept = ({ id }: SurfaceEntry) => kept.has(ownerOf(id));
  return compareEntries(before.parameters.filter(ofKept), after.parameters.filter(ofKept), {
    what: () => 'parameter',
    added: (entry) => (entry.required ? breaking : compatible)(`is new: ${describeParameter(entry)}`),
    removed: (entry) => breaking(`is gone: ${describeParameter(entry)}`),
    changed: compareParameter,
  });
}

function compareModels(before: Surface, after: Surface): Change[] {
  const events = new Set([...eventsIn(before), ...eventsIn(after)]);
  return compareEntries<SurfaceModel>(before.models, after.models, {
    what: ({ id }) => (events.has(id) ? 'event' : 'model'),
    added: () => compatible('is new'),
    removed: () => breaking('is gone'),
    changed: compareModel,
  });
}

function compareProperties(before: Surface, after: Surface): Change[] {
  const sent = sentModels(before);
  const kept = idsInBoth(before.models, after.models);
  const owned = [...before.properties, ...after.properties].map(({ id }) => id).filter((id) => kept.has(modelOf(id)));
  const ids = [...new Set(owned)].sort();
  return compareEntries<SurfaceProperty>(propertiesFor(before, ids), propertiesFor(after, ids), {
    what: () => 'property',
    added: (entry) => addedProperty(entry, sent.has(modelOf(entry.id))),
    removed: ({ type }) => breaking(`is gone: ${type}`),
    changed: (old, fresh) => compareProperty(old, fresh, sent.has(modelOf(old.id))),
  });
}

/** Inherited ones count: a property that moved up to the base still exists in the subtype. */
function propertiesFor(surface: Surface, ids: readonly string[]): SurfaceProperty[] {
  const find = propertyFinder(surface);
  return ids.flatMap((id) => {
    const model = modelOf(id);
    const found = find(model, id.slice(model.length + 1));
    return found === undefined ? [] : [{ ...found, id }];
  });
}

function compareEntries<Entry extends SurfaceEntry>(
  before: readonly Entry[],
  after: readonly Entry[],
  rules: Rules<Entry>,
): Change[] {
  const [old, fresh] = [mapOf(before), mapOf(after)];
  const removed = before.filter(({ id }) => !fresh.has(id)).map((entry) => change('removed', entry, rules));
  const others = after.flatMap((entry): Change[] => {
    const counterpart = old.get(entry.id);
    if (counterpart === undefined) return [change('added', entry, rules)];
    return [...rules.changed(counterpart, entry)].map((finding) => changedOf(finding, entry.id, rules.what(entry)));
  });
  return [...removed, ...others];
}

function change<Entry extends SurfaceEntry>(kind: 'added' | 'removed', entry: Entry, rules: Rules<Entry>): Change {
  const { detail, impact } = rules[kind](entry);
  return { kind, what: rules.what(entry), id: entry.id, detail, impact };
}

function changedOf({ detail, impact, value }: Finding, id: string, what: What): Change {
  return value === undefined
    ? { kind: 'changed', what, id, detail, impact }
    : { kind: value.kind, what: 'value', id: `${id}=${value.text}`, detail, impact };
}

function idsInBoth(before: readonly SurfaceEntry[], after: readonly SurfaceEntry[]): ReadonlySet<string> {
  const fresh = mapOf(after);
  return new Set(before.map(({ id }) => id).filter((id) => fresh.has(id)));
}

const order: readonly What[] = ['resource', 'operation', 'parameter', 'event', 'model', 'property', 'header', 'value'];

/** From the whole to its parts, then by id; what one entry went through stays together. */
function inReadingOrder(a: Change, b: Change): number {
  return order.indexOf(a.what) - order.indexOf(b.what) || (a.id === b.id ? 0 : a.id < b.id ? -1 : 1);
}

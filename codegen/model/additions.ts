import type { InterfaceModel, Since } from './interface-model';
import type { Version } from './version';

/** What one version brought, as names a reader can look up. */
export interface Additions {
  readonly operations: readonly string[];
  /** `channels.originate.label` */
  readonly parameters: readonly string[];
  /** `channels.hangup.reason=no_answer` */
  readonly values: readonly string[];
  readonly events: readonly string[];
  readonly models: readonly string[];
  /** `Channel.language` */
  readonly properties: readonly string[];
  /** Entries that were there before and took on more. */
  readonly changed: readonly string[];
}

/** What the given version added: entries that came with their owner are not named again. */
export function additionsOf(model: InterfaceModel, version: Version): Additions {
  const operations = model.resources.flatMap((resource) => resource.operations);
  const parameters = operations.flatMap((operation) =>
    operation.parameters.map((parameter) => ({
      ...parameter,
      owner: operation.since,
      id: `${operation.id}.${parameter.name}`,
    })),
  );
  const properties = model.models.flatMap((owner) =>
    owner.properties.map((property) => ({ ...property, owner: owner.since, id: `${owner.name}.${property.name}` })),
  );
  const events = new Set(model.models.filter(({ base }) => base !== undefined).map(({ name }) => name));
  const added = (entry: { readonly since: Since }) => entry.since.added === version;
  const younger = (entry: { readonly since: Since; readonly owner: Since }) =>
    added(entry) && entry.owner.added !== version;
  const changed = (entry: { readonly since: Since }) => entry.since.changed.includes(version);
  const newModels = model.models.filter(added).map(({ name }) => name);
  return {
    operations: operations.filter(added).map(({ id }) => id),
    parameters: parameters.filter(younger).map(({ id }) => id),
    values: [...parameters, ...properties].flatMap((entry) =>
      [...(entry.enum?.since ?? [])].filter(([, since]) => since === version).map(([value]) => `${entry.id}=${value}`),
    ),
    events: newModels.filter((name) => events.has(name)),
    models: newModels.filter((name) => !events.has(name)),
    properties: properties.filter(younger).map(({ id }) => id),
    changed: [
      ...operations,
      ...parameters,
      ...properties,
      ...model.models.map((entry) => ({ ...entry, id: entry.name })),
    ]
      .filter(changed)
      .map(({ id }) => id),
  };
}

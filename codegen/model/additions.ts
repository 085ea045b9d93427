import type { EnumValues, InterfaceModel, Since } from './interface-model';
import { eventsOf } from './interface-model';
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

interface Entry {
  readonly id: string;
  readonly since: Since;
}

/** An entry inside another one, with which it usually came. */
interface Member extends Entry {
  readonly owner: Since;
  readonly enum: EnumValues | undefined;
}

/** What the given version added: entries that came with their owner are not named again. */
export function additionsOf(model: InterfaceModel, version: Version): Additions {
  const operations: readonly Entry[] = model.resources.flatMap((resource) => resource.operations);
  const models = model.models.map(({ name, since }): Entry => ({ id: name, since }));
  const [parameters, properties] = [parametersOf(model), propertiesOf(model)];
  const events = new Set(eventsOf(model.models).map(({ name }) => name));
  const added = ({ since }: Entry) => since.added === version;
  const younger = (entry: Member) => added(entry) && entry.owner.added !== version;
  const newModels = idsOf(models.filter(added));
  return {
    operations: idsOf(operations.filter(added)),
    parameters: idsOf(parameters.filter(younger)),
    values: [...parameters, ...properties].flatMap((entry) => newValues(entry, version)),
    events: newModels.filter((name) => events.has(name)),
    models: newModels.filter((name) => !events.has(name)),
    properties: idsOf(properties.filter(younger)),
    changed: idsOf(
      [...operations, ...parameters, ...properties, ...models].filter(({ since }) => since.changed.includes(version)),
    ),
  };
}

function parametersOf({ resources }: InterfaceModel): Member[] {
  const operations = resources.flatMap((resource) => resource.operations);
  return operations.flatMap(({ id, since: owner, parameters }) =>
    parameters.map(({ name, since, enum: values }) => ({ id: `${id}.${name}`, since, owner, enum: values })),
  );
}

function propertiesOf({ models }: InterfaceModel): Member[] {
  return models.flatMap(({ name: model, since: owner, properties }) =>
    properties.map(({ name, since, enum: values }) => ({ id: `${model}.${name}`, since, owner, enum: values })),
  );
}

function newValues({ id, enum: values }: Member, version: Version): string[] {
  return [...(values?.since ?? [])].flatMap(([value, since]) => (since === version ? [`${id}=${value}`] : []));
}

function idsOf(entries: readonly Entry[]): string[] {
  return entries.map(({ id }) => id);
}

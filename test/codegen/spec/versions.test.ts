import type { Model, Operation, Parameter, Property, Since } from '../../../codegen/model/interface-model';
import { compareVersions } from '../../../src/shared/text/version';
import { readData, realModel, sharedOnly } from '../../support/spec/spec-facts';

interface Dates {
  readonly versions: readonly string[];
  readonly operations: readonly { readonly since: string; readonly operation: string }[];
  readonly parameters: readonly InOperation[];
  readonly values: readonly (InOperation & { readonly value: string })[];
  readonly changes: readonly (InOperation & { readonly what: string })[];
  readonly models: readonly { readonly since: string; readonly model: string }[];
  readonly fields: readonly InModel[];
  readonly fieldValues: readonly (InModel & { readonly value: string })[];
  readonly fieldChanges: readonly (InModel & { readonly what: string })[];
}
type InOperation = { readonly since: string; readonly operation: string; readonly parameter: string };
type InModel = { readonly since: string; readonly field: string };

const known = readData<Dates>('versions.json');
const { versions, resources, ...interfaceModel } = realModel();
const operations = sharedOnly(resources.flatMap((resource) => resource.operations));
const models = sharedOnly(interfaceModel.models);

/** Fields that only the specification names: nothing else says when they came, so they are as old as their source. */
const namedBySpecificationOnly = ['Channel.app_name', 'Channel.app_data', 'LiveRecording.total_duration'];

describe('the versions of the spec', () => {
  it('are those that the specification has in use; what only we have is younger', () => {
    expect(versions.slice(0, known.versions.length)).toEqual(known.versions);
    for (const ours of versions.slice(known.versions.length)) {
      expect(compareVersions(ours, '2.1.0')).toBeGreaterThanOrEqual(0);
    }
  });

  it.each(known.operations)('have $operation since $since', ({ operation, since }) => {
    expect(operationOf(operation).since.added).toBe(since);
  });

  it('have every other operation from the start', () => {
    const dated = new Set(known.operations.map(({ operation }) => operation));
    const others = operations.filter(({ id }) => !dated.has(id));

    expect(others).toHaveLength(62);
    expect(others.filter(({ since }) => since.added !== '1.0.0')).toEqual([]);
  });

  it.each(known.parameters)('have $parameter of $operation since $since', ({ operation, parameter, since }) => {
    expect(parameterOf(operation, parameter).since.added).toBe(since);
  });

  it('have no other parameter that is younger than its operation', () => {
    const dated = new Set(known.parameters.map(({ operation, parameter }) => `${operation}.${parameter}`));
    const younger = operations.flatMap(({ id, since, parameters }) =>
      sharedOnly(parameters)
        .filter((entry) => entry.since.added !== since.added)
        .map(({ name }) => `${id}.${name}`),
    );

    expect(younger.filter((id) => !dated.has(id))).toEqual([]);
  });

  it.each(known.values)(
    'have $parameter=$value of $operation since $since',
    ({ operation, parameter, value, since }) => {
      expect(sinceOfValue(parameterOf(operation, parameter), value)).toBe(since);
    },
  );

  it.each(known.changes)('tell that $parameter of $operation took on more in $since: $what', (change) => {
    expect(all(parameterOf(change.operation, change.parameter).since)).toContain(change.since);
  });

  it.each(known.models)('have $model since $since', ({ model, since }) => {
    expect(modelOf(model).since.added).toBe(since);
  });

  it('have every other model from the start', () => {
    const dated = new Set(known.models.map(({ model }) => model));

    expect(models.filter(({ name, since }) => !dated.has(name) && since.added !== '1.0.0')).toEqual([]);
  });

  it.each(known.fields)('have $field since $since', ({ field, since }) => {
    expect(fieldOf(field).since.added).toBe(since);
  });

  it('have no other field that is younger than its model', () => {
    const dated = new Set([...known.fields.map(({ field }) => field), ...namedBySpecificationOnly]);
    const younger = models.flatMap(({ name, since, properties }) =>
      sharedOnly(properties)
        .filter((entry) => entry.since.added !== since.added)
        .map((entry) => `${name}.${entry.name}`),
    );

    expect(younger.filter((field) => !dated.has(field))).toEqual([]);
  });

  // Deviation: `done` took the place of `complete` in 2.0.0. We never send `complete`, and a view of an older version
  // without any state for a finished playback would be worse than one that is ahead of its time.
  it.each(known.fieldValues.filter(({ value }) => value !== 'done'))(
    'have $field=$value since $since',
    ({ field, value, since }) => {
      expect(sinceOfValue(fieldOf(field), value)).toBe(since);
    },
  );

  it.each(known.fieldChanges)('tell that $field took on more in $since: $what', ({ field, since }) => {
    expect(all(fieldOf(field).since)).toContain(since);
  });
});

function operationOf(id: string): Operation {
  return found(operations, (operation) => operation.id === id);
}

function parameterOf(operation: string, name: string): Parameter {
  return found(operationOf(operation).parameters, (parameter) => parameter.name === name);
}

function modelOf(name: string): Model {
  return found(models, (model) => model.name === name);
}

function fieldOf(field: string): Property {
  const [model = '', name] = field.split('.');
  return found(modelOf(model).properties, (property) => property.name === name);
}

function sinceOfValue({ enum: values, since }: Parameter | Property, value: string): string | undefined {
  return values?.values.includes(value) ? (values.since.get(value) ?? since.added) : undefined;
}

function all({ added, changed }: Since): string[] {
  return [added, ...changed];
}

function found<Entry>(entries: readonly Entry[], isIt: (entry: Entry) => boolean): Entry {
  const entry = entries.find(isIt);
  if (entry === undefined) throw new Error('the spec lacks what the data names');
  return entry;
}

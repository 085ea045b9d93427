import { additionsOf } from '../../codegen/model/additions';
import { buildModel } from '../../codegen/model/build-model';
import type { InterfaceModel, Model, Operation, Parameter, Property } from '../../codegen/model/interface-model';
import { allProperties, ancestorsOf, eventsOf, valueType } from '../../codegen/model/interface-model';
import { compareVersions } from '../../src/shared/text/version';
import { newest, nextMajor, nextMinor } from '../../codegen/model/version';
import type { SpecBuilder } from '../support/spec/spec-builder';
import { aModel, anOperation, aParameter, aSpec, get } from '../support/spec/spec-builder';

const modelOf = (spec: SpecBuilder): InterfaceModel => buildModel(spec.load());

describe('an operation in the model', () => {
  it('keeps the order of the listing, not that of the files', () => {
    const spec = aSpec()
      .set('resources#/apis/0/path', '/api-docs/parts.{format}')
      .set('resources#/apis/1/path', '/api-docs/things.{format}');

    expect(operations(modelOf(spec)).map(({ id }) => id)).toEqual(['parts.list', 'things.list', 'things.get']);
  });

  it('answers with nothing when its type is void', () => {
    const spec = aSpec().set('things#/apis/0/operations/1', anOperation());

    expect(operation(spec, 'things.touch').result).toBeUndefined();
  });

  it.each([
    ['a model', { type: 'Thing' }, { kind: 'model', name: 'Thing' }],
    ['a primitive', { type: 'boolean' }, { kind: 'primitive', name: 'boolean' }],
    ['a file', { type: 'string', format: 'binary' }, { kind: 'primitive', name: 'binary' }],
    [
      'a list of models',
      { type: 'array', items: { $ref: 'Thing' } },
      { kind: 'array', items: { kind: 'model', name: 'Thing' } },
    ],
  ])('answers with %s where its type says so', (_, type, result) => {
    const responseMessages = [{ code: 200, message: 'Here.' }];
    const spec = aSpec().set('things#/apis/0/operations/1', anOperation({ ...type, responseMessages }));

    expect(operation(spec, 'things.touch').result).toEqual(result);
  });

  it('tells the success code from the errors wherever it stands', () => {
    const responseMessages = [
      { code: 409, message: 'Busy.' },
      { code: 204, message: 'Touched.' },
      { code: 404, message: 'Gone.' },
    ];
    const spec = aSpec().set('things#/apis/0/operations/1', anOperation({ responseMessages }));

    const { success, errors } = operation(spec, 'things.touch');

    expect(success).toEqual({ code: 204, message: 'Touched.' });
    expect(errors.map(({ code }) => code)).toEqual([409, 404]);
  });

  it('needs the modules of its resource and its own, each once', () => {
    const spec = aSpec()
      .set('resources#/modules/1', { name: 'res_more', description: 'More.' })
      .set('things#/requiresModules', ['res_more', 'res_things']);

    expect(operation(spec, 'things.list').requiresModules).toEqual(['res_more', 'res_things']);
    expect(operation(spec, 'things.get').requiresModules).toEqual(['res_more', 'res_things']);
    expect(operation(aSpec(), 'things.get').requiresModules).toEqual(['res_things']);
    expect(operation(aSpec(), 'things.list').requiresModules).toEqual([]);
  });

  it('produces JSON unless it says otherwise', () => {
    const spec = aSpec().set(`${get}/produces`, ['audio/wav']);

    expect(operation(spec, 'things.list').produces).toEqual(['application/json']);
    expect(operation(spec, 'things.get').produces).toEqual(['audio/wav']);
  });

  it('is reachable by every spelling of its path under every spelling of its resource', () => {
    const spec = aSpec()
      .set('things#/aliases', ['/stuff', '/old/things'])
      .set('things#/apis/1/aliases', ['/things/by-id/{thingId}']);

    expect(operation(spec, 'things.get').aliases).toEqual([
      '/things/by-id/{thingId}',
      '/stuff/{thingId}',
      '/stuff/by-id/{thingId}',
      '/old/things/{thingId}',
      '/old/things/by-id/{thingId}',
    ]);
    expect(operation(spec, 'things.list').aliases).toEqual(['/stuff', '/old/things']);
    expect(operation(spec, 'parts.list').aliases).toEqual([]);
  });
});

describe('a parameter in the model', () => {
  it('is one optional value without default, range or enum when the spec says nothing of them', () => {
    const spec = aSpec().set('things#/apis/0/operations/0/parameters/0', aParameter());

    expect(parameter(spec, 'things.list', 'size')).toEqual({
      name: 'size',
      in: 'query',
      description: 'How big.',
      required: false,
      type: { kind: 'primitive', name: 'string' },
      multiple: false,
      defaultValue: undefined,
      usualDefault: undefined,
      enum: undefined,
      ignoreCase: false,
      minimum: undefined,
      maximum: undefined,
      bounds: { maxLength: 4096 },
      onAnyNode: false,
      near: false,
      since: { added: '1.0.0', changed: [] },
    });
  });

  it.each<[string, Record<string, string | number | boolean | string[]>, object]>([
    ['a text', {}, { maxLength: 4096 }],
    ['a text with a bound', { maxLength: 9 }, { maxLength: 9 }],
    ['a text with a list of values', { enum: ['a'] }, {}],
    ['a list', { allowMultiple: true }, { maxItems: 127, maxLength: 4096 }],
    ['a list with bounds', { allowMultiple: true, maxItems: 2, maxLength: 3 }, { maxItems: 2, maxLength: 3 }],
    ['an object', { paramType: 'body', type: 'object' }, { maxProperties: 256, maxLength: 65_536 }],
    ['a number', { type: 'integer' }, {}],
  ])('is never without a bound: %s', (_, declared, bounds) => {
    const spec = aSpec().set('things#/apis/0/operations/0/parameters/0', aParameter(declared));

    expect(parameter(spec, 'things.list', 'size').bounds).toEqual(bounds);
  });

  it('has its bounds as numbers', () => {
    const { minimum, maximum, defaultValue } = parameter(aSpec(), 'things.get', 'depth');

    expect({ minimum, maximum, defaultValue }).toEqual({ minimum: 0, maximum: 9, defaultValue: 1 });
  });

  it.each([
    ['integer', undefined, 'int32'],
    ['integer', 'int32', 'int32'],
    ['integer', 'int64', 'int64'],
    ['number', undefined, 'number'],
    ['number', 'double', 'number'],
    ['string', undefined, 'string'],
    ['string', 'date-time', 'date-time'],
    ['boolean', undefined, 'boolean'],
  ])('of type %s and format %s is an %s', (type, format, name) => {
    const spec = aSpec().set('things#/apis/0/operations/0/parameters/0', aParameter({ type, format }));

    expect(parameter(spec, 'things.list', 'size').type).toEqual({ kind: 'primitive', name });
  });

  it('is the whole body only where the spec says so', () => {
    const body = { paramType: 'body', type: 'json' };
    const member = aSpec().set('things#/apis/0/operations/0/parameters/0', aParameter(body));
    const whole = aSpec().set('things#/apis/0/operations/0/parameters/0', aParameter({ ...body, wholeBody: true }));

    expect(parameter(member, 'things.list', 'size').in).toBe('body');
    expect(parameter(whole, 'things.list', 'size').in).toBe('whole-body');
  });

  it('holds a list of its type when several values are allowed', () => {
    const spec = aSpec().set(`${get}/parameters/2/allowMultiple`, true);

    expect(valueType(parameter(spec, 'things.get', 'order'))).toEqual({
      kind: 'array',
      items: { kind: 'primitive', name: 'string' },
    });
    expect(valueType(parameter(aSpec(), 'things.get', 'order'))).toEqual({ kind: 'primitive', name: 'string' });
  });
});

describe('a model of the model', () => {
  it('takes a property that no list of required ones names for optional', () => {
    const { models } = modelOf(aSpec());

    expect(propertiesOf(models, 'Thing').map(({ name, required }) => ({ name, required }))).toEqual([
      { name: 'name', required: true },
      { name: 'parts', required: false },
    ]);
    expect(propertiesOf(models, 'Part').map(({ required }) => required)).toEqual([false]);
  });

  it('knows its base although only the base names it', () => {
    const { models } = modelOf(aSpec());

    expect(model(models, 'ThingMoved').base).toBe('Notice');
    expect(model(models, 'Notice')).toMatchObject({ base: undefined, subTypes: ['ThingMoved'], discriminator: 'type' });
    expect(model(models, 'Part')).toMatchObject({ base: undefined, subTypes: [], discriminator: undefined });
  });

  it('has the properties of its ancestors before its own', () => {
    const { models } = modelOf(withFamily());
    const alarm = model(models, 'Alarm');

    expect(ancestorsOf(alarm, models).map(({ name }) => name)).toEqual(['Notice', 'Event']);
    expect(allProperties(alarm, models).map(({ name }) => name)).toEqual(['type', 'at', 'tone']);
  });

  it('is an event only when it is a leaf below Event', () => {
    expect(eventsOf(modelOf(withFamily()).models).map(({ name }) => name)).toEqual(['Alarm']);
  });
});

describe('versions in the model', () => {
  it('come from the owner where an entry has none, without the changes of the owner', () => {
    const spec = aSpec()
      .set(`${get}/since`, ['1.1.0', '1.3.0'])
      .set('things#/models/Refusal/since', ['1.0.0', '1.4.0'])
      .set('parts#/since', ['1.0.0', '1.5.0']);
    const { models } = modelOf(spec);

    expect(parameter(spec, 'things.get', 'depth').since).toEqual({ added: '1.1.0', changed: [] });
    expect(propertiesOf(models, 'Refusal')[0]?.since).toEqual({ added: '1.0.0', changed: [] });
    expect(model(models, 'Part').since).toEqual({ added: '1.0.0', changed: [] });
  });

  it('tell when an entry was added and when it changed', () => {
    const spec = aSpec().set(`${get}/parameters/1/since`, ['1.2.0', '1.4.0', '2.0.0']);

    expect(parameter(spec, 'things.get', 'depth').since).toEqual({ added: '1.2.0', changed: ['1.4.0', '2.0.0'] });
  });

  it('are kept for those values of an enum that are younger than their owner', () => {
    const spec = aSpec().set(`${get}/parameters/2/enumSince`, { up: ['1.1.0'], down: ['1.10.0'] });

    const { enum: values } = parameter(spec, 'things.get', 'order');

    expect(values?.values).toEqual(['up', 'down']);
    expect([...(values?.since ?? [])]).toEqual([['down', '1.10.0']]);
  });

  it('in use are gathered from everywhere, each once, from old to new, and the newest is that of the interface', () => {
    const spec = aSpec()
      .set(`${get}/parameters/2/enumSince`, { down: ['1.10.0'] })
      .set('parts#/models/Part/properties/label/since', ['1.9.0', '2.0.0'])
      .set('parts#/since', ['1.0.0', '1.2.0']);

    const { version, versions } = modelOf(spec);

    expect(versions).toEqual(['1.0.0', '1.1.0', '1.2.0', '1.9.0', '1.10.0', '2.0.0']);
    expect(version).toBe('2.0.0');
  });

  it('say what each of them added, without naming what came with its owner', () => {
    const spec = withFamily()
      .set('things#/models/Alarm/since', ['1.1.0'])
      .set(`${get}/parameters/1/since`, ['1.2.0'])
      .set(`${get}/parameters/0/since`, ['1.1.0', '1.2.0'])
      .set('parts#/models/Part/properties/label/since', ['1.2.0'])
      .set('things#/models/Lamp', aModel('Lamp', { since: ['1.2.0'], standalone: true }));
    const interfaceModel = modelOf(spec);

    expect(additionsOf(interfaceModel, '1.1.0')).toMatchObject({
      operations: ['things.get'],
      parameters: [],
      events: ['Alarm'],
      models: ['ThingMoved'],
      properties: [],
    });
    expect(additionsOf(interfaceModel, '1.2.0')).toEqual({
      operations: [],
      parameters: ['things.get.depth'],
      values: ['things.get.order=down'],
      events: [],
      models: ['Lamp'],
      properties: ['Part.label'],
      changed: ['things.get.thingId'],
    });
  });

  it('are compared by number, not by text', () => {
    expect(compareVersions('1.10.0', '1.9.0')).toBeGreaterThan(0);
    expect(compareVersions('1.9.9', '2.0.0')).toBeLessThan(0);
    expect(compareVersions('1.2.3', '1.2.3')).toBe(0);
    expect(newest(['1.9.0', '1.10.0', '1.2.0'])).toBe('1.10.0');
    expect(nextMinor('1.9.3')).toBe('1.10.0');
    expect(nextMajor('1.9.3')).toBe('2.0.0');
  });
});

/** Notice, below it Event, below that Alarm; ThingMoved is a notice but no event. */
function withFamily(): SpecBuilder {
  const property = { type: 'string', description: 'As it says.' };
  return aSpec()
    .set('things#/models/Alarm', aModel('Alarm', { properties: { tone: property } }))
    .set('things#/models/Event', aModel('Event', { properties: { at: property }, subTypes: ['Alarm'] }))
    .set('things#/models/Notice/subTypes/1', 'Event');
}

function operations({ resources }: InterfaceModel): Operation[] {
  return resources.flatMap((resource) => resource.operations);
}

function operation(spec: SpecBuilder, id: string): Operation {
  return found(operations(modelOf(spec)).find((candidate) => candidate.id === id));
}

function parameter(spec: SpecBuilder, id: string, name: string): Parameter {
  return found(operation(spec, id).parameters.find((candidate) => candidate.name === name));
}

function model(models: readonly Model[], name: string): Model {
  return found(models.find((candidate) => candidate.name === name));
}

function propertiesOf(models: readonly Model[], name: string): readonly Property[] {
  return model(models, name).properties;
}

function found<Entry>(entry: Entry | undefined): Entry {
  if (entry === undefined) throw new Error('the model lacks what the test looks for');
  return entry;
}

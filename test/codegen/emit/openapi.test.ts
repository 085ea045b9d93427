import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { openApiDocument } from '../../../codegen/emit/openapi/openapi';
import type { OpenApiDocument, OperationObject } from '../../../codegen/emit/openapi/document';
import { buildModel } from '../../../codegen/model/build-model';
import { eventsOf } from '../../../codegen/model/interface-model';
import { validateOpenApi } from '../../../codegen/validate-openapi';
import { aStasisStart } from '../../support/client/client-events';
import { aModel, anOperation, aParameter, aSpec } from '../../support/spec/spec-builder';
import type { SpecBuilder } from '../../support/spec/spec-builder';
import { realModel } from '../../support/spec/spec-facts';

const model = realModel();
const document = openApiDocument(model);

/** `things.touch`, as the small spec declares it after the given changes. */
function touch(changes: Parameters<typeof anOperation>[0], edit = (spec: SpecBuilder) => spec): OperationObject {
  const spec = aSpec().set('things#/apis/0/operations/1', anOperation(changes));
  return operation(openApiDocument(buildModel(edit(spec).load())), 'things.touch');
}

function operation(from: OpenApiDocument, id: string): OperationObject {
  const found = operationsOf(from).find(({ operationId }) => operationId === id);
  if (found === undefined) throw new Error(`no operation ${id}`);
  return found;
}

function operationsOf({ paths }: OpenApiDocument): OperationObject[] {
  return Object.values(paths).flatMap(({ get, post, put, delete: remove }) =>
    [get, post, put, remove].filter((entry) => entry !== undefined),
  );
}

describe('the OpenAPI document of the interface', () => {
  it('is valid', async () => {
    await expect(validateOpenApi(document)).resolves.toBeUndefined();
  });

  it('is told to be invalid when a reference leads nowhere', async () => {
    const broken = structuredClone(document);
    delete broken.components.schemas?.['Channel'];

    await expect(validateOpenApi(broken)).rejects.toThrow(/not valid: .*Channel/);
  });

  it('is not touched by its validation', async () => {
    const before = JSON.stringify(document);

    await validateOpenApi(document);

    expect(JSON.stringify(document)).toBe(before);
  });

  it('has the version of the interface and the prefix of its paths', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: model.version }, servers: [{ url: '/ari' }] });
  });

  it('has every operation at its own path and at each alias, under an id of its own', () => {
    const wanted = model.resources
      .flatMap(({ operations }) => operations)
      .flatMap(({ id, aliases }) => [id, ...aliases.map((alias) => `${id}@${alias}`)]);

    const ids = operationsOf(document).map(({ operationId }) => operationId);

    expect(ids).toHaveLength(wanted.length);
    expect(new Set(ids)).toEqual(new Set(wanted));
  });

  it('describes a resource by a tag', () => {
    expect(document.tags?.map(({ name }) => name)).toEqual(model.resources.map(({ name }) => name));
    expect(document.tags?.every(({ description }) => description !== '')).toBe(true);
  });

  it('takes the credentials that the listing of the spec names', () => {
    const listing = JSON.parse(readFileSync(join(__dirname, '../../../api-docs/resources.json'), 'utf8')) as {
      authorizations: Record<string, { type: string; passAs?: string; keyname?: string }>;
    };

    expect(Object.keys(document.components.securitySchemes ?? {})).toEqual(Object.keys(listing.authorizations));
    expect(document.components.securitySchemes?.['apiKey']).toMatchObject({
      in: listing.authorizations['apiKey']?.passAs,
      name: listing.authorizations['apiKey']?.keyname,
    });
    expect(document.security).toEqual([{ basicAuth: [] }, { apiKey: [] }]);
  });
});

describe('an operation in OpenAPI', () => {
  it('says since when it is there, what changed it and which modules it needs', () => {
    expect(touch({ since: ['1.0.0', '1.2.0'], requiresModules: ['res_things'] })).toMatchObject({
      'x-since': '1.0.0',
      'x-changed': ['1.2.0'],
      'x-requires-modules': ['res_things'],
    });
  });

  it('links to its aliases, which link back', () => {
    expect(operation(document, 'server.ping')['x-aliases']).toEqual(['/asterisk/ping']);
    expect(document.paths['/asterisk/ping']?.get).toMatchObject({
      operationId: 'server.ping@/asterisk/ping',
      'x-alias-of': 'server.ping',
    });
    expect(document.paths['/asterisk/config/dynamic/{configClass}/{objectType}/{id}']?.put).toMatchObject({
      'x-alias-of': 'server.updateObject',
    });
  });

  it('that opens a websocket switches protocols and has no body on either side', () => {
    const upgrade = operation(document, 'events.eventWebsocket');

    expect(upgrade).toMatchObject({ 'x-websocket-protocol': 'ari', responses: { 101: {} } });
    expect(upgrade.responses['101']).not.toHaveProperty('content');
    expect(upgrade).not.toHaveProperty('requestBody');
  });
});

describe('a parameter in OpenAPI', () => {
  it('with several values is a comma-separated list', () => {
    const { parameters } = touch({ parameters: [aParameter({ allowMultiple: true })] });

    expect(parameters).toMatchObject([
      { style: 'form', explode: false, schema: { type: 'array', items: { type: 'string' }, minItems: 1 } },
    ]);
  });

  it('keeps its range, its default and the format of its integers', () => {
    const range = { type: 'integer', format: 'int64', minimum: '1', maximum: '9', defaultValue: 3 };

    expect(touch({ parameters: [aParameter(range)] }).parameters).toMatchObject([
      { schema: { type: 'integer', format: 'int64', minimum: 1, maximum: 9, default: 3 } },
    ]);
  });

  it('tells which of its values are younger than itself, and whether their case matters', () => {
    const values = { enum: ['up', 'down'], enumSince: { down: ['1.2.0'] }, ignoreCase: true };

    expect(touch({ parameters: [aParameter(values)] }).parameters).toMatchObject([
      {
        schema: { enum: ['up', 'down'], 'x-enum-since': { down: '1.2.0' } },
        'x-since': '1.0.0',
        'x-ignore-case': true,
      },
    ]);
  });

  it('of the query is required there and optional, without its default, in the body', () => {
    const needed = aParameter({ name: 'needed', required: true });
    const preset = aParameter({ name: 'preset', type: 'integer', defaultValue: 7 });
    const { parameters, requestBody } = touch({ parameters: [needed, preset] });

    expect(parameters).toMatchObject([{ required: true }, { required: false, schema: { default: 7 } }]);
    expect(requestBody).toMatchObject({
      required: false,
      content: {
        'application/json': { schema: { properties: { needed: { type: 'string' } } } },
        'application/x-www-form-urlencoded': { schema: { properties: { needed: { type: 'string' } } } },
      },
    });
    expect(JSON.stringify(requestBody)).not.toContain('"default"');
    expect(JSON.stringify(requestBody)).not.toContain('"required":[');
  });

  it('that several operations describe in the same words is written once, and referred to', () => {
    const shared = document.components.parameters ?? {};
    const { parameters } = operation(document, 'channels.answer');

    expect(parameters).toEqual([
      { $ref: expect.stringMatching(/^#\/components\/parameters\/channels\./) as string },
      { $ref: '#/components/parameters/Idempotency-Key' },
      { $ref: '#/components/parameters/Patchbay-Socket' },
    ]);
    for (const entry of operationsOf(document).flatMap(({ parameters = [] }) => parameters)) {
      if ('$ref' in entry) expect(shared).toHaveProperty([entry.$ref.slice('#/components/parameters/'.length)]);
      else expect(Object.values(shared)).not.toContainEqual(entry);
    }
  });

  it('that the body must have makes the body required, which no form can then be', () => {
    const member = aParameter({ name: 'variables', paramType: 'body', type: 'object', required: true });
    const { requestBody } = touch({ parameters: [member, aParameter()] });

    expect(requestBody).toMatchObject({ required: true });
    expect(requestBody).toHaveProperty(['content', 'application/json', 'schema', 'required'], ['variables']);
    expect(requestBody).not.toHaveProperty(['content', 'application/x-www-form-urlencoded']);
  });

  it('that is the whole body gives the body its schema', () => {
    const whole = aParameter({ paramType: 'body', type: undefined, $ref: 'Thing', wholeBody: true });

    expect(touch({ parameters: [whole] }).requestBody).toHaveProperty('content', {
      'application/json': { schema: { $ref: '#/components/schemas/Thing' } },
    });
  });
});

describe('an answer in OpenAPI', () => {
  it('of a creation tells where the object is', () => {
    const created = { type: 'Thing', responseMessages: [{ code: 201, message: 'Made.' }] };

    expect(touch(created).responses).toMatchObject({ 201: { headers: { Location: { required: true } } } });
  });

  it('is a common one unless the operation has its own words for it', () => {
    const responses = (codes: readonly number[]) =>
      touch({ responseMessages: codes.map((code) => ({ code, message: 'Own words.' })) }).responses;

    expect(responses([204])).toMatchObject({ 400: { $ref: '#/components/responses/BadRequest' } });
    expect(responses([204, 400])).toMatchObject({ 400: { description: 'Own words.' } });
  });

  it('that is an error has the body that all errors have', () => {
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorMessage' } } };

    expect(document.components.responses).toMatchObject({ Unauthorized: { content } });
    expect(operation(document, 'channels.get').responses).toMatchObject({ 404: { content } });
  });

  it('that is a recording is audio, not JSON', () => {
    const { responses } = operation(document, 'recordings.getStoredFile');

    expect(responses).toMatchObject({
      200: { content: { 'audio/*': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } } } },
    });
    expect(responses['200']).not.toHaveProperty(['content', 'application/json']);
  });

  it('that is a file may also be a part of it, or that the reader has it', () => {
    const { responses } = operation(document, 'recordings.getStoredFile');

    expect(responses).toMatchObject({
      206: { content: { 'audio/*': {} } },
      304: { description: expect.stringContaining('If-None-Match') as string },
    });
    expect(operation(document, 'recordings.getStored').responses).not.toHaveProperty('206');
  });
});

describe('a model in OpenAPI', () => {
  const { schemas = {} } = document.components;

  it('is a sound JSON Schema', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(document, 'openapi');

    for (const name of Object.keys(schemas)) {
      expect(ajv.validateSchema(schemas[name] ?? {})).toBe(true);
      expect(ajv.getSchema(`openapi#/components/schemas/${name}`)).toBeInstanceOf(Function);
    }
  });

  it('keeps the form of timestamps that is really sent', () => {
    const { pattern, examples } = (schemas['Channel']?.properties?.['creationtime'] ?? {}) as Record<string, unknown>;

    expect((examples as string[]).every((example) => new RegExp(String(pattern)).test(example))).toBe(true);
    expect(JSON.stringify(document)).not.toContain('"date-time"');
  });

  it('of a family has a member per leaf, told apart by the name in its type', () => {
    const events = eventsOf(model.models);

    expect(schemas['Event']).toMatchObject({
      oneOf: events.map(({ name }) => ({ $ref: `#/components/schemas/${name}` })),
      discriminator: { propertyName: 'type' },
    });
    for (const { name } of events) {
      expect(schemas[name]).toMatchObject({ properties: { type: { const: name }, application: {}, timestamp: {} } });
      expect(schemas[name]?.required).toEqual(expect.arrayContaining(['type', 'application', 'timestamp']));
    }
  });

  it('can be handed to a validator that knows discriminators', () => {
    const ajv = new Ajv2020({ strict: false, discriminator: true, validateFormats: false });
    ajv.addSchema(document, 'openapi');
    const isEvent = ajv.getSchema('openapi#/components/schemas/Event');

    expect(isEvent?.(aStasisStart('c1'))).toBe(true);
    expect(isEvent?.({ ...aStasisStart('c1'), channel: undefined })).toBe(false);
    expect(isEvent?.({ ...aStasisStart('c1'), type: 'Unheard' })).toBe(false);
  });

  it('does not make inherited properties older than itself', () => {
    const family = aSpec()
      .set('things#/models/Base', aModel('Base', base))
      .set('things#/models/Young', aModel('Young', { since: ['1.2.0'] }));

    expect(openApiDocument(buildModel(family.load())).components.schemas?.['Young']).toMatchObject({
      'x-since': '1.2.0',
      properties: { kind: { const: 'Young', 'x-since': '1.2.0' } },
    });
  });
});

const base = {
  required: ['kind'],
  properties: { kind: { type: 'string', description: 'Which.' } },
  subTypes: ['Young'],
  discriminator: 'kind',
};

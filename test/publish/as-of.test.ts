import Ajv2020 from 'ajv/dist/2020';
import { asyncApiDocument } from '../../codegen/emit/asyncapi';
import { eventSchemas } from '../../codegen/emit/event-schemas';
import { openApiDocument } from '../../codegen/emit/openapi/openapi';
import { buildModel } from '../../codegen/model/build-model';
import type { InterfaceModel } from '../../codegen/model/interface-model';
import { loadSpec } from '../../codegen/spec/load-spec';
import { validateOpenApi } from '../../codegen/validate-openapi';
import type { JsonObject } from '../../src/contract/json';
import { openApiAsOf, swaggerAsOf } from '../../src/publish/as-of';
import { asyncApiAsOf, eventSchemasAsOf } from '../../src/publish/events-as-of';
import type { SwaggerDocuments } from '../../src/publish/swagger';
import { asyncApiErrors } from '../support/spec/async-api-validator';
import { anOperation, aParameter, aSpec } from '../support/spec/spec-builder';
import { realModel } from '../support/spec/spec-facts';
import { realDocuments } from './real-documents';

const model = realModel();
const openApi = openApiDocument(model);
const asyncApi = asyncApiDocument(model) as JsonObject;
const eventSchema = eventSchemas(model) as JsonObject;
const swagger = realDocuments();

describe.each(model.versions)('the interface as of %s', (version) => {
  const view = openApiAsOf(openApi, version);
  const documents = swaggerAsOf(swagger, version);
  const events = asyncApiAsOf(asyncApi, version);
  const schemas = eventSchemasAsOf(eventSchema, events, version);

  it('is valid OpenAPI and says which version it is', async () => {
    await expect(validateOpenApi(view)).resolves.toBeUndefined();
    expect(view.info.version).toBe(version);
  });

  it('passes every check of the spec in its Swagger form, and holds the same in both forms', () => {
    expect(openApiDocument(modelOf(documents))).toEqual(view);
  });

  it('holds the same events in AsyncAPI and in JSON Schema as the generator would write then', () => {
    const then = modelOf(documents);

    expect(events).toEqual(asyncApiDocument(then));
    expect(schemas).toEqual(eventSchemas(then));
  });

  it('has valid AsyncAPI and a JSON Schema that can be compiled', () => {
    expect(asyncApiErrors(events)).toEqual([]);
    expect(() => new Ajv2020({ strict: true }).compile(schemas)).not.toThrow();
  });

  it('mentions no younger version', () => {
    const younger = model.versions.slice(model.versions.indexOf(version) + 1);
    const text = JSON.stringify([documents, view, events, schemas]);

    expect(younger.filter((later) => text.includes(`"${later}"`))).toEqual([]);
  });
});

describe('the newest interface', () => {
  it('is the whole interface', () => {
    expect(openApiAsOf(openApi, model.version)).toEqual(openApi);
    expect(asyncApiAsOf(asyncApi, model.version)).toEqual(asyncApi);
    expect(eventSchemasAsOf(eventSchema, asyncApi, model.version)).toEqual(eventSchema);
    expect(swaggerAsOf(swagger, model.version)).toMatchObject(swagger);
  });
});

describe('the first interface', () => {
  const [first = ''] = model.versions;
  const view = openApiAsOf(openApi, first);
  const documents = swaggerAsOf(swagger, first);

  it('has no resource that came later', () => {
    expect(documents.listing.apis.map(({ path }) => path)).not.toContain('/api-docs/mailboxes.{format}');
    expect(documents.declarations).not.toHaveProperty('mailboxes');
    expect(view.tags?.map(({ name }) => name)).not.toContain('mailboxes');
  });

  it('has no operation that came later, under an alias neither', () => {
    const nicknames = operationsOf(documents, 'server').map(({ nickname }) => nickname);

    expect(nicknames).toContain('getInfo');
    expect(nicknames).not.toContain('ping');
    expect(view.paths).toHaveProperty(['/asterisk/info']);
    expect(view.paths).not.toHaveProperty(['/asterisk/ping']);
  });

  it('has no parameter that came later, neither in the query nor in a body', () => {
    const play = view.paths?.['/channels/{channelId}/play']?.post;
    const body = JSON.stringify(play?.requestBody);
    const socket = operationsOf(documents, 'events').find(({ nickname }) => nickname === 'eventWebsocket');

    expect(play?.parameters).not.toContainEqual(expect.objectContaining({ name: 'playbackId' }));
    expect(body).toContain('"media":');
    expect(body).not.toContain('"playbackId":');
    expect(socket?.parameters.map(({ name }) => name)).toEqual(['app']);
  });

  it('has no value that came later', () => {
    const hangup = operationsOf(documents, 'channels').find(({ nickname }) => nickname === 'hangup');

    expect(hangup?.parameters.find(({ name }) => name === 'reason')?.enum).toEqual(['normal', 'busy', 'congestion']);
    expect(view.components?.schemas?.['Playback']?.properties?.['state']).toMatchObject({
      enum: expect.not.arrayContaining(['continuing']) as unknown,
    });
  });

  it('has no event that came later, in no family', () => {
    const { schemas = {} } = view.components ?? {};

    expect(schemas).not.toHaveProperty('CallClaimed');
    expect(schemas['Event']?.oneOf).not.toContainEqual({ $ref: '#/components/schemas/CallClaimed' });
    expect(documents.declarations['events']?.models['Event']?.subTypes).not.toContain('CallClaimed');
  });

  it('requires no property that came later', () => {
    expect(view.components?.schemas?.['Channel']?.required).not.toContain('language');
    expect(documents.declarations['channels']?.models['Channel']?.required).not.toContain('language');
  });
});

describe('an operation that took its first parameter later', () => {
  const late = anOperation({ parameters: [aParameter({ since: ['1.2.0'], required: true })] });
  const whole = openApiDocument(buildModel(aSpec().set('things#/apis/0/operations/1', late).load()));

  it('has neither parameters nor a body before that', () => {
    const before = openApiAsOf(whole, '1.1.0').paths?.['/things']?.put;

    expect(before).not.toHaveProperty('parameters');
    expect(before).not.toHaveProperty('requestBody');
    expect(openApiAsOf(whole, '1.2.0').paths?.['/things']?.put).toEqual(whole.paths['/things']?.put);
  });
});

function operationsOf({ declarations }: SwaggerDocuments, resource: string) {
  return declarations[resource]?.apis.flatMap(({ operations }) => operations) ?? [];
}

/** Sends the documents through the generator's own checks. `apiVersion` is for readers only: the spec has none. */
function modelOf({ listing, declarations }: SwaggerDocuments): InterfaceModel {
  const files = Object.entries({ resources: listing, ...declarations });
  return buildModel(
    loadSpec(
      files.map(([name, file]) => ({
        path: `api-docs/${name}.json`,
        text: JSON.stringify(file, (key, value: unknown) => (key === 'apiVersion' ? undefined : value)),
      })),
    ),
  );
}

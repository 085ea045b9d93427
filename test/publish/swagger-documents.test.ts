import { swaggerAsOf } from '../../src/publish/as-of';
import type { EcosystemDeclaration } from '../../src/publish/ecosystem-dialect';
import type { SwaggerModel } from '../../src/publish/swagger';
import { publishSwagger } from '../../src/publish/swagger-documents';
import type { PublishedSwagger } from '../../src/publish/swagger-documents';
import { realModel } from '../support/spec/spec-facts';
import { realDocuments } from './real-documents';

const model = realModel();
const source = realDocuments();
const address = { basePath: 'http://pbx.example:8088/ari', version: '2.0.0' };
const strict = publishSwagger(source, { ...address, dialect: 'strict' });
const ecosystem = publishSwagger(source, { ...address, dialect: 'ecosystem' });

describe.each([
  ['strict', strict],
  ['ecosystem', ecosystem],
])('the published Swagger documents in the %s dialect', (_, { listing, declarations }) => {
  it('say where they are served and which version they stand for', () => {
    for (const document of [listing, ...Object.values(declarations)]) {
      expect(document).toMatchObject({ swaggerVersion: '1.2', basePath: address.basePath, apiVersion: '2.0.0' });
    }
  });

  it('list exactly the declarations there are', () => {
    expect(listing.apis.map(({ path }) => path)).toEqual(
      Object.keys(declarations).map((name) => `/api-docs/${name}.{format}`),
    );
  });

  it('are complete, each in itself', () => {
    for (const declaration of Object.values(declarations)) {
      expect(modelNamesIn(declaration).filter((name) => !Object.hasOwn(declaration.models, name))).toEqual([]);
    }
  });

  it('bring along what a foreign model refers to in turn, and nothing else', () => {
    expect(declarations['events']?.models).toHaveProperty('CallerID');
    expect(Object.keys(declarations['playbacks']?.models ?? {})).toEqual(['Playback']);
  });
});

describe('a published Swagger document in the strict dialect', () => {
  it('is the source but for its address, its version and the models it needed', () => {
    for (const [name, declaration] of Object.entries(source.declarations)) {
      expect(strict.declarations[name]).toMatchObject({ ...declaration, basePath: address.basePath });
    }
    expect(strict.listing.apis).toEqual(source.listing.apis);
  });

  it('leaves the source as it was', () => {
    expect(source).toEqual(realDocuments());
  });
});

describe('a published Swagger document in the dialect of the ecosystem', () => {
  const channels = ecosystem.declarations['channels'] as EcosystemDeclaration;

  it.each([
    ['channels', 'list', 'List[Channel]'],
    ['channels', 'get', 'Channel'],
    ['channels', 'answer', 'void'],
    ['recordings', 'getStoredFile', 'binary'],
  ])('says what %s.%s answers in one word', (resource, nickname, type) => {
    expect(operation(resource, nickname)).toMatchObject({ type, responseClass: type });
    expect(operation(resource, nickname)).not.toHaveProperty('items');
  });

  it('has the older names of method and errors', () => {
    const { errorResponses, ...hangup } = operation('channels', 'hangup');

    expect(hangup).toMatchObject({ httpMethod: 'DELETE', method: 'DELETE' });
    expect(errorResponses.map(({ code }) => code)).toEqual([400, 404]);
    expect(errorResponses.every(({ reason }) => reason !== '')).toBe(true);
  });

  it.each([
    ['channels.originate.endpoint', { dataType: 'string', allowMultiple: false, paramType: 'query' }],
    ['channels.originate.priority', { dataType: 'long', allowableValues: { valueType: 'RANGE', min: 0 } }],
    ['channels.originate.variables', { dataType: 'object', paramType: 'body' }],
    ['channels.play.media', { dataType: 'string', allowMultiple: true }],
    ['server.updateObject.fields', { dataType: 'List[ConfigTuple]', paramType: 'body' }],
    ['applications.filter.filter', { dataType: 'object', paramType: 'body' }],
    [
      'bridges.record.ifExists',
      { allowableValues: { valueType: 'LIST', values: ['fail', 'overwrite', 'append'] }, defaultValue: 'fail' },
    ],
  ])('describes the parameter %s', (place, facts) => {
    const [resource = '', nickname = '', name] = place.split('.');

    expect(operation(resource, nickname).parameters.find((parameter) => parameter.name === name)).toMatchObject(facts);
  });

  it.each([
    ['Channel', 'creationtime', { type: 'Date', required: true }],
    ['Channel', 'caller', { type: 'CallerID', required: true }],
    ['Channel', 'channelvars', { type: 'object', required: false }],
    ['DialplanCEP', 'priority', { type: 'long' }],
    ['RTPstat', 'rtt', { type: 'double' }],
    ['Channel', 'state', { type: 'string', allowableValues: { valueType: 'LIST' } }],
  ])('describes the property %s.%s', (owner, property, facts) => {
    const described = channels.models[owner]?.properties[property];

    expect(described).toMatchObject(facts);
    expect(described).not.toHaveProperty('$ref');
    expect(described).not.toHaveProperty('format');
  });

  it('has a list of models as a property in the same spelling', () => {
    expect(ecosystem.declarations['sounds']?.models['Sound']?.properties['formats']).toMatchObject({
      type: 'List[FormatLangPair]',
      required: true,
    });
  });

  it('is there once more under each alias of its resource, with the paths that clients know', () => {
    const { resourcePath, apis } = ecosystem.declarations['asterisk'] ?? { apis: [] };
    const paths = apis.map(({ path }) => path);

    expect(resourcePath).toBe('/asterisk');
    expect(paths).toContain('/asterisk/ping');
    expect(paths).toContain('/asterisk/config/dynamic/{configClass}/{objectType}/{id}');
    expect(paths.every((path) => path.startsWith('/asterisk/'))).toBe(true);
    expect(paths).toHaveLength(source.declarations['server']?.apis.length ?? 0);
    expect(strict.declarations).not.toHaveProperty('asterisk');
  });

  it('can be had as of every version in use', () => {
    for (const version of model.versions) {
      const published = publishSwagger(swaggerAsOf(source, version), { ...address, version, dialect: 'ecosystem' });

      expect(published.declarations['asterisk']).toMatchObject({ apiVersion: version });
    }
  });
});

function operation(resource: string, nickname: string) {
  const { apis } = ecosystem.declarations[resource] as EcosystemDeclaration;
  const found = apis.flatMap(({ operations }) => operations).find((candidate) => candidate.nickname === nickname);
  if (found === undefined) throw new Error(`no operation ${resource}.${nickname}`);
  return found;
}

/** Every model that a declaration names, in whatever dialect. */
function modelNamesIn(declaration: PublishedSwagger['declarations'][string]): string[] {
  const known = model.models.map(({ name }) => name);
  const values = [...JSON.stringify(declaration).matchAll(/"(?:type|\$ref|responseModel)":"(?:List\[)?(\w+)/g)];
  const subTypes = Object.values<Pick<SwaggerModel, 'subTypes'>>(declaration.models).flatMap(
    ({ subTypes: names = [] }) => names,
  );
  return [...values.map(([, name = '']) => name).filter((name) => known.includes(name)), ...subTypes];
}

import { join } from 'node:path';
import { readInput, readSpec } from '../../codegen/disk';
import { emitClient } from '../../codegen/emit/client';
import { makeTemplates } from '../../codegen/emit/templates';
import { generate } from '../../codegen/generate';
import { buildModel } from '../../codegen/model/build-model';
import type { InterfaceModel, Operation, Parameter, Resource } from '../../codegen/model/interface-model';
import { loadSpec } from '../../codegen/spec/load-spec';
import { Project } from '../support/spec/compile-project';

const { templates } = readInput(join(__dirname, '../..'));
const tinySpec = readSpec(join(__dirname, '../fixtures/tiny-spec'));
const tinyModel = buildModel(loadSpec(tinySpec));

function clientOf(model: InterfaceModel): string {
  const [file] = [emitClient(model, makeTemplates(templates))].flat();
  return file?.text ?? '';
}

/** The tiny interface after a change to its only operation. */
function withOperation(change: (operation: Operation) => Operation): InterfaceModel {
  const resources = tinyModel.resources.map((resource: Resource) => ({
    ...resource,
    operations: resource.operations.map(change),
  }));
  return { ...tinyModel, resources };
}

const aParameter = (name: string, place: Parameter['in']): Parameter => ({
  name,
  in: place,
  description: 'A value.',
  required: false,
  type: { kind: 'primitive', name: 'string' },
  multiple: false,
  defaultValue: undefined,
  usualDefault: undefined,
  enum: undefined,
  ignoreCase: false,
  minimum: undefined,
  bounds: {},
  maximum: undefined,
  names: undefined,
  claims: undefined,
  onAnyNode: false,
  near: false,
  since: { added: '1.0.0', changed: [] },
});

describe('the generated client', () => {
  it('is a class per resource, a one-line method per operation and a table of facts', () => {
    const text = clientOf(tinyModel);

    expect(text).toContain("export type ThingsGetRequest = WithDefaults<ThingsGetParams, 'depth'>;");
    expect(text).toContain("path: '/things/{thingId}'");
    expect(text).toContain(
      [
        '  get(params: ThingsGetRequest, options?: RequestOptions): Promise<Thing> {',
        '    return this.#send(thingsCalls.get, params, options);',
        '  }',
      ].join('\n'),
    );
  });

  it('says in its comments what the spec says', () => {
    expect(clientOf(tinyModel)).toContain(
      [
        '  /**',
        '   * Get a thing.',
        '   *',
        '   * `GET /things/{thingId}`',
        '   *',
        '   * Throws an `ApiFailure` with the status',
        '   * - 404: No such thing.',
        '   */',
      ].join('\n'),
    );
  });

  it('has no `connect` where the spec has no event socket', () => {
    const text = clientOf(tinyModel);

    expect(text).not.toContain('connect(');
    expect(text).not.toContain('session');
    expect(text).toContain('export function createClient');
  });

  it('compiles under our settings without an event socket too', () => {
    const project = new Project(generate({ spec: tinySpec, templates }).files);

    const errors = project.compile('generated/client.ts').filter((error) => error.startsWith('generated/client.ts'));
    project.remove();

    expect(errors).toEqual([]);
  });

  it.each<{ where: string; method: Operation['method']; places: readonly Parameter['in'][]; facts: string }>([
    { where: 'the query of a GET', method: 'GET', places: ['path', 'query'], facts: "query: ['b']" },
    { where: 'the query of a DELETE', method: 'DELETE', places: ['path', 'query'], facts: "query: ['b']" },
    { where: 'the body of a POST', method: 'POST', places: ['path', 'query', 'body'], facts: "body: ['b', 'c']" },
    { where: 'the body of a PUT', method: 'PUT', places: ['path', 'query'], facts: "body: ['b']" },
    {
      where: 'both, where a GET has members of a body',
      method: 'GET',
      places: ['path', 'query', 'body'],
      facts: "query: ['b'], body: ['c']",
    },
    {
      where: 'the query, where one of them is the body',
      method: 'PUT',
      places: ['path', 'query', 'whole-body'],
      facts: "query: ['b'], wholeBody: 'c'",
    },
  ])('puts parameters into $where', ({ method, places, facts }) => {
    const parameters = places.map((place, index) => aParameter('abc'.charAt(index), place));

    const text = clientOf(withOperation((operation) => ({ ...operation, path: '/{a}', method, parameters })));

    expect(text).toContain(`method: '${method}', path: '/{a}', ${facts}, answer: json<Thing>() },`);
  });

  it('quotes a nickname that is not an identifier', () => {
    const text = clientOf(withOperation((operation) => ({ ...operation, nickname: 'get-it' })));

    expect(text).toContain("  'get-it'(params:");
    expect(text).toContain("this.#send(thingsCalls['get-it'], params, options)");
  });

  it('returns bytes for what is not JSON and nothing for what has no body', () => {
    const binary = clientOf(
      withOperation((operation) => ({ ...operation, result: { kind: 'primitive', name: 'binary' } })),
    );
    const empty = clientOf(withOperation((operation) => ({ ...operation, result: undefined })));

    expect(binary).toContain('Promise<Uint8Array>');
    expect(binary).toContain("import { bytes, sendOver } from '../src/client/call';");
    expect(empty).toContain('Promise<void>');
    expect(empty).toContain("import { nothing, sendOver } from '../src/client/call';");
  });
});

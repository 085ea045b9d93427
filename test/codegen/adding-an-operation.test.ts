import { join } from 'node:path';
import { readInput, readSpec } from '../../codegen/disk';
import { generate } from '../../codegen/generate';
import type { SourceText } from '../../codegen/spec/source-file';
import { unrestricted } from '../../src/policy/rights';
import { Dispatcher } from '../../src/api/dispatcher';
import type { Route } from '../../src/contract/route';
import { Project } from '../support/spec/compile-project';

const { templates } = readInput(join(__dirname, '../..'));
const tinySpec = readSpec(join(__dirname, '../fixtures/tiny-spec'));

const handlers = (body: string): string => `
import type { ThingsOperations } from './generated/operations';
export const things: ThingsOperations = {
  get: ({ thingId, depth }) => (depth > 0 ? { status: 200, body: { id: thingId } } : { status: 404, message: 'too shallow' }),
  ${body}
};
export { routes } from './generated/routes';
`;

/** The spec after somebody added `PUT /things/{thingId}`. */
function withRename(spec: readonly SourceText[]): SourceText[] {
  return spec.map(({ path, text }) => {
    if (!path.endsWith('things.json')) return { path, text };
    const declaration = JSON.parse(text) as { apis: { operations: object[] }[] };
    declaration.apis[0]?.operations.push({
      method: 'PUT',
      nickname: 'rename',
      summary: 'Rename a thing',
      since: ['1.1.0'],
      limited: 'own',
      owner: 'here',
      type: 'Thing',
      parameters: [
        { name: 'thingId', paramType: 'path', names: 'new', description: 'Its id.', required: true, type: 'string' },
        { name: 'name', paramType: 'query', description: 'Its new name.', required: true, type: 'string' },
      ],
      responseMessages: [
        { code: 200, message: 'The thing under its new name.' },
        { code: 409, message: 'The name is taken.' },
      ],
    });
    return { path, text: JSON.stringify(declaration, null, 2) };
  });
}

function projectOf(spec: readonly SourceText[], body: string): Project {
  const { files } = generate({ spec, templates });
  return new Project([
    ...files.filter(({ path }) => path.startsWith('generated/')),
    { path: 'handlers.ts', text: handlers(body) },
  ]);
}

describe('adding an operation to the spec', () => {
  const projects: Project[] = [];
  const compile = (spec: readonly SourceText[], body: string): { project: Project; errors: string[] } => {
    const project = projectOf(spec, body);
    projects.push(project);
    return { project, errors: project.compile('handlers.ts') };
  };
  afterAll(() => projects.forEach((project) => project.remove()));

  it('compiles as long as every declared operation has its handler', () => {
    expect(compile(tinySpec, '').errors).toEqual([]);
  });

  it('fails to compile at exactly the handler object that lacks it', () => {
    const { errors } = compile(withRename(tinySpec), '');

    expect(errors).toEqual([expect.stringMatching(/^handlers\.ts\(3\): Property 'rename' is missing/)]);
  });

  it('refuses a status that the spec does not declare', () => {
    const { errors } = compile(withRename(tinySpec), "rename: () => ({ status: 418, message: 'short and stout' }),");

    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^handlers\.ts\(5\): .*418/);
  });

  it('makes the operation reachable once it is handled', async () => {
    const { project, errors } = compile(
      withRename(tinySpec),
      'rename: ({ name }) => ({ status: 200, body: { id: name } }),',
    );
    expect(errors).toEqual([]);
    project.copyToDist('generated/validators.js');
    const { routes, things } = jest.requireActual<{ routes: readonly Route<{ things: object }>[]; things: object }>(
      join(project.folder, 'dist/handlers.js'),
    );
    const dispatcher = new Dispatcher({
      routes,
      operations: { things },
      isLoaded: () => true,
      nextRequestId: () => 'r1',
      onFault: fail,
    });
    const context = { user: 'anna', door: 'process' } as const;
    const rights = unrestricted;

    const renamed = await dispatcher.dispatch({
      method: 'PUT',
      path: '/things/7',
      query: new URLSearchParams({ name: 'seven' }),
      rights,
      context,
    });
    const unnamed = await dispatcher.dispatch({
      method: 'PUT',
      path: '/things/7',
      query: new URLSearchParams(),
      rights,
      context,
    });

    expect(renamed).toEqual({ status: 200, body: { id: 'seven' } });
    expect(unnamed).toMatchObject({
      status: 400,
      body: { message: "parameter 'name' is required: give a string", parameter: 'name' },
    });
  });
});

function fail(error: unknown): never {
  throw error;
}

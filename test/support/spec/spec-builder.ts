import { loadSpec } from '../../../codegen/spec/load-spec';
import { formatProblem, SpecError } from '../../../codegen/spec/problem';
import type { SourceText } from '../../../codegen/spec/source-file';
import type { Spec } from '../../../codegen/spec/spec';

type Tree = { [key: string]: unknown };

/** A small valid spec to edit: the listing `resources`, and the resources `things` and `parts`. */
export function aSpec(): SpecBuilder {
  return new SpecBuilder(new Map(Object.entries({ resources: listing(), things: things(), parts: parts() })));
}

/** Edits by address (`things#/apis/0/path`); a file without its own text is serialised with two blanks a level. */
export class SpecBuilder {
  readonly #rewrites: { readonly file: string; readonly rewrite: (text: string) => string }[] = [];

  constructor(private readonly files: Map<string, Tree>) {}

  /** Puts a value at the address; an index one past the end appends. */
  set(address: string, value: unknown): this {
    const { parent, key } = this.#find(address);
    parent[key] = value;
    return this;
  }

  remove(address: string): this {
    const { parent, key } = this.#find(address);
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
    return this;
  }

  addFile(name: string, tree: Tree): this {
    this.files.set(name, tree);
    return this;
  }

  removeFile(name: string): this {
    this.files.delete(name);
    return this;
  }

  /** Works on the finished text of a file, for faults that no tree can have. */
  rewrite(file: string, rewrite: (text: string) => string): this {
    this.#rewrites.push({ file, rewrite });
    return this;
  }

  texts(): SourceText[] {
    return [...this.files].map(([name, tree]) => ({
      path: `api-docs/${name}.json`,
      text: this.#rewrites
        .filter(({ file }) => file === name)
        .reduce((text, { rewrite }) => rewrite(text), JSON.stringify(tree, null, 2)),
    }));
  }

  load(): Spec {
    return loadSpec(this.texts());
  }

  #find(address: string): { parent: Tree; key: string } {
    const [file = '', pointer = ''] = address.split('#');
    const steps = pointer.split('/').slice(1);
    const key = steps.pop();
    const parent = steps.reduce<unknown>((node, step) => (node as Tree | undefined)?.[step], this.files.get(file));
    if (key === undefined || typeof parent !== 'object' || parent === null) throw new Error(`nothing at ${address}`);
    return { parent: parent as Tree, key };
  }
}

/** A row of a table: one fault, and the one line it is reported with. */
export interface BrokenSpec {
  readonly fault: string;
  readonly spec: SpecBuilder;
  /** File, line, JSON pointer, what is wrong; what would be right. */
  readonly problem: string;
}

/** Where `things.get` stands, the operation with the most to break. */
export const get = 'things#/apis/1/operations/0';

/** What loading the spec reports, a line per problem; empty when it is sound. */
export function problemsIn(spec: SpecBuilder): string[] {
  try {
    spec.load();
    return [];
  } catch (error) {
    if (error instanceof SpecError) return error.problems.map(formatProblem);
    throw error;
  }
}

/** A query parameter with nothing special about it. */
export function aParameter(changes: Tree = {}): Tree {
  return { name: 'size', paramType: 'query', description: 'How big.', required: false, type: 'string', ...changes };
}

/** An operation that answers without a body. */
export function anOperation(changes: Tree = {}): Tree {
  return {
    method: 'PUT',
    nickname: 'touch',
    summary: 'Touch it',
    since: ['1.0.0'],
    type: 'void',
    parameters: [],
    responseMessages: [{ code: 204, message: 'Touched.' }],
    ...changes,
  };
}

export function aModel(id: string, changes: Tree = {}): Tree {
  return { id, description: `A ${id}.`, properties: {}, ...changes };
}

function listing(): Tree {
  return {
    swaggerVersion: '1.2',
    basePath: 'http://localhost:8088/ari',
    info: { title: 'Things', description: 'Things and their parts.' },
    authorizations: {},
    apis: [
      { path: '/api-docs/things.{format}', description: 'Things.' },
      { path: '/api-docs/parts.{format}', description: 'Parts of things.' },
    ],
    responseMessages: [{ code: 400, message: 'Not understood.', responseModel: 'Refusal' }],
    modules: [{ name: 'res_things', description: 'Things.' }],
  };
}

function things(): Tree {
  return {
    swaggerVersion: '1.2',
    basePath: 'http://localhost:8088/ari',
    resourcePath: '/things',
    since: ['1.0.0'],
    apis: [
      {
        path: '/things',
        description: 'All things',
        operations: [
          {
            method: 'GET',
            nickname: 'list',
            summary: 'List the things',
            since: ['1.0.0'],
            type: 'array',
            items: { $ref: 'Thing' },
            parameters: [],
            responseMessages: [{ code: 200, message: 'The things.' }],
          },
        ],
      },
      {
        path: '/things/{thingId}',
        description: 'One thing',
        operations: [
          {
            method: 'GET',
            nickname: 'get',
            summary: 'Look at a thing',
            since: ['1.1.0'],
            type: 'Thing',
            requiresModules: ['res_things'],
            parameters: [
              { name: 'thingId', paramType: 'path', description: 'Its id.', required: true, type: 'string' },
              {
                name: 'depth',
                paramType: 'query',
                description: 'How deep.',
                required: false,
                type: 'integer',
                minimum: '0',
                maximum: '9',
                defaultValue: 1,
              },
              {
                name: 'order',
                paramType: 'query',
                description: 'In which order.',
                required: false,
                type: 'string',
                enum: ['up', 'down'],
                enumSince: { down: ['1.2.0'] },
              },
            ],
            responseMessages: [
              { code: 200, message: 'The thing.' },
              { code: 404, message: 'No such thing.', responseModel: 'Refusal' },
            ],
          },
        ],
      },
    ],
    models: {
      Thing: aModel('Thing', {
        required: ['name'],
        properties: {
          name: { type: 'string', description: 'Its name.' },
          parts: { type: 'array', items: { $ref: 'Part' }, description: 'What it is made of.' },
        },
      }),
      Notice: aModel('Notice', {
        required: ['type'],
        properties: { type: { type: 'string', description: 'Which notice it is.' } },
        subTypes: ['ThingMoved'],
        discriminator: 'type',
      }),
      ThingMoved: aModel('ThingMoved', {
        since: ['1.1.0'],
        properties: { thing: { $ref: 'Thing', description: 'The thing that moved.' } },
      }),
      Refusal: aModel('Refusal', { properties: { message: { type: 'string', description: 'Why not.' } } }),
    },
  };
}

function parts(): Tree {
  return {
    swaggerVersion: '1.2',
    basePath: 'http://localhost:8088/ari',
    resourcePath: '/parts',
    since: ['1.0.0'],
    apis: [
      {
        path: '/parts',
        description: 'All parts',
        operations: [
          {
            method: 'GET',
            nickname: 'list',
            summary: 'List the parts',
            since: ['1.0.0'],
            type: 'array',
            items: { $ref: 'Part' },
            parameters: [],
            responseMessages: [{ code: 200, message: 'The parts.' }],
          },
        ],
      },
    ],
    models: {
      Part: aModel('Part', { properties: { label: { type: 'string', description: 'Its label.' } } }),
    },
  };
}

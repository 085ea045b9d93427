import type { Surface } from '../../../codegen/compat/surface';
import { surfaceOf } from '../../../codegen/compat/surface';
import { buildModel } from '../../../codegen/model/build-model';
import { loadSpec } from '../../../codegen/spec/load-spec';

export type Json = Record<string, unknown>;

/** A small spec that a test may bend before it becomes a surface. Parts are reached by name. */
export class SpecDraft {
  readonly aliases: string[] = ['/telephones'];
  readonly since: string[] = ['1.0.0'];
  readonly operations = new Map<string, Json>();
  readonly paths = new Map<string, { path: string; aliases: string[] }>();
  readonly models = new Map<string, Json>();

  constructor() {
    this.#addOperations();
    this.#addModels();
  }

  operation(name: string): Json {
    return found(this.operations, name);
  }

  path(operation: string): { path: string; aliases: string[] } {
    return found(this.paths, operation);
  }

  parameters(operation: string): Json[] {
    return this.operation(operation)['parameters'] as Json[];
  }

  /** `ring.volume` */
  parameter(id: string): Json {
    const [operation = '', name = ''] = id.split('.');
    const parameter = this.parameters(operation).find((candidate) => candidate['name'] === name);
    if (parameter === undefined) throw new Error(`the draft has no parameter ${id}`);
    return parameter;
  }

  model(name: string): Json {
    return found(this.models, name);
  }

  properties(model: string): Record<string, Json> {
    return this.model(model)['properties'] as Record<string, Json>;
  }

  /** `Phone.state` */
  property(id: string): Json {
    const [model = '', name = ''] = id.split('.');
    const property = this.properties(model)[name];
    if (property === undefined) throw new Error(`the draft has no property ${id}`);
    return property;
  }

  surface(): Surface {
    const phones = {
      swaggerVersion: '1.2',
      basePath: 'http://localhost',
      resourcePath: '/phones',
      since: this.since,
      aliases: this.aliases,
      apis: [...this.operations].map(([name, operation]) => {
        const { path, aliases } = this.path(name);
        return { path, aliases, description: 'A path.', operations: [operation] };
      }),
      models: Object.fromEntries(this.models),
    };
    const texts = { 'resources.json': listing, 'phones.json': phones };
    const files = Object.entries(texts).map(([name, value]) => ({
      path: `api-docs/${name}`,
      text: JSON.stringify(value),
    }));
    return surfaceOf(buildModel(loadSpec(files)));
  }

  #addOperations(): void {
    this.add('list', '/phones', anOperation({ type: 'array', items: { $ref: 'Phone' } }));
    this.add('listen', '/phones/events', {
      ...anOperation({ type: 'Message', responseMessages: [{ code: 101, message: 'Open.' }] }),
      upgrade: 'websocket',
      websocketProtocol: 'phones',
    });
    this.add('ring', '/phones/{phoneId}/ring', {
      ...anOperation({ method: 'POST', type: 'Phone', requiresModules: ['bells'] }),
      parameters: [
        aParameter('phoneId', { paramType: 'path', required: true }),
        aParameter('volume', { type: 'integer', minimum: '0', maximum: '10', defaultValue: 5 }),
        aParameter('count', { type: 'integer', required: true }),
        aParameter('mode', { enum: ['long', 'short'], ignoreCase: true }),
        aParameter('label', {}),
        aParameter('tags', { allowMultiple: true }),
        aParameter('note', { paramType: 'body' }),
        aParameter('settings', { paramType: 'body', type: 'array', items: { $ref: 'Setting' } }),
      ],
      responseMessages: [
        { code: 200, message: 'It rings.' },
        { code: 404, message: 'No phone.' },
      ],
    });
    this.path('ring').aliases.push('/phones/ring/{phoneId}');
  }

  add(name: string, path: string, operation: Json): void {
    this.operations.set(name, { ...operation, nickname: name });
    this.paths.set(name, { path, aliases: [] });
  }

  #addModels(): void {
    const state = { type: 'string', description: 'State.', enum: ['idle', 'ringing'] };
    this.models.set(
      'Phone',
      aModel('Phone', { id: text, state, nick: text, owner: { ...reference('Owner') } }, ['id']),
    );
    this.models.set('Owner', aModel('Owner', { name: text }, []));
    const kind = { type: 'string', description: 'Kind.', enum: ['a', 'b'] };
    this.models.set('Setting', aModel('Setting', { name: text, value: text, kind }, ['name']));
    this.models.set('Request', aModel('Request', { uri: text, body: text }, ['uri']));
    this.models.set('Message', {
      ...aModel('Message', { type: text, at: text }, ['type']),
      discriminator: 'type',
      subTypes: ['Event'],
    });
    this.models.set('Event', { ...aModel('Event', { app: text }, []), subTypes: ['Rang', 'Muted'] });
    this.models.set(
      'Rang',
      aModel('Rang', { phone: reference('Phone'), times: { ...text, type: 'integer' } }, ['phone']),
    );
    this.models.set('Muted', aModel('Muted', {}, []));
  }
}

/** The draft as released (all of it in 1.0.0), bent by the given edit. */
export function surfaceAfter(edit: (draft: SpecDraft) => void = () => undefined): Surface {
  const draft = new SpecDraft();
  edit(draft);
  return draft.surface();
}

export function anOperation(overrides: Json): Json {
  return {
    method: 'GET',
    summary: 'Do something.',
    since: ['1.0.0'],
    parameters: [],
    responseMessages: [{ code: 200, message: 'Done.' }],
    ...overrides,
  };
}

export function aParameter(name: string, overrides: Json): Json {
  return { name, paramType: 'query', description: 'A parameter.', required: false, type: 'string', ...overrides };
}

export function aModel(id: string, properties: Record<string, Json>, required: readonly string[]): Json {
  // Copied: two drafts, or two properties of one, must not share what a test edits.
  const own = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, { ...one }]));
  // Tests take away what refers to a model, and that is not what they are about.
  return { id, description: 'A model.', properties: own, required: [...required], standalone: true };
}

export const text: Json = { type: 'string', description: 'A text.' };

export function reference(model: string): Json {
  return { $ref: model, description: 'Another model.' };
}

const listing = {
  swaggerVersion: '1.2',
  basePath: 'http://localhost',
  info: { title: 'Phones', description: 'For tests.' },
  authorizations: {},
  apis: [{ path: '/api-docs/phones.{format}', description: 'Phones.' }],
  responseMessages: [],
  modules: [
    { name: 'bells', description: 'Bells.' },
    { name: 'lamps', description: 'Lamps.' },
  ],
};

function found<Value>(values: ReadonlyMap<string, Value>, name: string): Value {
  const value = values.get(name);
  if (value === undefined) throw new Error(`the draft has no ${name}`);
  return value;
}

import type { Shape } from '../spec/shape';

/** The lists of a surface, in the order in which they are written. */
export const sections = ['resources', 'operations', 'parameters', 'models', 'properties', 'headers'] as const;

const text: Shape = { kind: 'text' };
const flag: Shape = { kind: 'boolean' };
const scalar: Shape = { kind: 'scalar' };
const texts: Shape = { kind: 'list', of: text, atLeast: 1 };
const version: Shape = { kind: 'word', pattern: /^\d+\.\d+\.\d+$/, like: 'a version as major.minor.patch' };

const dated = { id: text, since: { kind: 'list', of: version, atLeast: 1 } as Shape };
const values = {
  required: flag,
  // Not `text`: an empty value may well be one of the enum's.
  enum: { kind: 'list', of: scalar, atLeast: 1 } as Shape,
  enumSince: { kind: 'map', of: version } as Shape,
};

const entries = {
  resources: { kind: 'object', required: dated },
  operations: {
    kind: 'object',
    required: {
      ...dated,
      method: { kind: 'choice', of: ['GET', 'POST', 'PUT', 'DELETE'] },
      path: text,
      success: { kind: 'integer' },
    },
    optional: {
      aliases: texts,
      result: text,
      errors: { kind: 'list', of: { kind: 'integer' }, atLeast: 1 },
      modules: texts,
      produces: texts,
      protocol: text,
    },
  },
  parameters: {
    kind: 'object',
    required: { ...dated, in: { kind: 'choice', of: ['path', 'query', 'body', 'whole-body'] }, type: text },
    optional: {
      ...values,
      multiple: flag,
      default: scalar,
      ignoreCase: flag,
      minimum: scalar,
      maximum: scalar,
      maxLength: { kind: 'integer' },
      maxItems: { kind: 'integer' },
      maxProperties: { kind: 'integer' },
    },
  },
  models: { kind: 'object', required: dated, optional: { base: text, discriminator: text } },
  properties: { kind: 'object', required: { ...dated, type: text }, optional: values },
  headers: { kind: 'object', required: { ...dated, methods: texts, maxLength: { kind: 'integer' } } },
} as const satisfies Readonly<Record<(typeof sections)[number], Shape>>;

/** What a lock file must look like. */
export const surfaceShape: Shape = {
  kind: 'object',
  required: {
    version,
    resources: { kind: 'list', of: entries.resources },
    operations: { kind: 'list', of: entries.operations },
    parameters: { kind: 'list', of: entries.parameters },
    models: { kind: 'list', of: entries.models },
    properties: { kind: 'list', of: entries.properties },
  },
  optional: { headers: { kind: 'list', of: entries.headers, atLeast: 1 } },
};

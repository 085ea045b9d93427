import type { Shape } from './shape';

const text: Shape = { kind: 'text' };
const flag: Shape = { kind: 'boolean' };
const since: Shape = {
  kind: 'list',
  atLeast: 1,
  of: {
    kind: 'word',
    pattern: /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/,
    like: 'a version as major.minor.patch, such as "1.7.0"',
  },
};
const identifier: Shape = {
  kind: 'word',
  pattern: /^[A-Za-z_][A-Za-z0-9_]*$/,
  like: 'a name of letters, digits and _ that does not start with a digit',
};
const path: Shape = {
  kind: 'word',
  pattern: /^(\/(\{\w+\}|[\w.-]+))+$/,
  like: 'a path such as "/channels/{channelId}"',
};
const texts: Shape = { kind: 'list', of: text, distinct: true };
const paths: Shape = { kind: 'list', of: path, distinct: true };
const numeral: Shape = { kind: 'word', pattern: /^-?\d+(\.\d+)?$/, like: 'a number in quotes, such as "0"' };
const swaggerVersion: Shape = { kind: 'choice', of: ['1.2'] };

const itemType: Shape = { kind: 'object', required: {}, optional: { type: text, $ref: text, format: text } };
const dataType = { type: text, $ref: text, format: text, items: itemType };
const constraints = {
  enum: { kind: 'list', of: { kind: 'scalar' }, atLeast: 1, distinct: true } as Shape,
  enumSince: { kind: 'map', of: since } as Shape,
};

const calls = ['application', 'channel', 'bridge', 'playback', 'liveRecording'];
const objectKinds = [...calls, 'storedRecording', 'device', 'mailbox'];
const namedKinds = [
  ...objectKinds,
  'offer',
  'eventSource',
  'media',
  'variable',
  'recordingToMake',
  'endpoint',
  'externalHost',
  'new',
  'nothing',
];

/** Kinds of objects whose ids clients may choose. */
const claimedKinds = ['channel', 'bridge', 'playback', 'liveRecording'];

const parameter: Shape = {
  kind: 'object',
  required: {
    name: identifier,
    paramType: { kind: 'choice', of: ['path', 'query', 'body'] },
    description: text,
    required: flag,
  },
  optional: {
    ...dataType,
    ...constraints,
    since,
    allowMultiple: flag,
    defaultValue: { kind: 'scalar' },
    usualDefault: { kind: 'scalar' },
    minimum: numeral,
    maximum: numeral,
    maxLength: { kind: 'integer' },
    maxItems: { kind: 'integer' },
    maxProperties: { kind: 'integer' },
    ignoreCase: flag,
    wholeBody: flag,
    names: { kind: 'choice', of: namedKinds },
    claims: { kind: 'choice', of: claimedKinds },
    onAnyNode: flag,
    near: flag,
  },
};

const responseMessage: Shape = {
  kind: 'object',
  required: { code: { kind: 'integer' }, message: text },
  optional: { responseModel: text },
};

const operation: Shape = {
  kind: 'object',
  required: {
    method: { kind: 'choice', of: ['GET', 'POST', 'PUT', 'DELETE'] },
    nickname: identifier,
    summary: text,
    since,
    type: text,
    parameters: { kind: 'list', of: parameter },
    responseMessages: { kind: 'list', of: responseMessage, atLeast: 1 },
  },
  optional: {
    notes: text,
    format: text,
    items: itemType,
    produces: texts,
    requiresModules: texts,
    limited: { kind: 'choice', of: ['allowed', 'refused', 'own'] },
    owner: {
      kind: 'word',
      pattern:
        /^(any|every|here|shared|(application|channel|bridge|playback|liveRecording|storedRecording|phone|node|source):\w+)$/,
      like: '"any", "every", "here", "shared", or a kind of object and a parameter such as "channel:channelId"',
    },
    lists: { kind: 'choice', of: objectKinds },
    upgrade: { kind: 'choice', of: ['websocket'] },
    websocketProtocol: text,
  },
};

const property: Shape = {
  kind: 'object',
  required: { description: text },
  optional: { ...dataType, ...constraints, since },
};

const model: Shape = {
  kind: 'object',
  required: { id: identifier, description: text, properties: { kind: 'map', of: property } },
  optional: { since, required: texts, subTypes: texts, discriminator: text, standalone: flag },
};

export const apiDeclarationShape: Shape = {
  kind: 'object',
  required: {
    swaggerVersion,
    basePath: text,
    resourcePath: path,
    since,
    apis: {
      kind: 'list',
      atLeast: 1,
      of: {
        kind: 'object',
        required: { path, description: text, operations: { kind: 'list', of: operation, atLeast: 1 } },
        optional: { aliases: paths },
      },
    },
    models: { kind: 'map', of: model },
  },
  optional: { aliases: paths, requiresModules: texts },
};

/** A header field that every operation with one of these methods knows. */
const header: Shape = {
  kind: 'object',
  required: {
    name: { kind: 'word', pattern: /^[A-Za-z][A-Za-z0-9-]*$/, like: 'the name of a header field' },
    description: text,
    methods: { kind: 'list', of: { kind: 'choice', of: ['GET', 'POST', 'PUT', 'DELETE'] }, atLeast: 1 },
    type: { kind: 'choice', of: ['string'] },
    maxLength: { kind: 'integer' },
    since,
  },
};

export const resourceListingShape: Shape = {
  kind: 'object',
  required: {
    swaggerVersion,
    basePath: text,
    info: { kind: 'object', required: { title: text, description: text }, optional: { license: text } },
    authorizations: { kind: 'map', of: { kind: 'anything' } },
    apis: {
      kind: 'list',
      atLeast: 1,
      of: {
        kind: 'object',
        required: {
          path: {
            kind: 'word',
            pattern: /^\/api-docs\/\w+\.\{format\}$/,
            like: 'a path such as "/api-docs/channels.{format}"',
          },
          description: text,
        },
      },
    },
    responseMessages: { kind: 'list', of: responseMessage },
    modules: { kind: 'list', of: { kind: 'object', required: { name: identifier, description: text } } },
  },
  optional: { headers: { kind: 'list', of: header } },
};

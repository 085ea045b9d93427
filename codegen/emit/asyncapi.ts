import type { InterfaceModel, Model, Operation } from '../model/interface-model';
import { eventsOf } from '../model/interface-model';
import type { Emitter } from './emitter';
import { jsonFile } from './emitter';
import { datesOf } from './openapi/document';
import { apiKeyName, apiKeyNote, securitySchemes } from './openapi/security';
import type { Schema, SchemaDialect } from './schema';
import { describedPrimitives, modelSchema, parameterSchema, withReferences } from './schema';

export const emitAsyncApi: Emitter = (model) => jsonFile('generated/asyncapi.json', asyncApiDocument(model));

/** The two messages that carry REST over the socket. */
const [request, response] = ['RESTRequest', 'RESTResponse'];

/**
 * The websocket as AsyncAPI 3.0, seen from the server: what it sends are the events, what it receives are REST
 * requests, which it answers on the same socket.
 */
export function asyncApiDocument(model: InterfaceModel): Schema {
  const messages = messageModels(model.models);
  const sockets = model.resources
    .flatMap(({ operations }) => operations)
    .filter(({ websocketProtocol }) => websocketProtocol !== undefined);
  return {
    asyncapi: '3.0.0',
    info: {
      title: `${model.title}: events`,
      version: model.version,
      description: `${model.description}\n\n${viewpoint}`,
    },
    defaultContentType: 'application/json',
    servers: { patchbay: server },
    channels: Object.fromEntries(sockets.map((socket) => [socket.resource, channelOf(socket, messages)])),
    operations: Object.fromEntries(sockets.flatMap((socket) => Object.entries(operationsOf(socket, messages)))),
    components: {
      messages: Object.fromEntries(messages.map((message) => [message.name, messageOf(message)])),
      schemas: Object.fromEntries(
        withReferences(messages, model.models).map((used) => [used.name, modelSchema(used, model.models, dialect)]),
      ),
      correlationIds,
      securitySchemes: asyncSecuritySchemes,
    },
  };
}

const viewpoint =
  'This document takes the point of view of the server: it sends events and receives REST requests. An application does the opposite.';

const dialect: SchemaDialect = {
  // Wrapped, because AsyncAPI ignores whatever stands beside a $ref, and a property has a description of its own.
  refersTo: (model) => ({ allOf: [{ $ref: `#/components/schemas/${model}` }] }),
  primitives: describedPrimitives,
  dated: (since) => ({ ...datesOf(since) }),
  datedValues: ({ since }) => (since.size > 0 ? { 'x-enum-since': Object.fromEntries(since) } : {}),
};

function messageModels(models: readonly Model[]): Model[] {
  return [...eventsOf(models), ...models.filter(({ name }) => name === request)];
}

const server: Schema = {
  host: '{host}',
  pathname: '/ari',
  protocol: 'ws',
  description: 'A Patchbay server. Use `wss` where it listens with TLS.',
  variables: { host: { default: 'localhost:8088', description: 'Host and port of the HTTP listener.' } },
  security: [{ $ref: '#/components/securitySchemes/basicAuth' }, { $ref: '#/components/securitySchemes/apiKey' }],
};

function channelOf(socket: Operation, messages: readonly Model[]): Schema {
  return {
    address: socket.path,
    title: socket.summary,
    description: socket.notes ?? socket.pathDescription,
    messages: Object.fromEntries(messages.map(({ name }) => [name, { $ref: `#/components/messages/${name}` }])),
    bindings: {
      ws: { method: 'GET', query: querySchema(socket), headers: headersSchema(socket), bindingVersion: '0.1.0' },
    },
    ...datesOf(socket.since),
  };
}

function querySchema({ parameters }: Operation): Schema {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const schemas = inQuery.map((parameter) => [
    parameter.name,
    { ...parameterSchema(parameter, dialect), description: parameter.description, ...datesOf(parameter.since) },
  ]);
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(schemas),
      [apiKeyName]: { type: 'string', description: apiKeyNote },
    },
    required: inQuery.filter(({ required }) => required).map(({ name }) => name),
  };
}

function headersSchema({ websocketProtocol }: Operation): Schema {
  const description = 'Confirmed by the server if offered; offering no subprotocol is fine too.';
  return {
    type: 'object',
    properties: { 'Sec-WebSocket-Protocol': { type: 'string', const: websocketProtocol, description } },
  };
}

/** An interface without REST over the socket receives nothing. */
function operationsOf({ resource }: Operation, messages: readonly Model[]): Schema {
  const channel = { $ref: `#/channels/${resource}` };
  const carried = (wanted: (name: string) => boolean) =>
    messages
      .filter(({ name }) => wanted(name))
      .map(({ name }) => ({ $ref: `#/channels/${resource}/messages/${name}` }));
  const requests = carried((name) => name === request);
  return {
    sendEvents: {
      action: 'send',
      channel,
      summary: 'Events, sent to every application that they concern',
      messages: carried((name) => name !== request && name !== response),
    },
    ...(requests.length === 0
      ? {}
      : {
          receiveRequests: {
            action: 'receive',
            channel,
            summary: 'REST requests, each answered on the socket it came from',
            messages: requests,
            reply: { channel, messages: carried((name) => name === response) },
          },
        }),
  };
}

function messageOf({ name, description, since }: Model): Schema {
  const correlated = name === request || name === response;
  return {
    name,
    title: name,
    description,
    contentType: 'application/json',
    payload: { $ref: `#/components/schemas/${name}` },
    // AsyncAPI has room for one id; the other one is the client's own, to group requests.
    ...(correlated
      ? {
          correlationId: { $ref: '#/components/correlationIds/request' },
          'x-transaction-id': { $ref: '#/components/correlationIds/transaction' },
        }
      : {}),
    ...datesOf(since),
  };
}

const correlationIds: Schema = {
  request: {
    description: 'Matches an answer to its request. Chosen by the client, returned unchanged.',
    location: '$message.payload#/request_id',
  },
  transaction: {
    description: 'Groups requests as the client sees fit. Chosen by the client, returned unchanged.',
    location: '$message.payload#/transaction_id',
  },
};

const asyncSecuritySchemes: Schema = {
  basicAuth: securitySchemes.basicAuth,
  // The same thing under the name that AsyncAPI has for it; its own `apiKey` is for brokers.
  apiKey: { ...securitySchemes.apiKey, type: 'httpApiKey' },
};

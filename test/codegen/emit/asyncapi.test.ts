import { asyncApiDocument } from '../../../codegen/emit/asyncapi';
import { eventsOf } from '../../../codegen/model/interface-model';
import { asyncApiErrors } from '../../support/spec/async-api-validator';
import { realModel } from '../../support/spec/spec-facts';

const model = realModel();
const document = asyncApiDocument(model);
const events = eventsOf(model.models).map(({ name }) => name);
const carried = (names: readonly string[]) => names.map((name) => ({ $ref: `#/channels/events/messages/${name}` }));

describe('the AsyncAPI document of the event socket', () => {
  it('is valid AsyncAPI 3.0', () => {
    expect(asyncApiErrors(document)).toEqual([]);
  });

  it('has a message for every event and for REST over the socket', () => {
    expect(document).toMatchObject({ asyncapi: '3.0.0', info: { version: model.version } });
    expect(Object.keys(inside('components', 'messages')).sort()).toEqual([...events, 'RESTRequest'].sort());
    expect(inside('components', 'messages', 'PlaybackContinuing')).toMatchObject({ 'x-since': '2.0.0' });
  });

  it('refers to nothing that it does not hold', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);

    const dangling = references.filter((path) => inside(...path.split('/')) === undefined);

    expect(references.length).toBeGreaterThan(100);
    expect(dangling).toEqual([]);
  });

  it('speaks as the server: it sends events, receives requests and answers them', () => {
    expect(document['operations']).toMatchObject({
      sendEvents: { action: 'send', messages: carried(events.filter((name) => name !== 'RESTResponse')) },
      receiveRequests: {
        action: 'receive',
        messages: carried(['RESTRequest']),
        reply: { messages: carried(['RESTResponse']) },
      },
    });
    expect(inside('info')).toHaveProperty('description', expect.stringContaining('point of view of the server'));
  });

  it('tells how the socket is opened', () => {
    expect(inside('channels', 'events')).toMatchObject({
      address: '/events',
      bindings: {
        ws: {
          method: 'GET',
          query: {
            properties: { app: { type: 'array' }, subscribeAll: { type: 'boolean' }, api_key: { type: 'string' } },
            required: ['app'],
          },
          headers: { properties: { 'Sec-WebSocket-Protocol': { const: 'ari' } } },
        },
      },
    });
  });

  it.each(['RESTRequest', 'RESTResponse'])('matches requests to answers by the ids in a %s', (name) => {
    expect(inside('components', 'messages', name)).toMatchObject({
      correlationId: { $ref: '#/components/correlationIds/request' },
    });
    expect(inside('components', 'schemas', name)).toMatchObject({ properties: { request_id: {}, transaction_id: {} } });
    expect(inside('components', 'correlationIds')).toMatchObject({
      request: { location: '$message.payload#/request_id' },
      transaction: { location: '$message.payload#/transaction_id' },
    });
  });
});

function inside(...steps: readonly string[]): object {
  return steps.reduce<unknown>(
    (node, step) => (node as Record<string, unknown> | undefined)?.[step],
    document,
  ) as object;
}

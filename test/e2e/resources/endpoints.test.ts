import { RunningServer } from '../../support/server/running-server';
import { refusal, Rest } from '../../support/sockets/socket-rest';

let server: RunningServer;
let rest: Rest;

beforeAll(async () => {
  server = await RunningServer.start();
  rest = new Rest(server.origin);
});
afterAll(() => server.close());

describe('the endpoints of a server without technologies', () => {
  it('are none', async () => {
    expect(await rest.get('/endpoints')).toMatchObject({ status: 200, body: [] });
  });

  it.each([
    ['GET', '/endpoints/Local', 404, 'not-found', ["'Local'"]],
    ['GET', '/endpoints/PJSIP', 404, 'not-found', ["'PJSIP'"]],
    ['GET', '/endpoints/PJSIP/alice', 404, 'not-found', ["'PJSIP/alice'"]],
    ['GET', '/endpoints/PJSIP/a%2Fb', 404, 'not-found', ["'PJSIP/a/b'"]],
    ['PUT', '/endpoints/sendMessage', 400, 'parameter-missing', ['to']],
    ['PUT', '/endpoints/sendMessage?from=me&body=hi', 400, 'parameter-missing', ['to']],
    ['PUT', '/endpoints/sendMessage?to=&from=me', 400, 'parameter-missing', ['to']],
    ['PUT', '/endpoints/sendMessage?to=pjsip:alice', 400, 'parameter-missing', ['from']],
    ['PUT', '/endpoints/sendMessage?to=pjsip:alice&from=me', 404, 'not-found', ["'pjsip:alice'", 'pjsip']],
    ['PUT', '/endpoints/sendMessage?to=bogus&from=me&body=hi', 404, 'not-found', ["'bogus'", 'colon']],
    ['PUT', '/endpoints/PJSIP/alice/sendMessage?from=me', 404, 'not-found', ["'PJSIP/alice'"]],
    ['PUT', '/endpoints/PJSIP/alice/sendMessage', 400, 'parameter-missing', ['from']],
    ['POST', '/endpoints/refer', 400, 'parameter-missing', ['to']],
    ['POST', '/endpoints/refer?to=pjsip:alice&from=me', 400, 'parameter-missing', ['refer_to']],
    ['POST', '/endpoints/refer?to=pjsip:alice&from=me&refer_to=sip:x', 404, 'not-found', ["'pjsip:alice'"]],
    [
      'POST',
      '/endpoints/refer?to=pjsip:alice&from=me&refer_to=sip:x&to_self=perhaps',
      400,
      'parameter-invalid',
      ['to_self', 'perhaps'],
    ],
    ['POST', '/endpoints/PJSIP/alice/refer?from=me&refer_to=sip:x', 404, 'not-found', ["'PJSIP/alice'"]],
    ['POST', '/endpoints/PJSIP/alice/refer', 400, 'parameter-missing', ['from']],
    ['DELETE', '/endpoints', 405, 'method-not-allowed', ['GET']],
  ])('answer %s %s with %i', async (method, target, status, code, words) => {
    const answer = await rest.call(method, target);

    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(refusal(code, ...words));
  });

  it.each([
    ['numbers', { A: 5 }],
    ['nothing', { A: null }],
    ['lists', { A: [1, 2] }],
    ['the long form', { A: { value: true } }],
  ])('do not mind %s among the variables of a message', async (_what, variables) => {
    const { status, body } = await rest.put('/endpoints/sendMessage?to=pjsip:alice&from=me', { variables });

    expect([status, body]).toEqual([404, expect.objectContaining(refusal('not-found', 'pjsip'))]);
  });

  it('refuse variables that are not an object', async () => {
    const { status, body } = await rest.put('/endpoints/sendMessage?to=pjsip:alice&from=me', { variables: 'A' });

    expect([status, body]).toEqual([400, expect.objectContaining(refusal('parameter-invalid', 'variables'))]);
  });
});

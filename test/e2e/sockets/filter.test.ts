import { RunningServer } from '../../support/server/running-server';
import type { RestAnswer } from '../../support/sockets/socket-rest';
import { refusal, Rest } from '../../support/sockets/socket-rest';
import type { AppSocket } from '../../support/sockets/socket-peer';
import { Sockets } from '../../support/sockets/socket-peer';

let server: RunningServer;
let rest: Rest;
let socket: AppSocket;
const sockets = new Sockets(() => server.origin);
const filter = (body?: unknown): Promise<RestAnswer> => rest.put('/applications/tapp/eventFilter', body);

beforeAll(async () => {
  server = await RunningServer.start();
  rest = new Rest(server.origin);
  socket = await sockets.open('app=tapp&subscribeAll=true');
});
afterAll(async () => {
  await sockets.closeAll();
  await server.close();
});
beforeEach(() => filter({}));

let changes = 0;

/** Makes one event of each of three types; tells which of them arrived. */
async function passing(): Promise<unknown[]> {
  changes += 1;
  await rest.put(`/deviceStates/Stasis:lamp?deviceState=${changes % 2 === 0 ? 'BUSY' : 'INUSE'}`);
  await rest.post('/events/user/tick?application=tapp');
  await rest.post(`/server/variable?variable=TICK&value=${changes}`);
  return (await socket.sofar()).map(({ type }) => type);
}
const all = ['DeviceStateChanged', 'ChannelUserevent', 'ChannelVarset'];
const [device, user, variable] = all.map((type) => ({ type }));

describe('the event filter', () => {
  it.each([
    ['nothing', {}, all],
    ['one allowed type', { allowed: [device] }, ['DeviceStateChanged']],
    ['two allowed types', { allowed: [variable, device] }, ['DeviceStateChanged', 'ChannelVarset']],
    ['one disallowed type', { disallowed: [user] }, ['DeviceStateChanged', 'ChannelVarset']],
    ['a type both allowed and disallowed', { allowed: [device, user], disallowed: [user] }, ['DeviceStateChanged']],
    ['an allowed type that nobody knows', { allowed: [{ type: 'NoSuchEvent' }] }, []],
    ['a disallowed type that nobody knows', { disallowed: [{ type: 'NoSuchEvent' }] }, all],
    ['a type in another case', { disallowed: [{ type: 'channeluserevent' }] }, all],
    ['a bare list, which is both of them', [device], []],
  ])('with %s lets through what it says', async (_what, body, expected) => {
    expect((await filter(body)).status).toBe(200);

    expect(await passing()).toEqual(expected);
  });

  it('never holds back the answers to requests on the socket', async () => {
    await filter({ allowed: [device], disallowed: [{ type: 'RESTResponse' }] });

    expect(await socket.ask({ method: 'GET', uri: 'server/ping' })).toMatchObject({ status_code: 200 });
  });

  it('can be put over the socket as well, also by one that it would silence', async () => {
    const answer = await socket.ask({
      method: 'PUT',
      uri: 'applications/tapp/eventFilter',
      content_type: 'application/json',
      message_body: JSON.stringify({ allowed: [device] }),
    });

    expect(answer).toMatchObject({ type: 'RESTResponse', status_code: 200 });
    expect(await passing()).toEqual(['DeviceStateChanged']);
  });
});

describe('putting an event filter', () => {
  const [kept, other] = [[{ type: 'Dial', extra: 1 }], [{ type: 'StasisEnd' }]];
  const before = { allowed: kept, disallowed: other };

  it.each([
    ['without a body clears it', undefined, [], []],
    ['with {} clears it', {}, [], []],
    ['with [] clears it', [], [], []],
    ['with both lists empty clears it', { allowed: [], disallowed: [] }, [], []],
    ['with one list replaces that list', { allowed: [device] }, [device], other],
    ['with the other list replaces the other', { disallowed: [device] }, kept, [device]],
    ['with an empty list empties that list', { allowed: [] }, [], other],
    ['with both lists replaces both', { allowed: [user], disallowed: [device] }, [user], [device]],
    ['with other members leaves it as it is', { bogus: [] }, kept, other],
    ['with the filter wrapped in another object leaves it as it is', { filter: { allowed: [device] } }, kept, other],
    ['with a bare list sets both lists', [device], [device], [device]],
  ])('%s', async (_what, body, allowed, disallowed) => {
    await filter(before);

    const answer = await filter(body);

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ name: 'tapp', events_allowed: allowed, events_disallowed: disallowed });
    expect((await rest.get('/applications/tapp')).body).toEqual(answer.body);
  });

  it.each([
    ['null for a list', { allowed: null }],
    ['a text for a list', { allowed: 'Dial' }],
    ['texts in a list', { allowed: ['Dial'] }],
    ['an entry without a type', { allowed: [{}] }],
    ['a type that is no text', { allowed: [{ type: 5 }] }],
    ['an empty type', { allowed: [{ type: '' }] }],
    ['one bad entry behind a good one', { disallowed: [{ type: 'Dial' }, null] }],
    ['a bare list of texts', ['Dial']],
  ])('is refused with 400, and changes nothing, for %s', async (_what, body) => {
    await filter(before);

    const answer = await filter(body);

    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject(refusal('request-invalid', 'allowed', 'disallowed'));
    expect((await rest.get('/applications/tapp')).body).toMatchObject({
      events_allowed: kept,
      events_disallowed: other,
    });
  });

  it('is refused with 400 for a body that is not JSON', async () => {
    const answer = await rest.call('PUT', '/applications/tapp/eventFilter', { body: '{bad' });

    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(refusal('body-invalid', 'JSON'))]);
  });

  it('is refused with 404 for an application that does not exist', async () => {
    const answer = await rest.put('/applications/nobody/eventFilter', {});

    expect([answer.status, answer.body]).toEqual([404, expect.objectContaining(refusal('not-found', 'nobody'))]);
  });
});

import { CallRig } from '../../support/calls/call-rig';
import { refusal } from '../../support/sockets/socket-rest';

/** Requests that are known to end an existing server of this interface. */
describe('a request that lacks what it needs most', () => {
  let rig: CallRig;
  beforeAll(async () => {
    rig = await CallRig.start();
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  it.each([
    ['a move without an application', '/channels/c1/move', undefined, 'app'],
    ['a recording of a bridge without a format', '/bridges/b1/record?name=x', undefined, 'format'],
    ['a variable of a bridge without a name', '/bridges/b1/variable?value=x', undefined, 'variable'],
    ['a variable of a channel without a name', '/channels/c1/variable?value=x', undefined, 'variable'],
  ])('is refused with the name of what is missing: %s', async (_, target, body, parameter) => {
    const app = await rig.open('hello');
    await rig.call('c1', app);
    await rig.rest.post('/bridges/b1');

    const answer = await rig.rest.post(target, body);

    expect(answer).toMatchObject({ status: 400, body: { ...refusal('parameter-missing', parameter), parameter } });
    expect((await rig.rest.get('/channels/c1')).status).toBe(200);
  });

  it('lets a call wait for longer than timers can', async () => {
    const app = await rig.open('hello');
    await rig.originate('c1', 'ringing', '&timeout=2147483647');
    for (let message = await app.next(); message['dialstatus'] !== 'RINGING'; message = await app.next());

    expect((await rig.rest.get('/channels/c1')).body).toMatchObject({ state: 'Ringing' });
  });
});

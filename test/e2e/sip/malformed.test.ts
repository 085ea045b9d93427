import { until } from '../../support/calls/call-events';
import { SipRig } from '../../support/sip/sip-rig';

describe('malformed header fields that a call can do without', () => {
  let rig: SipRig;
  beforeAll(async () => {
    rig = await SipRig.start();
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  it.each([
    { Diversion: '<sip:1@example.com>;reason=<' },
    { 'P-Asserted-Identity': '"A <sip:1' },
    { 'Remote-Party-ID': '<<' },
  ])('are ignored: %j', async (headers) => {
    // Bob is trusted with identities.
    const bob = await rig.phone('bob');
    const app = await rig.open('hello');
    const { call, id } = await rig.inApplication(bob, app, { headers });
    await rig.rest.post(`/channels/${id}/answer`);
    await call.answered();
    await until(app, `ChannelStateChange ${id} Up`);
    await call.bye();
  });
});

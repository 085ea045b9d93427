import { PhoneCall, sdpAt } from '../../support/calls/phone-call';
import { SipRig } from '../../support/sip/sip-rig';

describe('the metrics of SIP', () => {
  let rig: SipRig;
  beforeAll(async () => {
    rig = await SipRig.start();
  });
  afterAll(() => rig.close());

  /** Figures by name and labels. */
  async function figures(): Promise<ReadonlyMap<string, number>> {
    const text = await (await fetch(`${rig.calls.server.origin}/metrics`)).text();
    const lines = text.split('\n').filter((line) => line.startsWith('patchbay_'));
    return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
  }

  it('count requests by method and status, contacts, transactions and messages that come again', async () => {
    const bob = await rig.registered('bob');
    const call = await PhoneCall.place(bob, 'nosuch', { sdp: sdpAt(40_000) });
    await call.refused();
    const options = bob.request('OPTIONS');
    await bob.ask(options);
    bob.send(options);
    bob.send(options);
    await bob.ask(bob.request('OPTIONS'));
    const shown = await figures();

    const of = (name: string): number | undefined => shown.get(`patchbay_sip_${name}`);
    expect(of('requests_total{direction="in",method="REGISTER",status="200"}')).toBe(1);
    expect(of('requests_total{direction="in",method="REGISTER",status="401"}')).toBe(1);
    expect(of('requests_total{direction="in",method="INVITE",status="404"}')).toBe(1);
    expect(of('retransmissions_total{direction="in"}')).toBe(2);
    expect(of('contacts')).toBe(1);
    expect(of('transactions')).toBeGreaterThan(0);
    expect(of('registrations{state="registered"}')).toBe(0);
    expect(of('overload_refused_total')).toBe(0);
    expect(of('overload_share')).toBe(1);
    expect(shown.get('patchbay_loop_delay_seconds')).toBeGreaterThanOrEqual(0);
  });

  it('do not grow with the methods that peers make up', async () => {
    const alice = await rig.phone('alice');
    for (let index = 0; index < 5; index += 1) await alice.ask(alice.request(`METHOD${index}`));

    expect((await figures()).get('patchbay_sip_requests_total{direction="in",method="other",status="501"}')).toBe(5);
  });
});

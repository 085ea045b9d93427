import { eventually } from '../../support/eventually';
import { PhoneCall, sdpAt } from '../../support/calls/phone-call';
import { Wire } from '../../support/server/http-wire';
import { SipRig } from '../../support/sip/sip-rig';
import type { SipPhone } from '../../support/sip/sip-phone';
import type { AppSocket } from '../../support/sockets/socket-peer';

/** Transactions are over sooner than usual, and far fewer ports than calls. */
const pjsip = '\n[system]\ntype = system\ntimer_t1 = 100\ntimer_b = 6400\n';
const files = { 'rtp.conf': '[general]\nrtpstart = 21000\nrtpend = 21059\n' };

describe('many calls', () => {
  let rig: SipRig;
  let app: AppSocket;
  let held: Wire;
  let idle: Readonly<Record<string, number>>;
  const counts = (): Readonly<Record<string, number>> => ({ ...rig.calls.server.counts() });
  beforeAll(async () => {
    rig = await SipRig.start({ pjsip, files });
    held = await Wire.held(rig.calls.server.origin);
    idle = counts();
    app = await rig.open('hello');
  });
  afterAll(async () => {
    held.close();
    await rig.close();
  });

  async function echoes(alice: SipPhone): Promise<void> {
    const call = await PhoneCall.place(alice, 'echo', { sdp: sdpAt(40_000) });
    await call.answered();
    await call.bye();
  }

  async function refused(alice: SipPhone): Promise<void> {
    const call = await PhoneCall.place(alice, 'nosuch', { sdp: sdpAt(40_000) });
    await call.refused();
  }

  async function givesUp(alice: SipPhone): Promise<void> {
    const call = await PhoneCall.place(alice, 'silent', { sdp: sdpAt(40_000) });
    await call.status(100);
    call.cancel();
    await call.refused();
  }

  async function isCalled(bob: SipPhone, known: PhoneCall[]): Promise<void> {
    await rig.rest.post('/channels?endpoint=PJSIP/bob&app=hello');
    const call = await PhoneCall.receive(bob, known);
    known.push(call);
    call.respond(200, { sdp: sdpAt(40_000) });
    await call.serverSends('ACK');
    await call.bye();
  }

  async function isNotReached(bob: SipPhone, known: PhoneCall[]): Promise<void> {
    await rig.rest.post('/channels?endpoint=PJSIP/bob&app=hello');
    const call = await PhoneCall.receive(bob, known);
    known.push(call);
    call.respond(486);
  }

  it('leave nothing behind: no channel, leg, dialog, port, transaction or timer', async () => {
    const [alice, bob] = [await rig.phone('alice'), await rig.registered('bob')];
    const known: PhoneCall[] = [];
    for (let round = 0; round < 60; round += 1) {
      await echoes(alice);
      await refused(alice);
      await givesUp(alice);
      await isCalled(bob, known);
      await isNotReached(bob, known);
    }
    await app.close();
    await bob.register({ Expires: '0' });

    const left = (): Readonly<Record<string, number>> =>
      Object.fromEntries(Object.entries(counts()).filter(([name, count]) => count > (idle[name] ?? 0)));
    await eventually(
      () => Object.keys(left()).length === 0,
      () => `something is left: ${JSON.stringify(left())}`,
    );
  });
});

import { until } from '../support/calls/call-events';
import { eventually, within } from '../support/eventually';
import { Baresip } from '../support/interop/baresip';
import { ForeignPrograms, withPrograms } from '../support/interop/programs';
import { Sipp } from '../support/interop/sipp';
import { PhoneCall, sdpAt } from '../support/calls/phone-call';
import { SipRig } from '../support/sip/sip-rig';
import type { AppSocket, Message } from '../support/sockets/socket-peer';
import { replacesText } from '../support/sip/transfer-calls';

const pjsip = `
[sipp](phone)
[sipp]
type = identify
endpoint = sipp
match = 127.0.0.1
[nina](phone)
auth = nina
aors = nina
[nina](address)
[nina](secret)
username = nina
password = nina
[global]
type = global
endpoint_identifier_order = username,ip
`;
const extensions = `
exten => partner,1,Dial(Local/up@default)
 same => n,Hangup()
exten => 200,1,Stasis(hello,transferred)
`;

let rig: SipRig;
let app: AppSocket;
let programs: ForeignPrograms;
beforeAll(async () => {
  rig = await SipRig.start({ pjsip, extensions });
});
beforeEach(async () => {
  programs = new ForeignPrograms();
  app = await rig.open('hello&subscribeAll=true');
});
afterEach(async () => {
  await programs.close();
  await rig.clear();
});
afterAll(() => rig.close());

async function next(type: string): Promise<Message> {
  for (;;) {
    const message = await within(app.next(), () => `there was no ${type}`);
    if (message.type === type) return message;
  }
}

/** Calls an extension whose Dial connects it with another one, and transfers that. */
function transferring(referTo: string): Sipp {
  return Sipp.start(programs, {
    scenario: 'transfer',
    server: rig.port,
    // On a busy machine it would send the REFER again, and take the second answer for an error.
    options: ['-s', 'partner', '-key', 'refer_to', referTo, '-m', '1', '-nr'],
  });
}

describe('sipp', () => {
  withPrograms(['sipp'], 'transfers its partner to an extension', async () => {
    const sipp = transferring(`<sip:200@127.0.0.1:${rig.port}>`);

    expect(await next('BridgeBlindTransfer')).toMatchObject({ result: 'Success', exten: '200' });
    expect(await next('StasisStart')).toMatchObject({ args: ['transferred'] });
    expect(await sipp.finished()).toMatchObject({ successful: 1 });
  });

  withPrograms(['sipp'], 'connects its partner with another call', async () => {
    const alice = await PhoneCall.place(await rig.phone('alice'), 'echo', { sdp: sdpAt(40_000) });
    await alice.answered();
    const replaces = encodeURIComponent(replacesText(alice));

    const sipp = transferring(`<sip:x@127.0.0.1:${rig.port}?Replaces=${replaces}>`);

    expect(await next('BridgeAttendedTransfer')).toMatchObject({
      result: 'Success',
      destination_type: 'application',
      destination_application: 'Echo',
    });
    await alice.serverSends('BYE');
    expect(await sipp.finished()).toMatchObject({ successful: 1 });
  });
});

describe('baresip', () => {
  withPrograms(['baresip'], 'transfers its partner to an extension', async () => {
    const phone = await Baresip.start(programs, {
      account: `nina@127.0.0.1:${rig.port}`,
      password: 'nina',
      params: ';regint=120',
    });
    await eventually(
      async () => ((await rig.rest.get('/endpoints/PJSIP/nina')).body as { state: string }).state === 'online',
      () => 'baresip has not registered',
    );
    phone.command('dial', `sip:answered@127.0.0.1:${rig.port}`);
    const id = (await next('StasisStart'))['channel'] as { readonly id: string };
    await phone.until('CALL_ESTABLISHED');
    await rig.calls.originate('c1', 'up');
    await until(app, 'StasisStart c1');
    await rig.rest.post('/bridges/br1?type=mixing');
    await rig.rest.post(`/bridges/br1/addChannel?channel=${id.id},c1`);

    phone.command('transfer', `sip:200@127.0.0.1:${rig.port}`);

    const transfer = await next('BridgeBlindTransfer');
    expect(transfer).toMatchObject({ result: 'Success', exten: '200', transferee: { id: 'c1' } });
    await phone.until('CALL_CLOSED');
    await phone.stop();
  });
});

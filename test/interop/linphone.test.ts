import { until } from '../support/calls/call-events';
import { eventually } from '../support/eventually';
import { Linphone } from '../support/interop/linphone';
import { ForeignPrograms, withPrograms } from '../support/interop/programs';
import { SipRig } from '../support/sip/sip-rig';
import type { AppSocket, Message } from '../support/sockets/socket-peer';

/** Its contact has the address of a network card, although it registers over loopback. */
const pjsip = `
[lin](phone)
auth = lin
aors = lin
rewrite_contact = yes
rtp_symmetric = yes
[lin](address)
[lin](secret)
username = lin
password = lin
`;

let rig: SipRig;
let app: AppSocket;
let programs: ForeignPrograms;
let phone: Linphone | undefined;
beforeAll(async () => {
  rig = await SipRig.start({ pjsip, extensions: 'exten => 200,1,Stasis(hello,transferred)\n' });
});
beforeEach(async () => {
  programs = new ForeignPrograms();
  app = await rig.open('hello');
});
afterEach(async () => {
  await rig.clear();
  await phone?.quit();
  // What it has registered would be found by the next test.
  if (phone !== undefined) await becomes('offline');
  phone = undefined;
  await programs.close();
});
afterAll(() => rig.close());

async function becomes(state: string): Promise<void> {
  await eventually(
    async () => ((await rig.rest.get('/endpoints/PJSIP/lin')).body as { state: string }).state === state,
    () => `linphonec has not become ${state}`,
  );
}

/** A phone that has registered. */
async function linphone(answers = false): Promise<Linphone> {
  const started = (phone = Linphone.start(programs, { name: 'lin', password: 'lin', port: rig.port, answers }));
  await becomes('online');
  return started;
}

async function next(type: string): Promise<Message> {
  for (;;) {
    const message = await app.next();
    if (message.type === type) return message;
  }
}

describe('linphonec', () => {
  withPrograms(['linphonec'], 'registers, and unregisters when it ends', async () => {
    const softphone = await linphone();

    await softphone.quit();

    await becomes('offline');
  });

  withPrograms(['linphonec'], 'calls an application, is answered and hangs up', async () => {
    const softphone = await linphone();

    softphone.command(`call sip:answered@127.0.0.1:${rig.port}`);
    const { id } = (await next('StasisStart'))['channel'] as { readonly id: string };
    await softphone.prints(/Call \d+ with .* connected/);
    softphone.command('terminate');

    await until(app, `StasisEnd ${id}`);
  });

  withPrograms(['linphonec'], 'is called, answers and is hung up', async () => {
    const softphone = await linphone(true);

    await rig.rest.post('/channels/c1?endpoint=PJSIP/lin&app=hello&callerId=77');
    await until(app, 'StasisStart c1');
    await softphone.prints(/Call \d+ with .* connected/);
    await rig.rest.delete('/channels/c1');

    await softphone.prints(/Call \d+ with .* ended/);
  });

  /** Its call to the application, in a bridge with another one. */
  async function talking(softphone: Linphone): Promise<void> {
    softphone.command(`call sip:answered@127.0.0.1:${rig.port}`);
    const { id } = (await next('StasisStart'))['channel'] as { readonly id: string };
    await softphone.prints(/Call 1 with .* connected/);
    await rig.calls.originate('c1', 'up');
    await until(app, 'StasisStart c1');
    await rig.rest.post('/bridges/br1?type=mixing');
    await rig.rest.post(`/bridges/br1/addChannel?channel=${id},c1`);
  }

  withPrograms(['linphonec'], 'transfers its partner to an extension', async () => {
    const softphone = await linphone();
    await talking(softphone);

    softphone.command(`transfer sip:200@127.0.0.1:${rig.port}`);

    expect(await next('BridgeBlindTransfer')).toMatchObject({
      result: 'Success',
      exten: '200',
      transferee: { id: 'c1' },
    });
    await softphone.prints(/Call 1 with .* ended/);
  });

  withPrograms(['linphonec'], 'connects its partner with its other call', async () => {
    const softphone = await linphone();
    await talking(softphone);
    softphone.command('pause');
    await softphone.prints(/Call 1 with .* paused/);
    softphone.command(`call sip:echo@127.0.0.1:${rig.port}`);
    await softphone.prints(/Call 2 with .* connected/);

    softphone.command('transfer 1 --to-call 2');

    expect(await next('BridgeAttendedTransfer')).toMatchObject({
      result: 'Success',
      destination_type: 'application',
      destination_application: 'Echo',
      transferee: { id: 'c1' },
    });
    await softphone.prints(/Call 2 with .* ended/);
    await softphone.prints(/Call 1 with .* ended/);
  });
});

import { join } from 'node:path';
import { projectRoot } from '../../src/shared/project-root';
import { until } from '../support/calls/call-events';
import { eventually } from '../support/eventually';
import { freePort } from '../support/server/http-process';
import { Baresip } from '../support/interop/baresip';
import type { ForeignProgram } from '../support/interop/programs';
import { ForeignPrograms, withPrograms } from '../support/interop/programs';
import { bestPurity } from '../support/media/purity';
import { SipRig } from '../support/sip/sip-rig';
import type { AppSocket, Message } from '../support/sockets/socket-peer';

const configuration = join(projectRoot(__dirname), 'test/fixtures/kamailio/proxy.cfg');
const pjsip = `
[behind](phone)
auth = behind
aors = behind
[behind](address)
support_path = yes
[behind](secret)
username = behind
password = behind
`;

let rig: SipRig;
let app: AppSocket;
let programs: ForeignPrograms;
let proxy: ForeignProgram;
let proxyPort: number;
let phone: Baresip | undefined;
beforeEach(async () => {
  programs = new ForeignPrograms();
  rig = await SipRig.start({ pjsip });
  app = await rig.open('hello');
});
afterEach(async () => {
  await rig.clear();
  await phone?.stop();
  phone = undefined;
  await programs.close();
  await rig.close();
});

/** A phone that has registered through the proxy. */
async function behindProxy(params = ''): Promise<Baresip> {
  proxyPort = await freePort();
  const ports = [`PROXY_PORT=${proxyPort}`, `SERVER_PORT=${rig.port}`].flatMap((each) => ['-A', each]);
  proxy = programs.start('kamailio', ['-f', configuration, '-DD', '-E', '-m', '16', '-Y', programs.folder, ...ports]);
  const account = { account: `behind@127.0.0.1:${proxyPort}`, password: 'behind', params: `;regint=120${params}` };
  const started = (phone = await Baresip.start(programs, account));
  await eventually(
    async () => ((await rig.rest.get('/endpoints/PJSIP/behind')).body as { state: string }).state === 'online',
    () => `the phone has not registered; Kamailio says:\n${proxy.printed}`,
  );
  return started;
}

async function next(type: string): Promise<Message> {
  for (;;) {
    const message = await app.next();
    if (message.type === type) return message;
  }
}

describe('Kamailio in front of the server', () => {
  withPrograms(
    ['kamailio', 'baresip'],
    'relays a registration with Path; calls in both directions pass it',
    async () => {
      const baresip = await behindProxy(';answermode=auto');

      await rig.rest.post('/channels/c1?endpoint=PJSIP/behind&extension=echo&context=default');
      await baresip.until('CALL_ESTABLISHED');
      await proxy.prints(/relays INVITE of the server\n/);
      await proxy.prints(/relays ACK of the server in a dialog/);
      await eventually(
        async () => ((await rig.rest.get('/channels/c1/rtp_statistics')).body as { txcount: number }).txcount > 50,
        () => 'no audio is sent',
      );
      await rig.rest.delete('/channels/c1');
      await baresip.until('CALL_CLOSED');
      await proxy.prints(/relays BYE of the server in a dialog/);

      baresip.command('dial', `sip:answered@127.0.0.1:${proxyPort}`);
      const { id } = (await next('StasisStart'))['channel'] as { readonly id: string };
      await baresip.until('CALL_ESTABLISHED');
      baresip.command('hold');
      await next('ChannelHold');
      await proxy.prints(/relays INVITE of a phone in a dialog/);
      baresip.command('hangup');
      await until(app, `StasisEnd ${id}`);
      await proxy.prints(/relays BYE of a phone in a dialog/);
      await baresip.stop();

      expect(bestPurity(baresip.heard()[0] ?? new Int16Array(), 440)).toBeGreaterThan(0.9);
    },
  );
});

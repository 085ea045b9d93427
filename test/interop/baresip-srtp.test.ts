import { Baresip, hasModule } from '../support/interop/baresip';
import { ForeignPrograms, withPrograms } from '../support/interop/programs';
import { eventually } from '../support/eventually';
import { bestPurity } from '../support/media/purity';
import { SipRig } from '../support/sip/sip-rig';

const pjsip = `
[secret](phone)
auth = secret
aors = secret
media_encryption = sdes
[secret](address)
[secret](secret)
username = secret
password = secret
`;

let rig: SipRig;
let programs: ForeignPrograms;
beforeAll(async () => {
  rig = await SipRig.start({ pjsip });
});
beforeEach(() => {
  programs = new ForeignPrograms();
});
afterEach(async () => {
  await rig.clear();
  await programs.close();
});
afterAll(() => rig.close());

describe('baresip with encrypted audio', () => {
  const title = 'is called by SRTP, and hears itself in Echo()';
  if (!hasModule('srtp')) return it.skip(`${title} (skipped: baresip has no module srtp)`, () => undefined);

  withPrograms(['baresip'], title, async () => {
    const account = `secret@127.0.0.1:${rig.port}`;
    const params = ';regint=120;answermode=auto;mediaenc=srtp-mand';
    const phone = await Baresip.start(programs, { account, password: 'secret', params, tone: 700, modules: ['srtp'] });
    const read = async <Body>(path: string): Promise<Body> => (await rig.rest.get(path)).body as Body;
    await eventually(
      async () => (await read<{ state: string }>('/endpoints/PJSIP/secret')).state === 'online',
      () => 'baresip has not registered',
    );

    await rig.rest.post('/channels/c1?endpoint=PJSIP/secret&extension=echo&context=default');
    await phone.until('CALL_ESTABLISHED');
    await eventually(
      async () => (await read<{ txcount: number }>('/channels/c1/rtp_statistics')).txcount >= 150,
      () => 'too few packets were sent',
    );

    expect(await read('/channels/c1/variable?variable=CHANNEL(rtp,secure)')).toEqual({ value: '1' });
    await rig.rest.delete('/channels/c1');
    await phone.until('CALL_CLOSED');
    await phone.stop();
    expect(bestPurity(phone.heard()[0] ?? new Int16Array(), 700)).toBeGreaterThan(0.9);
  });
  return undefined;
});

import { freePort } from '../support/server/http-process';
import { cases } from '../support/effort';
import { eventually } from '../support/eventually';
import { until } from '../support/calls/call-events';
import { ForeignPrograms, withPrograms } from '../support/interop/programs';
import { isBound, Sipp } from '../support/interop/sipp';
import type { SippRun } from '../support/interop/sipp';
import { SipRig } from '../support/sip/sip-rig';
import type { AppSocket } from '../support/sockets/socket-peer';

const pjsip = `
[tcp]
type = transport
protocol = tcp
bind = 127.0.0.1:0

[sipp](phone)
outbound_auth = sipp
[sipp](secret)
username = sipp
password = sipp
[sipp]
type = identify
endpoint = sipp
match = 127.0.0.1

[global]
; A busy machine would look overloaded, and calls would be refused.
taskprocessor_overload_trigger = none
type = global
endpoint_identifier_order = username,ip
`;
const extensions = `
exten => service,1,Ringing()
 same => n,Answer(,i)
 same => n,Wait(600)
`;

let rig: SipRig;
let app: AppSocket;
let programs: ForeignPrograms;
beforeAll(async () => {
  rig = await SipRig.start({ pjsip, extensions });
});
beforeEach(async () => {
  programs = new ForeignPrograms();
  app = await rig.open('hello');
});
afterEach(async () => {
  await programs.close();
  await rig.clear();
});
afterAll(() => rig.close());

const portOf = (protocol: string): number =>
  rig.calls.server.phones.find((listener) => listener.protocol === protocol)?.port ?? 0;

const sipp = (run: SippRun): Sipp => Sipp.start(programs, run);

/** A sipp that answers this many calls, and where it does. */
async function answering(calls: number, scenario = 'answer', transport = 'u1'): Promise<{ sipp: Sipp; uri: string }> {
  const port = await freePort();
  const options = ['-m', String(calls), '-t', transport];
  const uri = `sip:sipp@127.0.0.1:${port}${transport === 't1' ? ';transport=tcp' : ''}`;
  return { sipp: await Sipp.startAnswering(programs, port, { scenario, options }), uri: encodeURIComponent(uri) };
}

describe('sipp', () => {
  withPrograms(['sipp'], 'calls, is answered and hangs up', async () => {
    const counts = await sipp({
      scenario: 'call',
      server: rig.port,
      options: ['-s', 'service', '-m', '20', '-r', '10', '-d', '100'],
    }).finished();

    expect(counts).toMatchObject({ successful: 20, failed: 0 });
  });

  withPrograms(['sipp'], 'is called, answers and is hung up', async () => {
    const callee = await answering(3);

    for (const id of ['s1', 's2', 's3']) {
      await rig.rest.post(`/channels/${id}?endpoint=PJSIP/sipp/${callee.uri}&app=hello`);
      await until(app, `StasisStart ${id}`);
      await rig.rest.delete(`/channels/${id}`);
    }

    expect(await callee.sipp.finished()).toMatchObject({ successful: 3 });
  });

  withPrograms(['sipp'], 'registers and calls with digest credentials', async () => {
    const alice = { server: rig.port, user: 'alice' };

    await sipp({ ...alice, scenario: 'register', options: ['-m', '1'] }).finished();
    expect((await rig.rest.get('/endpoints/PJSIP/alice')).body).toMatchObject({ state: 'online' });

    const options = ['-s', 'service', '-m', '5', '-r', '10', '-d', '50'];
    expect(await sipp({ ...alice, scenario: 'call-with-credentials', options }).finished()).toMatchObject({
      successful: 5,
    });
  });

  withPrograms(['sipp'], 'is refused with a wrong password', async () => {
    const refused = sipp({
      scenario: 'refused-call',
      server: rig.port,
      user: 'alice',
      password: 'wrong',
      options: ['-s', 'service', '-m', '1'],
    });

    expect(await refused.finished()).toMatchObject({ successful: 1 });
  });

  withPrograms(['sipp'], 'challenges a call, and takes our digest credentials', async () => {
    const callee = await answering(1, 'challenge');

    await rig.rest.post(`/channels/s1?endpoint=PJSIP/sipp/${callee.uri}&app=hello`);
    await until(app, 'StasisStart s1');
    await rig.rest.delete('/channels/s1');

    expect(await callee.sipp.finished()).toMatchObject({ successful: 1 });
  });

  withPrograms(['sipp'], 'is called twice by an application that bridges both legs', async () => {
    const [one, other] = [await answering(1), await answering(1)];

    await rig.rest.post(`/channels/s1?endpoint=PJSIP/sipp/${one.uri}&app=hello`);
    await until(app, 'StasisStart s1');
    await rig.rest.post(`/channels/s2?endpoint=PJSIP/sipp/${other.uri}&app=hello&originator=s1`);
    await until(app, 'StasisStart s2');
    await rig.rest.post('/bridges/b1?type=mixing');
    await rig.rest.post('/bridges/b1/addChannel?channel=s1,s2');
    await until(app, 'ChannelEnteredBridge b1 s2');
    await rig.rest.delete('/channels/s1');
    await until(app, 'ChannelDestroyed s1 16');
    await rig.rest.delete('/channels/s2');

    expect(await one.sipp.finished()).toMatchObject({ successful: 1 });
    expect(await other.sipp.finished()).toMatchObject({ successful: 1 });
  });

  withPrograms(['sipp'], 'controls two calls itself: the offer of one is the offer to the other', async () => {
    const meeting = await freePort();
    const twin = ['-3pcc', `127.0.0.1:${meeting}`, '-m', '1', '-s', 'service'];
    const answerer = sipp({ scenario: '-sn 3pcc-C-B', server: rig.port, options: twin });
    await eventually(
      () => isBound(meeting),
      () => 'sipp does not listen for its twin',
    );
    const offerer = sipp({ scenario: '-sn 3pcc-C-A', server: rig.port, options: twin });

    expect(await offerer.finished()).toMatchObject({ successful: 1 });
    expect(await answerer.finished()).toMatchObject({ successful: 1 });
  });

  withPrograms(['sipp'], 'calls and is called over TCP', async () => {
    const caller = { server: portOf('tcp'), user: 'alice' };
    await sipp({ ...caller, scenario: 'register', options: ['-m', '1', '-t', 't1'] }).finished();
    const options = ['-s', 'service', '-m', '10', '-r', '10', '-d', '50', '-t', 't1'];
    const called = await sipp({ ...caller, scenario: 'call-with-credentials', options }).finished();
    const callee = await answering(1, 'answer', 't1');

    await rig.rest.post(`/channels/s1?endpoint=PJSIP/sipp/${callee.uri}&app=hello`);
    await until(app, 'StasisStart s1');
    await rig.rest.delete('/channels/s1');

    expect(called).toMatchObject({ successful: 10 });
    expect(await callee.sipp.finished()).toMatchObject({ successful: 1 });
  });

  withPrograms(
    ['sipp'],
    'places fifty calls a second; none fails, and a repeated request makes no second call',
    async () => {
      const calls = cases({ few: 100, many: 1500 });
      const watcher = await rig.open('watch&subscribeAll=yes');

      const counts = await sipp({
        scenario: 'call-with-credentials',
        server: rig.port,
        user: 'alice',
        options: ['-s', 'service', '-m', String(calls), '-r', '50', '-d', '200'],
      }).finished();

      expect(counts).toMatchObject({ successful: calls, failed: 0 });
      expect(Number.isInteger(counts.retransmissions)).toBe(true);
      const events = await watcher.sofar();
      expect(events.filter(({ type }) => type === 'ChannelCreated')).toHaveLength(calls);
      await rig.clear();
    },
  );
});

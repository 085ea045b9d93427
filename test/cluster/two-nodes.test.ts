import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/storage/database';
import { ClusterRig, hasNats, natsHint, phoneFiles } from '../support/cluster-rig';
import { removeFolder } from '../support/remove-folder';
import { eventually } from '../support/eventually';
import { PatchbayProcess } from '../support/server/http-process';
import { SipPhone } from '../support/sip/sip-phone';
import type { SipMessage, SipRequest } from '../../src/sip/message/message';
import type { ServedProcess } from '../support/server/served-process';

const suite = hasNats ? describe : describe.skip;
const create = '/channels/create?endpoint=Local/up@default&app=talk';

/** The port for phones that a node has printed. */
function sipPortOf({ process: { printed } }: ServedProcess): number {
  return Number(/udp 127\.0\.0\.1:(\d+)/.exec(printed)?.[1]);
}

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly channels: number;
}

async function nodesSeenBy({ rest }: ServedProcess): Promise<readonly Shown[]> {
  return ((await rest.get('/cluster')).body as { readonly nodes: readonly Shown[] }).nodes;
}

function command(node: ServedProcess, ...words: readonly string[]): ReturnType<typeof PatchbayProcess.run> {
  const env = { PATCHBAY_URL: node.origin, PATCHBAY_USER: 'asterisk', PATCHBAY_PASSWORD: 'asterisk' };
  return PatchbayProcess.run(['cluster', ...words], { env });
}

suite(`two nodes${natsHint}`, () => {
  let rig: ClusterRig;
  beforeAll(async () => {
    rig = await ClusterRig.start(['a', 'b'], phoneFiles);
    await rig.node(0).open('app=talk');
  });
  afterAll(() => rig.close());

  it('show themselves, with what each of them has', async () => {
    const [one, two] = [rig.node(0), rig.node(1)];
    const { body } = await two.rest.post(create);
    const { id } = body as { readonly id: string };

    await eventually(
      async () => (await nodesSeenBy(one)).some((node) => node.id === 'b' && node.channels > 0),
      () => 'the channels of the other node are not counted',
    );
    const { body: shown } = await one.rest.get('/cluster');

    expect(shown).toMatchObject({
      mode: 'cluster',
      name: 'patchbay',
      node: 'a',
      nodes: [
        { id: 'a', state: 'up', channels: 0, applications: 1, lag: 0 },
        { id: 'b', state: 'up', applications: 0 },
      ],
    });
    await one.rest.delete(`/channels/${id}`);
  });

  it('answer requests of one socket in their order, whichever node carries them out', async () => {
    const [one, two] = [rig.node(0), rig.node(1)];
    const { body } = await two.rest.post(create);
    const { id } = body as { readonly id: string };
    const socket = await one.open('app=orderly');
    const at = `channels/${id}`;
    const requests: readonly (readonly [string, string])[] = [
      ...Array.from({ length: 100 }, (_, count) => ['POST', `${at}/variable?variable=N&value=${count}`] as const),
      ['GET', `${at}/variable?variable=N`],
      ['GET', 'asterisk/ping'],
      ['POST', `${at}/variable?variable=N&value=last`],
      ['GET', 'channels/nobody'],
      ['GET', `${at}/variable?variable=N`],
      ['DELETE', at],
      ['GET', at],
    ];

    for (const [index, [method, uri]] of requests.entries()) socket.send({ method, uri, request_id: String(index) });
    const answers = await socket.take(requests.length);

    expect(answers.map((answer) => answer['request_id'])).toEqual(requests.map((_, index) => String(index)));
    expect(answers.slice(0, 100).every((answer) => answer.status_code === 204)).toBe(true);
    expect(answers.slice(100).map((answer) => answer.status_code)).toEqual([200, 200, 204, 404, 200, 204, 404]);
    expect([answers[100], answers[104]].map((answer) => answer?.['message_body'])).toEqual([
      expect.stringContaining('"99"'),
      expect.stringContaining('"last"'),
    ]);
  });

  it('are printed as a table', async () => {
    const { code, stdout } = await command(rig.node(0), 'status');

    expect(code).toBe(0);
    expect(stdout).toMatch(/^cluster patchbay, as node a sees it\nNODE +STATE +CHANNELS .*\na +up .*\nb +up /);
  });

  it('carry a command with an Idempotency-Key out once, whichever of them gets it', async () => {
    const [one, two] = [rig.node(0), rig.node(1)];
    const headers = { 'idempotency-key': 'once' };
    const answers = await Promise.all(
      [one, two, one, two].map(({ rest }) => rest.call('POST', '/bridges?name=once', { headers })),
    );
    answers.push(await two.rest.call('POST', '/bridges?name=once', { headers }));

    const [first] = answers;
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    for (const { body } of answers) expect(body).toEqual(first?.body);
    const { body: bridges } = await one.rest.get('/bridges');
    expect(bridges).toHaveLength(1);
    const other = await two.rest.call('POST', '/bridges?name=other', { headers });
    expect([other.status, other.body]).toEqual([400, expect.objectContaining({ parameter: 'Idempotency-Key' })]);
  });

  it('call a phone that has registered with the other one', async () => {
    const [one, two] = [rig.node(0), rig.node(1)];
    const socket = await one.open('app=watch');
    await one.rest.post('/applications/watch/subscription?eventSource=endpoint:PJSIP');
    const phone = await SipPhone.overUdp('100', 'secret', sipPortOf(one));
    expect((await phone.register()).status).toBe(200);
    await eventually(
      async () => JSON.stringify((await two.rest.get('/endpoints/PJSIP/100')).body).includes('"online"'),
      () => 'the other node does not know of the phone',
    );
    const told = (await socket.sofar()).filter(({ type }) => type === 'ContactStatusChange');
    expect(told).toHaveLength(1);

    const { body } = await two.rest.post('/channels?endpoint=PJSIP/100&app=talk');

    const isInvite = (message: SipMessage): boolean => message.kind === 'request' && message.method === 'INVITE';
    await phone.until(
      () => phone.received.find(isInvite),
      () => 'the phone is not called',
    );
    await two.rest.delete(`/channels/${(body as { readonly id: string }).id}`);
    await phone.register({ Expires: '0' });
    await eventually(
      async () => JSON.stringify((await two.rest.get('/endpoints/PJSIP/100')).body).includes('"offline"'),
      () => 'the other node still has the phone',
    );
    phone.close();
    await socket.close();
  }, 25_000);

  it('accept credentials for a challenge of the other one', async () => {
    const [first, second] = await Promise.all(
      rig.nodes.map((node) => SipPhone.overUdp('100', 'secret', sipPortOf(node))),
    );
    if (first === undefined || second === undefined) throw new Error('there is one node only');
    const register = (phone: SipPhone, expires: string): SipRequest =>
      phone.request('REGISTER', { headers: { Contact: phone.contact, Expires: expires } });
    const asked = register(first, '300');
    const challenge = await first.ask(asked);
    const next = register(second, '300');
    second.authorize(challenge, asked, next);

    const answer = await second.ask(next);

    expect([challenge.status, answer.status]).toEqual([401, 200]);
    await second.register({ Expires: '0' });
    first.close();
    second.close();
  });

  it('share devices of the dialplan', async () => {
    const [one, two] = [rig.node(0), rig.node(1)];
    for (const [index, { rest }] of [one, two].entries()) await rest.post(`${create}&channelId=lamp${index}`);
    const lamp = encodeURIComponent('DEVICE_STATE(Custom:lamp)');
    await one.rest.post(`/channels/lamp0/variable?variable=${lamp}&value=BUSY`);

    await eventually(
      async () =>
        JSON.stringify((await two.rest.get(`/channels/lamp1/variable?variable=${lamp}`)).body).includes('"BUSY"'),
      () => 'the other node does not know of the device',
    );
    for (const index of [0, 1]) await one.rest.delete(`/channels/lamp${index}`);
  });

  it('take over what the database of a server that was alone holds', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-adopted-'));
    for (const [name, text] of Object.entries(rig.filesOf('z'))) writeFileSync(join(folder, name), text);
    const database = openDatabase(join(folder, 'state', 'database'));
    await database.put('mailboxes', 'adopted', { oldMessages: 1, newMessages: 2 });
    await database.close();

    const adopt = ['cluster', 'adopt', '--config', folder, '--state', join(folder, 'state')];
    const { code, stdout } = await PatchbayProcess.run(adopt);

    expect([code, stdout]).toEqual([0, expect.stringContaining('copied 1 values')]);
    await eventually(
      async () => (await rig.node(1).rest.get('/mailboxes/adopted')).status === 200,
      () => 'the nodes do not know of what was copied',
    );
    removeFolder(folder);
  }, 60_000);

  it('refuse to drain one that does not exist', async () => {
    const { status, body } = await rig.node(0).rest.post('/cluster/nodes/c/drain');

    expect(status).toBe(404);
    expect(body).toMatchObject({ message: expect.stringContaining("'c'") as string });
  });

  it('let one of them finish its calls and stop', async () => {
    const [one, two] = [rig.node(0), rig.node(1)];
    const { body } = await two.rest.post(create);
    const { id } = body as { readonly id: string };
    await two.rest.post('/bridges/room');

    const { code, stdout } = await command(one, 'drain', 'b');

    expect([code, stdout]).toEqual([0, expect.stringContaining('node b takes no new calls')]);
    await eventually(
      async () => (await nodesSeenBy(one)).some((node) => node.id === 'b' && node.state === 'draining'),
      () => 'the other node does not show that it drains',
    );
    expect(await two.readiness(503)).toContain('draining');
    const phone = await SipPhone.overUdp('100', 'secret', sipPortOf(two));
    const uri = `sip:up@${phone.serverUri}`;
    const headers = { Contact: phone.contact };
    const invited = await phone.askWithCredentials(() => phone.request('INVITE', { uri, headers }));
    expect([invited.status, (await phone.ask(phone.request('OPTIONS'))).status]).toEqual([503, 503]);
    phone.close();
    const { body: elsewhere } = await two.rest.post(create);
    expect(elsewhere).toMatchObject({ id: expect.stringMatching(/^a-/) as string });
    for (const { rest } of [one, two])
      expect((await rest.post(`${create}&bridge=room`)).body).toMatchObject({
        id: expect.stringMatching(/^a-/) as string,
      });
    expect((await two.rest.get(`/channels/${id}`)).status).toBe(200);
    await one.rest.delete(`/channels/${id}`);
    expect(await two.finished).toMatchObject({ code: 0 });
    await eventually(
      async () => (await nodesSeenBy(one)).length === 1,
      () => 'the node that has stopped is still there',
    );
  });
});

import { readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { projectRoot } from '../../src/shared/project-root';
import type { SipRequest } from '../../src/sip/message/message';
import { makeResponse } from '../../src/sip/message/make-response';
import { ClusterRig } from '../support/cluster-rig';
import { eventually } from '../support/eventually';
import type { ForeignProgram } from '../support/interop/programs';
import { ForeignPrograms, isInstalled } from '../support/interop/programs';
import { freePort } from '../support/server/http-process';
import type { ServedProcess } from '../support/server/served-process';
import { SipPhone } from '../support/sip/sip-phone';

const missing = ['nats-server', 'kamailio'].filter((program) => !isInstalled(program));
const suite = missing.length === 0 ? describe : describe.skip;
const hint = missing.length === 0 ? '' : ` (skipped: apt-get install -y ${missing.join(' ')})`;

const shipped = join(projectRoot(__dirname), 'deploy/cluster');

/** What the nodes answer calls with: by the status one knows which of them it was. */
const nodes = [
  { id: 'a', cause: 17, status: 486 },
  { id: 'b', cause: 28, status: 484 },
  { id: 'c', cause: 1, status: 404 },
] as const;

function filesOf(cause: number): Readonly<Record<string, string>> {
  return {
    'phones.conf': '[general]\nbind = 127.0.0.1:5060\n\n[100]\npassword = secret\n',
    'extensions.conf': `[default]\nexten => up,1,Answer(,i)\n same => n,Wait(600)\nexten => who,1,Hangup(${cause})\n`,
  };
}

function sipPortOf({ process: { printed } }: ServedProcess): number {
  return Number(/udp 127\.0\.0\.1:(\d+)/.exec(printed)?.[1]);
}

/** Whether connections are taken there; Kamailio has opened its UDP socket before. */
function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket
      .once('error', () => resolve(false))
      .once('connect', () => {
        socket.destroy();
        resolve(true);
      });
  });
}

suite(`phones behind the proxy of the shipped deployment${hint}`, () => {
  const rig = new ClusterRig();
  const programs = new ForeignPrograms();
  let proxy: ForeignProgram;
  let phone: SipPhone;

  beforeAll(async () => {
    await rig.nats.start();
    for (const { id, cause } of nodes) rig.nodes.push(await rig.startNode(id, filesOf(cause)));
    const port = await freePort();
    const list = rig.nodes.map((node) => `1 sip:127.0.0.1:${sipPortOf(node)}\n`).join('');
    const text = readFileSync(join(shipped, 'kamailio.cfg'), 'utf8')
      .replace(/!ADDRESS![\d.]+!g/, '!ADDRESS!127.0.0.1!g')
      .replaceAll('ADDRESS:5060', `ADDRESS:${port}`)
      .replace('/etc/kamailio/dispatcher.list', programs.write('dispatcher.list', list));
    const file = programs.write('kamailio.cfg', text);
    proxy = programs.start('kamailio', ['-f', file, '-DD', '-E', '-m', '16', '-Y', programs.folder]);
    phone = await SipPhone.overUdp('100', 'secret', port);
    phone.onRequest = (request) => {
      if (request.method === 'INVITE') phone.send(makeResponse(request, 180, { toTag: 'phone' }));
      else if (request.method === 'CANCEL') phone.send(makeResponse(request, 200, { toTag: 'phone' }));
    };
    await eventually(
      () => accepts(port),
      () => `Kamailio does not listen:\n${proxy.printed}`,
    );
    expect((await phone.register()).status).toBe(200);
  });
  afterAll(async () => {
    phone.close();
    await programs.close();
    await rig.close();
  });

  /** Calls the extension that tells the node, and gives its status. */
  async function call(callId: string): Promise<number> {
    const uri = `sip:who@${phone.serverUri}`;
    const invite = (): SipRequest =>
      phone.request('INVITE', { uri, callId, headers: { Contact: phone.contact, 'Content-Length': '0' } });
    return (await phone.askWithCredentials(invite)).status;
  }

  const served = new Map<number, string>();

  it('are called from every node', async () => {
    for (const node of rig.nodes) {
      await eventually(
        async () => JSON.stringify((await node.rest.get('/endpoints/PJSIP/100')).body).includes('"online"'),
        () => 'a node does not know of the phone',
      );
      const { body } = await node.rest.post('/channels?endpoint=PJSIP/100&extension=up&context=default');
      const { id } = body as { readonly id: string };
      await eventually(
        async () => JSON.stringify((await node.rest.get(`/channels/${id}`)).body).includes('"Ringing"'),
        () => `the phone does not ring; Kamailio says:\n${proxy.printed}`,
      );
      await node.rest.delete(`/channels/${id}`);
    }
  });

  it('reach all nodes, one call this and another that one', async () => {
    for (let count = 0; count < 100 && served.size < nodes.length; count += 1) {
      const status = await call(`call-${count}`);
      served.set(status, `call-${count}`);
    }

    expect(new Set(served.keys())).toEqual(new Set(nodes.map(({ status }) => status)));
  });

  it('reach another node when theirs drains', async () => {
    const [draining] = nodes;
    const kept = await rig
      .node(0)
      .rest.post('/channels?endpoint=Local/up@default&extension=up&context=default&channelId=kept');
    expect(kept.status).toBe(200);
    await rig.node(1).rest.post(`/cluster/nodes/${draining.id}/drain`);
    await rig.node(0).readiness(503);

    const status = await call(served.get(draining.status) ?? '');

    expect(nodes.slice(1).map((node) => node.status)).toContain(status);
  });

  it('reach another node when theirs is lost', async () => {
    const [, killed, left] = nodes;
    rig.node(1).signal('SIGKILL');

    expect(await call(served.get(killed.status) ?? '')).toBe(left.status);
  });
});

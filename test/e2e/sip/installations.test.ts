import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Description } from '../../../src/server/docs/description';
import { formatConfigReport } from '../../../src/config/config-report';
import { loadConfig } from '../../../src/config/load-config';
import { projectRoot } from '../../../src/shared/project-root';
import { freePort } from '../../support/server/http-process';
import { eventually } from '../../support/eventually';
import { PhoneCall, sdpAt } from '../../support/calls/phone-call';
import { RunningServer } from '../../support/server/running-server';
import { SipPhone } from '../../support/sip/sip-phone';
import { Rest } from '../../support/sockets/socket-rest';

const root = projectRoot(__dirname);
const fixtures = join(root, 'test/fixtures/pjsip');
const { resources } = new Description(root);

let server: RunningServer | undefined;
const phones: SipPhone[] = [];
afterEach(async () => {
  for (const phone of phones.splice(0)) phone.close();
  await server?.close();
  server = undefined;
});

/** The files of an installation, as they are, but on free ports of the loopback. */
function filesOf(name: string, replaced: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const folder = join(fixtures, name);
  const changes = { '0.0.0.0:5060': '127.0.0.1:0', ...replaced };
  const read = (file: string): string =>
    Object.entries(changes).reduce(
      (text, [from, to]) => text.replaceAll(from, to),
      readFileSync(join(folder, file), 'utf8'),
    );
  return Object.fromEntries(readdirSync(folder).map((file) => [file, read(file)]));
}

async function install(name: string, replaced?: Readonly<Record<string, string>>): Promise<Rest> {
  server = await RunningServer.start(filesOf(name, replaced));
  return new Rest(server.origin);
}

const udpPort = (): number => server?.phones.find(({ protocol }) => protocol === 'udp')?.port ?? 0;

async function phone(name: string, password: string): Promise<SipPhone> {
  const made = await SipPhone.overUdp(name, password, udpPort());
  phones.push(made);
  return made;
}

/** What stands between the server and others, at an address of its own by which it is recognised. */
async function peer(name: string, port: number): Promise<SipPhone> {
  const place = { host: '127.0.0.1', port: udpPort(), from: { host: '127.0.0.3', port } };
  const made = await SipPhone.overUdpAt(name, 'none', place);
  phones.push(made);
  return made;
}

async function registered(name: string, password: string): Promise<SipPhone> {
  const made = await phone(name, password);
  expect((await made.register()).status).toBe(200);
  return made;
}

/** What `patchbay check-config` prints about the installation that runs. */
function report(): string {
  const flags = { config: join(server?.folder ?? '', 'etc'), state: join(server?.folder ?? '', 'state') };
  return formatConfigReport(loadConfig({ folder: server?.folder ?? '', env: {}, flags, resources }));
}

describe('an installation', () => {
  it.each([
    ['office', 'anna', 'secret-anna'],
    ['trunks', 'desk', 'desk-secret'],
    ['wizard', 'lobby', 'lobby-secret'],
    ['webrtc', 'desk', 'desk-secret'],
    ['generated', '1001', 'secret-1001'],
    ['proxied', 'roaming-1', 'roaming-secret'],
  ])(
    'of the kind `%s` starts; a phone registers and calls; each option without effect is reported once',
    async (kind, name, password) => {
      const rest = await install(kind);

      const own = await registered(name, password);
      const call = await PhoneCall.place(own, '600', { sdp: sdpAt(40_000) });
      await call.answered();
      expect((await call.bye()).status).toBe(200);

      expect((await rest.get(`/endpoints/PJSIP/${name}`)).status).toBe(200);
      const rows = report()
        .split('\n')
        .filter((line) => line.includes('without effect here') || line.includes('does not have it'))
        .map((line) =>
          line
            .trim()
            .replace(/ +\d+ +/, ' ')
            .replace(/ \(\d+ times\)$/, ''),
        );
      expect(rows).toEqual([...new Set(rows)]);
      expect(report()).toContain('The configuration is valid.');
    },
  );
});

describe('an office with templates', () => {
  it('connects two of its phones, and says who calls', async () => {
    await install('office');
    const [anna, ben] = [await registered('anna', 'secret-anna'), await registered('ben', 'secret-ben')];

    const call = await PhoneCall.place(anna, '202', { sdp: sdpAt(40_000) });
    const ringing = await PhoneCall.receive(ben);
    ringing.respond(200, { sdp: sdpAt(40_002) });
    await call.answered();

    expect(ringing.request.headers.raw('From')).toMatch(/^"Anna" <sip:201@/);
    expect(report()).toMatch(/codec 'g729' +this server does not have it\n/);
    await call.bye();
    await ringing.serverSends('BYE');
  });
});

describe('two carriers', () => {
  it('are registered with; calls go out by one of them, and come in by address', async () => {
    const port = await freePort();
    const place = `127.0.0.3:${port}`;
    const rest = await install('trunks', {
      'sip:carrier-one.example': `sip:${place}`,
      'sip:carrier-two.example': `sip:${place}`,
    });
    const carrier = await peer('carrier', port);

    const registrations = await carrier.until(
      () => {
        const found = carrier.received.filter((each) => each.kind === 'request' && each.method === 'REGISTER');
        return found.some(({ headers }) => headers.raw('Contact')?.includes('49301234567') === true)
          ? found
          : undefined;
      },
      () => 'the server does not register with the carrier',
    );
    expect(registrations[0]?.headers.raw('User-Agent')).toBe('PBX 1.0');

    const desk = await registered('desk', 'desk-secret');
    const call = await PhoneCall.place(desk, '0301000', { sdp: sdpAt(40_000) });
    const outgoing = await PhoneCall.receive(carrier);
    expect(outgoing.request.uri.toString()).toBe(`sip:301000@${place}`);
    expect(outgoing.request.headers.raw('From')).toContain('<sip:49301234567@carrier-one.example>');
    outgoing.respond(486);
    expect((await call.refused()).status).toBe(486);

    await rest.post('/channels?endpoint=PJSIP/5551000@carrier-two&extension=600&context=internal');
    const second = await PhoneCall.receive(carrier, [outgoing]);
    expect(second.request.headers.raw('Contact')).toMatch(/^<sip:alice\.pbx@127\.0\.0\.1:/);
    expect(second.request.headers.raw('Route')).toBe(`<sip:${place};lr>`);
    second.respond(486);

    const incoming = await PhoneCall.place(carrier, '49301234567', { sdp: sdpAt(40_000) });
    await incoming.answered();
    expect((await incoming.bye()).status).toBe(200);
  });
});

describe('an endpoint for browsers', () => {
  it('is reported, registers, and neither takes nor makes calls until audio is encrypted', async () => {
    const rest = await install('webrtc');
    const browser = await registered('browser', 'browser-secret');

    const call = await PhoneCall.place(browser, '600', { sdp: sdpAt(40_000) });

    expect((await call.refused()).status).toBe(488);
    expect(report()).toContain('[browser] takes and makes no calls: webrtc = yes demands');
    expect((await rest.post('/channels?endpoint=PJSIP/browser&extension=600&context=internal')).status).toBe(400);
  });
});

describe('files of a configuration program', () => {
  it('take additions of the file beside them, and refuse calls of unknown senders where the dialplan says so', async () => {
    const rest = await install('generated');
    const stranger = await phone('stranger', 'none');

    const call = await PhoneCall.place(stranger, '5551000', { sdp: sdpAt(40_000) });

    expect((await call.refused()).status).toBe(403);
    const { body } = await rest.get('/asterisk/config/dynamic/res_pjsip/endpoint/1001');
    expect(body).toContainEqual({ attribute: 'rtp_keepalive', value: '10' });
  });
});

describe('a server behind a proxy', () => {
  it('trusts the proxy about who calls, and sends calls through it', async () => {
    const port = await freePort();
    const rest = await install('proxied', { '127.0.0.3:5090': `127.0.0.3:${port}` });
    const proxy = await peer('4712', port);

    const identity = { 'P-Asserted-Identity': '<sip:4711@voice.example.org>' };
    const call = await PhoneCall.place(proxy, 'who', { sdp: sdpAt(40_000), headers: identity });
    expect((await call.refused()).status).toBe(486);

    await rest.post('/channels?endpoint=PJSIP/1234@proxy&extension=600&context=from-proxy&callerId=77');
    const outgoing = await PhoneCall.receive(proxy, [call]);
    expect(outgoing.request.uri.toString()).toMatch(/^sip:1234@127\.0\.0\.3/);
    expect(outgoing.request.headers.raw('Route')).toContain(`<sip:127.0.0.3:${port};lr>`);
    expect(outgoing.request.headers.raw('P-Asserted-Identity')).toContain('sip:77@');
    outgoing.respond(486);
    await eventually(
      async () => ((await rest.get('/channels')).body as readonly unknown[]).length === 0,
      () => 'the call does not end',
    );
  });
});

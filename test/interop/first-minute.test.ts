import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/shared/project-root';
import { eventually } from '../support/eventually';
import { Workshop } from '../support/server/http-process';
import { Baresip } from '../support/interop/baresip';
import { ForeignPrograms, withPrograms } from '../support/interop/programs';
import { bestPurity } from '../support/media/purity';
import { rms } from '../../src/media/samples/levels';
import { commandsIn, curlRequest } from '../support/shell-commands';
import { Rest } from '../support/sockets/socket-rest';

const root = projectRoot(__dirname);
const page = (name: string): string => readFileSync(join(root, name), 'utf8');
/** What the README tells a reader to type into a softphone. */
const account = /user `(\w+)`, password\s+`([\w-]+)`,\s+domain `([\d.]+)`/.exec(page('README.md')) ?? [];
const [, user = '', password = '', domain = ''] = account;

const workshop = new Workshop();
let programs: ForeignPrograms;
let rest: Rest;
let said: string;
beforeAll(async () => {
  const process = workshop.start(['serve', '--port', '0', '--state', workshop.folder({})]);
  rest = new Rest(await process.ready(), 'demo:patchbay-demo');
  said = process.printed;
});
beforeEach(() => {
  programs = new ForeignPrograms();
});
afterEach(() => programs.close());
afterAll(() => workshop.clean());

/** A softphone with the account of the README, at the port that the server prints. */
async function softphone(params = ''): Promise<Baresip> {
  const port = new RegExp(`phones: +udp ${domain.replaceAll('.', '\\.')}:(\\d+), tcp`).exec(said)?.[1] ?? '';
  const phone = await Baresip.start(programs, { account: `${user}@${domain}:${port}`, password, params, tone: 440 });
  await eventually(
    async () => ((await rest.get(`/endpoints/PJSIP/${user}`)).body as { state: string }).state === 'online',
    () => 'the softphone has not registered',
  );
  return phone;
}

/** Waits until the server has sent so much audio to the only call that there is. */
async function speaksFor(packets: number): Promise<void> {
  const sent = async (): Promise<number> => {
    const [channel] = (await rest.get('/channels')).body as readonly { readonly id: string }[];
    const { status, body } = await rest.get(`/channels/${channel?.id ?? 'none'}/rtp_statistics`);
    return status === 200 ? (body as { readonly txcount: number }).txcount : 0;
  };
  await eventually(
    async () => (await sent()) >= packets,
    () => 'the softphone hears too little',
  );
}

describe('the first minute of the README and of docs/sip.md, with a softphone', () => {
  it.each(['600', '601', 'PJSIP/alice'])('both pages speak of %s', (words) => {
    for (const name of ['README.md', 'docs/sip.md']) expect(page(name)).toContain(words);
  });

  withPrograms(['baresip'], 'registers as alice, dials 600 and hears itself', async () => {
    const phone = await softphone();

    phone.command('dial', '600');
    await phone.until('CALL_ESTABLISHED');
    await speaksFor(100);
    phone.command('hangup');
    await phone.until('CALL_CLOSED');
    await phone.stop();

    expect(bestPurity(phone.heard()[0] ?? new Int16Array(), 440)).toBeGreaterThan(0.9);
  });

  withPrograms(['baresip'], 'dials 601, hears a greeting and is hung up', async () => {
    const phone = await softphone();

    phone.command('dial', '601');
    await phone.until('CALL_ESTABLISHED');
    await phone.until('CALL_CLOSED');
    await phone.stop();

    expect(rms(phone.heard()[0] ?? new Int16Array())).toBeGreaterThan(100);
  });

  withPrograms(['baresip'], 'is called by the command of the README', async () => {
    const phone = await softphone(';answermode=auto');
    const commands = commandsIn('README.md', page('README.md')).filter(({ words }) => words[0] === 'curl');
    const request = commands
      .map(({ words }) => curlRequest(words))
      .find(({ url }) => url.search.includes('endpoint=PJSIP/'));

    const { status } = await rest.post(`${request?.url.pathname.replace(/^\/ari/, '')}${request?.url.search}`);

    expect(status).toBe(200);
    await phone.until('CALL_ESTABLISHED');
    await speaksFor(100);
    await phone.stop();
    expect(bestPurity(phone.heard()[0] ?? new Int16Array(), 440)).toBeGreaterThan(0.9);
  });
});

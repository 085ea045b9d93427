import { join } from 'node:path';
import type { Client } from '../../generated/client';
import { connect } from '../../generated/client';
import { eventually } from '../support/eventually';
import { Workshop } from '../support/server/http-process';
import type { PatchbayProcess } from '../support/server/http-process';

const dialplan = (answer: string): string =>
  `[default]\nexten => 100,1,${answer}\n same => n,Answer()\n same => n,Wait(600)\n`;
const files = {
  'http.conf': '[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = 0\n',
  'ari.conf': '[general]\n[anna]\ntype = user\npassword = secret\n',
};
const credentials = { user: 'anna', password: 'secret' };

/** Places a call to itself, sets a variable, reads it and hangs up. */
async function runApplication(client: Client): Promise<void> {
  const ended = new Promise<void>((resolve) => client.on('StasisEnd', () => resolve()));
  const started = new Promise<string>((resolve) => client.on('StasisStart', ({ channel }) => resolve(channel.id)));
  await client.channels.originate({ endpoint: 'Local/100@default', app: 'near', callerId: 'Anna <1001>' });
  const channelId = await started;
  await client.channels.setChannelVar({ channelId, variable: 'COLOUR', value: 'green' });
  await client.channels.getChannelVar({ channelId, variable: 'COLOUR' });
  await client.channels.hangup({ channelId });
  await ended;
}

describe.each(['http', 'socket'] as const)('a session recorded at a server, with requests over %s', (rest) => {
  const workshop = new Workshop();
  let file: string;

  async function serve(answer: string): Promise<string> {
    const folder = workshop.folder({ ...files, 'extensions.conf': dialplan(answer) });
    return workshop.start(['serve', '--config', folder, '--state', join(folder, 'state')]).ready();
  }

  function replay(url: string, ...more: readonly string[]): PatchbayProcess['finished'] {
    const env = { PATCHBAY_USER: credentials.user, PATCHBAY_PASSWORD: credentials.password };
    return workshop.start(['replay', file, url, ...more], { env }).finished;
  }

  beforeAll(async () => {
    file = join(workshop.folder({}), 'session.json');
    const recorder = workshop.start(['record', await serve('NoOp()'), '--output', file]);
    await eventually(
      () => recorder.printed.includes('\n'),
      () => 'the recorder has printed nothing',
    );
    const { url } = JSON.parse(recorder.printed) as { readonly url: string };
    const client = await connect({ url, ...credentials, apps: ['near'], rest, reconnect: false });
    await runApplication(client);
    await client.close();
    expect((await recorder.stop('SIGINT')).code).toBe(0);
  });
  afterAll(() => workshop.clean());

  it('is the same at another server of this kind, whose ids are others', async () => {
    const { code, stdout, stderr } = await replay(await serve('NoOp()'));

    expect([stderr, stdout]).toEqual(['', expect.stringMatching(/^\d+ requests, \d+ events, 0 differences\n$/)]);
    expect(code).toBe(0);
  });

  it('differs at a server that is configured differently, in words', async () => {
    const { code, stdout } = await replay(await serve('Hangup(17)'), '--timeout', '1');

    expect(code).toBe(1);
    expect(stdout).toMatch(/^missing: socket-1 StasisStart of \S+ \(\d+\.\d{3} s\)$/m);
    expect(stdout).toMatch(/^answer to GET \S*\/variable\S* \(\d+\.\d{3} s\): .*status.* is 404, was 200$/m);
  });
});

it('the address and the timeout of a replay have to make sense', async () => {
  const workshop = new Workshop();
  const file = join(
    workshop.folder({ 'session.json': '{"ms":0,"kind":"ws-open","ws":"a","status":101}' }),
    'session.json',
  );
  const wrong = await workshop.start(['replay', file, '127.0.0.1']).finished;
  const never = await workshop.start(['replay', file, 'http://127.0.0.1:1', '--timeout', 'soon']).finished;
  await workshop.clean();

  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining("got '127.0.0.1'")]);
  expect([never.code, never.stderr]).toEqual([1, expect.stringContaining("--timeout must be seconds, got 'soon'")]);
});

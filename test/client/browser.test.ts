import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../src/shared/project-root';
import { browse, installedBrowser } from '../support/server/headless-browser';
import { within } from '../support/eventually';
import { startPatchbay } from '../../src/testing/start';

const root = projectRoot(__dirname);

/** A page with an application: it answers a call, and reports what it has met. */
const pageFor = (
  url: string,
): string => `<!doctype html><meta charset="utf-8"><title>an application</title><script type="module">
const report = (met) => fetch('/report', { method: 'POST', body: JSON.stringify(met) });
try {
  const { connect } = await import('/client.mjs');
  const access = { url: ${JSON.stringify(url)}, user: 'patchbay', password: 'pass wörd&' };
  const refused = await connect({ ...access, password: 'wrong', apps: ['ivr'] }).catch((failure) => failure.trouble);
  const client = await connect({ ...access, apps: ['ivr'] });
  const { ping } = await client.server.ping();
  const missing = await client.channels.get({ channelId: 'nosuch' }).catch((failure) => failure.status);
  client.on('StasisStart', async ({ channel }) => {
    await client.channels.answer({ channelId: channel.id });
    const { state } = await client.channels.get({ channelId: channel.id });
    await client.close();
    await report({ refused, ping, missing, state });
  });
  await client.channels.originate({ endpoint: 'Local/100@default', app: 'ivr' });
} catch (error) {
  await report({ error: String(error) });
}
</script>`;

describe('the typed client for browsers', () => {
  let folder: string;
  let client: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-client-'));
    const file = join(folder, 'client.mjs');
    execFileSync(process.execPath, [join(root, 'scripts/bundle-client.mjs'), file]);
    client = readFileSync(file, 'utf8');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is one module that imports nothing and uses nothing of Node', () => {
    expect(client).not.toMatch(/\bimport\s|\brequire\(|\bBuffer\b|node:/);
  });

  const browser = installedBrowser();
  (browser === undefined ? it.skip : it)('controls a call from a page', async () => {
    let give: (met: unknown) => void = () => undefined;
    const report = new Promise<unknown>((resolve) => (give = resolve));
    let bayUrl = '';
    const site = createServer((request, response) => {
      if (request.url === '/client.mjs') return response.setHeader('content-type', 'text/javascript').end(client);
      if (request.method !== 'POST') return response.setHeader('content-type', 'text/html').end(pageFor(bayUrl));
      let text = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      return request.once('end', () => {
        response.end();
        give(JSON.parse(text));
      });
    });
    await once(site.listen(0, '127.0.0.1'), 'listening');
    const page = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const user = '[patchbay]\ntype = user\npassword = pass wörd&\n';
    const bay = await startPatchbay({
      dialplan: 'exten => 100,1,Answer()\n same => n,Wait(60)',
      files: { 'ari.conf': `[general]\nenabled = yes\nallowed_origins = ${page}\n\n${user}` },
    });
    bayUrl = bay.url;
    const end = browse(page);
    try {
      const met = await within(report, () => 'the page has reported nothing');
      expect(met).toEqual({ refused: 'unreachable', ping: 'pong', missing: 404, state: 'Up' });
    } finally {
      await end();
      site.closeAllConnections();
      site.close();
      await bay.close();
    }
  });
});

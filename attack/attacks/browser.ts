import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { within } from '../../test/support/eventually';
import type { Attack, AttackContext } from '../attack';
import { mustHold } from '../attack';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const browser = (): string | undefined => names.find((name) => spawnSync('which', [name]).status === 0);

/** What the page has found out: a line for each thing that it has tried. */
type Attempts = Readonly<Record<string, string>>;

/**
 * A page of another site. It first has a window opened whose address has the password, as if the user had logged in; what
 * the page does afterwards is sent with what the browser remembers.
 */
const pageFor = (target: string): string => `<!doctype html><title>another site</title><body><script>
const target = ${JSON.stringify(target)};
const withUser = target.replace('//', '//asterisk:asterisk@');
const attempts = {};
const pause = () => new Promise((resolve) => setTimeout(resolve, 2000));
async function attempt(name, action) {
  try {
    attempts[name] = String(await action());
  } catch (error) {
    attempts[name] = 'refused: ' + error.message;
  }
}
async function logIn() {
  open(withUser + '/ari/asterisk/ping');
  await pause();
}
async function submit(address) {
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action: address, target: '_blank' });
  document.body.append(form);
  form.submit();
  await pause();
}
const connect = (address) => new Promise((resolve, reject) => {
  const socket = new WebSocket(address);
  socket.onopen = () => resolve('opened');
  socket.onerror = () => reject(new Error('no socket'));
});
addEventListener('load', async () => {
  const events = target.replace('http', 'ws') + '/ari/events?app=evil';
  const include = { credentials: 'include' };
  await attempt('login', logIn);
  await attempt('read', async () => (await fetch(target + '/ari/asterisk/info', include)).status);
  await attempt('write', () => fetch(target + '/ari/bridges/fetched', { method: 'POST', mode: 'no-cors', ...include }));
  await attempt('form', () => submit(withUser + '/ari/bridges/formed'));
  await attempt('socket', () => connect(events));
  await attempt('socket with a key', () => connect(events + '&api_key=asterisk:asterisk'));
  await fetch('/report', { method: 'POST', body: JSON.stringify(attempts) });
});
</script>`;

/** The other site: serves the page, and takes its report. */
async function openSite({
  victim,
  closeAfterwards,
}: AttackContext): Promise<{ port: number; report: Promise<Attempts> }> {
  let give: (attempts: Attempts) => void = () => undefined;
  const report = new Promise<Attempts>((resolve) => (give = resolve));
  const site = createServer((request, response) => {
    if (request.method !== 'POST') {
      response.setHeader('Content-Type', 'text/html').end(pageFor(victim.origin));
      return;
    }
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.once('end', () => {
      response.end();
      give(JSON.parse(text) as Attempts);
    });
  });
  await once(site.listen(0, '127.0.0.1'), 'listening');
  closeAfterwards(() => {
    site.close();
    site.closeAllConnections();
  });
  return { port: (site.address() as AddressInfo).port, report };
}

const flags = [
  ...['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'],
  '--disable-popup-blocking',
];

/** Ends a browser with its renderers and helpers: they are the process group that it leads. */
async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}

async function browse(context: AttackContext): Promise<void> {
  const { victim, say, closeAfterwards } = context;
  const { port, report } = await openSite(context);
  const profile = mkdtempSync(join(tmpdir(), 'patchbay-browser-'));
  // Processes of the browser may still write for a moment after they were killed.
  closeAfterwards(() => rmSync(profile, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }));
  const page = `http://localhost:${port}/`;
  const child = spawn(browser() ?? '', [...flags, `--user-data-dir=${profile}`, page], {
    stdio: 'ignore',
    detached: true,
  });
  closeAfterwards(() => endGroup(child));
  const attempts = await within(report, () => 'the browser has reported nothing');
  say(JSON.stringify(attempts));
  for (const name of ['read', 'socket', 'socket with a key'])
    mustHold(attempts[name]?.startsWith('refused') === true, `${name}: ${attempts[name] ?? 'not tried'}`);
  const { body } = await victim.rest.get('/bridges');
  mustHold(JSON.stringify(body) === '[]', `a page of another site has made ${JSON.stringify(body)}`);
  // Otherwise the browser itself has kept them back, and nothing was found out about the server.
  for (const name of ['fetched', 'formed'])
    mustHold(new RegExp(`/bridges/${name}.*403`).test(victim.log), `the browser has not sent the request for ${name}`);
}

export const inBrowser: readonly Attack[] = [
  {
    name: 'cross-site-browser',
    does: 'opens a page of another site in a real browser that knows the password, and fetches, submits and connects',
    holds: 'the page can read nothing, change nothing and open no socket',
    hindrance: () => (browser() === undefined ? `no browser is installed (${names.join(', ')})` : undefined),
    run: browse,
  },
];

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { within } from '../../test/support/eventually';
import { browse, browserNames, installedBrowser } from '../../test/support/server/headless-browser';
import type { Attack, AttackContext } from '../attack';
import { mustHold } from '../attack';

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

async function attackFromPage(context: AttackContext): Promise<void> {
  const { victim, say, closeAfterwards } = context;
  const { port, report } = await openSite(context);
  closeAfterwards(browse(`http://localhost:${port}/`));
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
    hindrance: () =>
      installedBrowser() === undefined ? `no browser is installed (${browserNames.join(', ')})` : undefined,
    run: attackFromPage,
  },
];

import { ask } from '../../test/support/server/http-client';
import { askToUpgrade } from '../../test/support/sockets/socket-upgrade';
import type { Attack, AttackContext } from '../attack';
import { mustHold } from '../attack';
import type { Victim } from '../harness/victim';

const origins = ['http://evil.example', 'https://evil.example:8088', 'null', 'http://127.0.0.1:1', 'file://', ''];

/** What pages of other sites can make a browser send, with the credentials that it has stored. */
async function pretendToBePages({ victim }: AttackContext): Promise<void> {
  const { host } = new URL(victim.origin);
  const crafted = [...origins, `http://${host}.evil.example`, `http://evil.example/${host}`, `http://user@${host}`];
  for (const origin of crafted) await tryOrigin(victim, origin);
  // Browsers that send no Origin with a form say at least that the page is another site's.
  for (const site of ['cross-site', 'same-site']) {
    const { status } = await ask(victim.origin, {
      method: 'POST',
      path: '/ari/bridges/evil',
      headers: { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'no-cors' },
    });
    mustHold(status === 403, `a form of a ${site} page is answered with ${status}`);
  }
  const { body } = await victim.rest.get('/bridges');
  mustHold(JSON.stringify(body) === '[]', 'a page of another site has made a bridge');
}

async function tryOrigin(victim: Victim, origin: string): Promise<void> {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  for (const more of [{}, form, { 'Content-Type': 'text/plain' }]) {
    const { status, headers } = await ask(victim.origin, {
      method: 'POST',
      path: '/ari/bridges?bridgeId=evil',
      headers: { Origin: origin, ...more },
      body: 'type=mixing',
    });
    mustHold(status === 403, `a POST from the origin '${origin}' is answered with ${status}`);
    mustHold(headers['access-control-allow-origin'] === undefined, `the origin '${origin}' is allowed to read answers`);
  }
  const { status: read } = await ask(victim.origin, { path: '/ari/asterisk/info', headers: { Origin: origin } });
  mustHold(read === 403, `a GET from the origin '${origin}' is answered with ${read}`);
  const { status } = await askToUpgrade(`${victim.origin}/ari/events?app=evil`, { headers: { origin } });
  mustHold(status === 403, `a websocket from the origin '${origin}' is answered with ${status}`);
}

export const crossSite: readonly Attack[] = [
  {
    name: 'cross-site',
    does: 'sends what a page of another site can send, with valid credentials and crafted origins',
    holds: 'all of it is refused, and nothing is changed',
    run: pretendToBePages,
  },
];

import { AppSocket } from '../../test/support/sockets/socket-peer';
import type { Rest, RestAnswer } from '../../test/support/sockets/socket-rest';
import type { Attack, AttackContext } from '../attack';
import { mustHold } from '../attack';
import { untilEvent } from '../harness/events';

type Values = Readonly<Record<string, string>>;

const put = (rest: Rest, object: string, values: Values): Promise<RestAnswer> =>
  rest.put(`/asterisk/config/dynamic/${object}`, {
    fields: Object.entries(values).map(([attribute, value]) => ({ attribute, value })),
  });

/** Tries to get, by way of an object, what the user may not have. */
async function takeOver({ victim }: AttackContext): Promise<void> {
  const [clerk, admin] = [victim.as('clerk', 'clerkpw'), victim.rest];
  const client = { uri: 'ws://127.0.0.1:9/', connection_type: 'per_call_config' };
  await put(admin, 'res_ari/user/weak', { password: 'weakpw', methods: 'GET' });
  await put(admin, 'res_websocket_client/websocket_client/used', client);
  const owned = { websocket_client_id: 'used', apps: 'owned', local_ari_user: 'asterisk' };
  const { status } = await put(admin, 'res_ari/outbound_websocket/owned', owned);
  mustHold(status === 200, `an administrator cannot make an outbound socket: ${status}`);
  const tries: Readonly<Record<string, () => Promise<RestAnswer>>> = {
    'a stronger user': () => put(clerk, 'res_ari/user/strong', { password: 'x' }),
    'a stronger user, by changing a weak one': () =>
      put(clerk, 'res_ari/user/weak', { methods: 'GET,POST,PUT,DELETE' }),
    'the password of a stronger user': () => put(clerk, 'res_ari/user/asterisk', { password: 'x' }),
    'an outbound socket with the rights of a stronger user': () =>
      put(clerk, 'res_ari/outbound_websocket/out', { ...owned, apps: 'mine' }),
    'the place where a stronger socket leads': () =>
      put(clerk, 'res_websocket_client/websocket_client/used', { ...client, uri: 'ws://127.0.0.1:10/' }),
    'a change without the right to': () =>
      put(victim.as('reader', 'readerpw'), 'res_ari/user/weak', { methods: 'GET' }),
    'objects as a user of applications': () =>
      put(victim.as('sales', 'salespw'), 'res_ari/user/own', { password: 'x' }),
  };
  for (const [what, attempt] of Object.entries(tries)) {
    const { status: refused } = await attempt();
    mustHold(refused === 403 || refused === 409, `${what}: answered with ${refused}`);
  }
  for (const [name, word] of [
    ['asterisk', 'x'],
    ['strong', 'x'],
    ['own', 'x'],
  ] as const) {
    const { status: entered } = await victim.as(name, word).get('/asterisk/ping');
    mustHold(entered === 401, `${name} can log in with a password of the attacker: ${entered}`);
  }
}

/** Tries every command on a channel, bridge, playback and recording of another application. */
async function commandForeignChannels({ victim, closeAfterwards }: AttackContext): Promise<void> {
  const app = await AppSocket.open(victim.origin, 'app=bank');
  const spy = await AppSocket.open(victim.origin, 'app=sales-a&subscribeAll=true', { user: 'sales:salespw' });
  for (const socket of [app, spy]) closeAfterwards(() => socket.abort());
  await victim.rest.post('/channels/foreign?endpoint=Local/up@default&app=bank');
  await untilEvent(app, 'StasisStart', 'foreign');
  await victim.rest.post('/bridges/foreign');
  await victim.rest.post('/bridges/foreign/addChannel?channel=foreign');
  await victim.rest.post('/channels/foreign/record?name=foreign&format=wav');
  const sales = victim.as('sales', 'salespw');
  for (const [method, target] of foreignCommands) {
    const { status } = await sales.call(method, target);
    const { status: absent } = await sales.call(method, target.replaceAll('foreign', 'absent'));
    mustHold(status >= 400 && status === absent, `${method} ${target} is answered with ${status}, not with ${absent}`);
  }
  for (const list of ['/channels', '/bridges', '/recordings/stored', '/applications']) {
    const { status, body } = await sales.get(list);
    const shown = JSON.stringify(body);
    mustHold(status === 403 || !/foreign|bank/.test(shown), `${list} shows what is foreign: ${shown}`);
  }
  const { body } = await victim.rest.get('/channels/foreign');
  mustHold((body as { readonly state?: string }).state === 'Up', 'the foreign call has changed');
  const heard = (await spy.sofar()).filter((message) => /foreign|bank/.test(JSON.stringify(message)));
  mustHold(heard.length === 0, `another user receives ${JSON.stringify(heard[0])}`);
}

const foreignCommands: readonly (readonly [method: string, target: string])[] = [
  ['GET', '/channels/foreign'],
  ['DELETE', '/channels/foreign'],
  ['POST', '/channels/foreign/answer'],
  ['POST', '/channels/foreign/hold'],
  ['POST', '/channels/foreign/mute'],
  ['POST', '/channels/foreign/dtmf?dtmf=1'],
  ['POST', '/channels/foreign/play?media=tone:440'],
  ['POST', '/channels/foreign/record?name=stolen&format=wav'],
  ['POST', '/channels/foreign/snoop?spy=both&app=sales-a'],
  ['POST', '/channels/foreign/continue'],
  ['POST', '/channels/foreign/move?app=sales-a'],
  ['POST', '/channels/foreign/variable?variable=X&value=1'],
  ['GET', '/channels/foreign/variable?variable=X'],
  ['GET', '/bridges/foreign'],
  ['POST', '/bridges/foreign/addChannel?channel=foreign'],
  ['POST', '/bridges/foreign/removeChannel?channel=foreign'],
  ['POST', '/bridges/foreign/play?media=tone:440'],
  ['DELETE', '/bridges/foreign'],
  ['GET', '/recordings/live/foreign'],
  ['POST', '/recordings/live/foreign/stop'],
  ['DELETE', '/recordings/live/foreign'],
  ['POST', '/applications/bank/subscription?eventSource=channel:foreign'],
  ['POST', '/applications/sales-a/subscription?eventSource=channel:foreign'],
  ['POST', '/channels?endpoint=Local/up@default&app=bank'],
];

export const escalation: readonly Attack[] = [
  {
    name: 'escalation-objects',
    does: 'tries, as a user who may write configuration objects, to make and take over stronger users and sockets',
    holds: 'each attempt is refused, and no password of the attacker opens anything',
    run: takeOver,
  },
  {
    name: 'escalation-channels',
    does: 'tries, as a user of some applications, to command, hear and take calls of another one',
    holds: 'each attempt is refused, the call goes on unchanged, and no event of it is heard',
    run: commandForeignChannels,
  },
];

import { nestedJson } from '../../fuzz/values';
import { within } from '../../test/support/eventually';
import { login, Wire } from '../../test/support/server/http-wire';
import { AppSocket } from '../../test/support/sockets/socket-peer';
import type { RestAnswer } from '../../test/support/sockets/socket-rest';
import type { Attack, AttackContext } from '../attack';
import { mustHold } from '../attack';
import type { SizedRequest } from '../harness/sized-requests';
import { sizedRequests } from '../harness/sized-requests';
import type { Victim } from '../harness/victim';

async function listen({ victim, closeAfterwards }: AttackContext): Promise<AppSocket> {
  const app = await AppSocket.open(victim.origin, 'app=attack');
  closeAfterwards(() => app.abort());
  return app;
}

/** Has a call and a bridge that requests can be about, for as long as they do not end them. */
async function ensureTargets({ rest }: Victim): Promise<void> {
  await rest.post('/channels/target?endpoint=Local/up@default&app=attack');
  await rest.post('/bridges/target');
}

async function fillEveryParameter(context: AttackContext): Promise<void> {
  const { victim, size, say } = context;
  await listen(context);
  const step = size({ full: 1, short: 12 });
  const requests = sizedRequests().filter((_, index) => index % step === 0);
  const wrong: string[] = [];
  for (const [index, request] of requests.entries()) {
    await ensureTargets(victim);
    const { method, target, body } = request;
    const problem = problemOf(request, await victim.rest.call(method, target, body === undefined ? {} : { body }));
    if (problem !== undefined)
      wrong.push(`${method} ${target.slice(0, 100)} with a large '${request.parameter}': ${problem}`);
    if (index % 100 === 99) say(`${index + 1} of ${requests.length} requests`);
  }
  mustHold(wrong.length === 0, () => wrong.slice(0, 10).join('\n     '));
}

function problemOf({ isAbove, parameter }: SizedRequest, { status, body }: RestAnswer): string | undefined {
  // Unserved operations answer 501.
  if (status >= 500 && status !== 501) return `answered with ${status}`;
  if (!isAbove || status === 501) return undefined;
  const named = (body as { readonly parameter?: string } | undefined)?.parameter;
  return status === 400 && named === parameter
    ? undefined
    : `more than permitted is answered with ${status} (${named})`;
}

async function playEndlessly(context: AttackContext): Promise<void> {
  const { victim, size } = context;
  const app = await listen(context);
  await victim.rest.post('/channels/target?endpoint=Local/up@default&app=attack');
  for (let message = await app.next(); message.type !== 'StasisStart'; message = await app.next());
  const digits = '1'.repeat(size({ full: 100_000, short: 20_000 }));
  for (const scheme of ['digits', 'characters', 'number', 'tone', 'sound', 'recording']) {
    const media = scheme === 'tone' ? `tone:${'440/1,'.repeat(digits.length / 6)}` : `${scheme}:${digits}`;
    const { status, body } = await victim.rest.post('/channels/target/play', { media: [media] });
    mustHold(status === 201 || status === 400, `${scheme}: with ${media.length} characters is answered with ${status}`);
    if (status === 201) await victim.rest.delete(`/playbacks/${(body as { readonly id: string }).id}`);
  }
  mustHold((await victim.metric('media_restarts_total')) === 0, 'the media thread had to be replaced');
}

async function setThousandsOfVariables(context: AttackContext): Promise<void> {
  const { victim, size } = context;
  await listen(context);
  const count = size({ full: 60_000, short: 60_000 });
  const variables = Object.fromEntries(Array.from({ length: count }, (_, index) => [`V${index}`, '1']));
  for (const target of [
    '/channels/many?endpoint=Local/up@default&app=attack',
    '/channels/create?endpoint=Local/up@default&app=attack&channelId=made',
    '/events/user/many?application=attack',
    '/channels/externalMedia?app=attack&external_host=127.0.0.1:9&format=ulaw&channelId=outside',
  ]) {
    const { status } = await victim.rest.post(target, { variables });
    mustHold(status < 500, `${count} variables in ${target} are answered with ${status}`);
  }
}

async function nestDeeply(context: AttackContext): Promise<void> {
  const { victim, size } = context;
  const app = await listen(context);
  const levels = size({ full: 200_000, short: 100_000 });
  for (const text of nestedJson(levels).flatMap((json) => [json, `{"variables":${json}}`])) {
    for (const [method, target] of [
      ['POST', '/channels?endpoint=Local/up@default&app=attack'],
      ['PUT', '/applications/attack/eventFilter'],
      ['POST', '/events/user/deep?application=attack'],
    ] as const) {
      const { status } = await victim.rest.call(method, target, { body: text });
      mustHold(status >= 400 && status < 500, `${levels} levels in ${target} are answered with ${status}`);
    }
  }
  // A message has an end sooner than a body: what is longer is not looked at, and closes the socket.
  for (const text of nestedJson(100_000)) app.socket.send(text);
  await within(app.sofar(), () => 'the socket is silent');
}

/** Each has to be refused, or cut off, without being kept. */
async function sendHugeHeads({ victim, size }: AttackContext): Promise<void> {
  const length = size({ full: 4_000_000, short: 1_000_000 });
  const path = '/ari/asterisk/ping';
  const heads = {
    'a long header': `GET ${path} HTTP/1.1\r\n${login}X: ${'x'.repeat(length)}\r\n\r\n`,
    'many headers': `GET ${path} HTTP/1.1\r\n${login}${'X: x\r\n'.repeat(length / 6)}\r\n`,
    'a long path': `GET ${path}?${'x'.repeat(length)} HTTP/1.1\r\n${login}\r\n`,
    'a long method': `${'G'.repeat(length)} ${path} HTTP/1.1\r\n${login}\r\n`,
    'a long chunk extension': `POST ${path} HTTP/1.1\r\nHost: x\r\n${login}Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(length)}\r\n`,
  };
  for (const [what, head] of Object.entries(heads)) {
    const status = await Wire.once(victim.origin, head).then(
      (answer) => answer.status,
      () => 'cut' as const,
    );
    mustHold(status === 'cut' || (status >= 400 && status < 500), `${what} is answered with ${status}`);
  }
}

export const oversize: readonly Attack[] = [
  {
    name: 'parameters',
    does: 'sends every text and every list of the interface as large as it may be, and one larger',
    holds: 'what is too large is refused with 400 and the name of the parameter, and nothing fails',
    run: fillEveryParameter,
  },
  {
    name: 'endless-media',
    does: 'plays digits, characters, numbers, tones and names of a hundred thousand characters',
    holds: 'the media thread goes on',
    run: playEndlessly,
  },
  {
    name: 'variables',
    does: 'sends 60,000 variables with one request',
    holds: 'other clients are served meanwhile',
    growth: 4,
    run: setThousandsOfVariables,
  },
  {
    name: 'nested-json',
    does: 'sends JSON of a hundred thousand levels in bodies and over the socket',
    holds: 'it is refused with 4xx',
    run: nestDeeply,
  },
  {
    name: 'huge-heads',
    does: 'sends requests whose heads are a megabyte',
    holds: 'they are refused or cut off',
    run: sendHugeHeads,
  },
];

import type { HttpCase } from './http-case';
import type { Random } from './random';
import { anyJson, deepJson, hostileTexts } from './values';

/** Turns a valid request into a hostile one. */
type Twist = (random: Random, one: HttpCase) => Partial<HttpCase>;

const json = ['Content-Type', 'application/json'] as const;

const twists: Readonly<Record<string, Twist>> = {
  'a segment that is hostile': (random, { target }) => ({
    target: target.replace(/\/[^/?]*(?=\?|$)/, () => `/${escape(random.pick(hostileTexts))}`),
  }),
  'broken percent encoding': (random, { target }) => ({
    target: target.replace(/(?<=[/=])[^/=&?]*$/, () =>
      random.pick(['%', '%z', '%zz', '%C0%AF', '%FF', '%00', '%E2%82', '%u0041', '%25%25']),
    ),
  }),
  'a path that wanders': (random, { target }) => ({
    target: target.replace('/ari/', () =>
      random.pick([
        '/ari//',
        '/ari/./',
        '/ari/../ari/',
        '/ari/%2e%2e/ari/',
        '//ari/',
        '/ARI/',
        '/ari;a=b/',
        '/ari\\',
        '/ari/%2f',
      ]),
    ),
  }),
  'a path to somewhere else': (random) => ({
    target: random.pick([
      '/',
      '/docs/../package.json',
      '/docs/%2e%2e%2fpackage.json',
      '/docs/%zz',
      '/generated/..%2f..%2fetc%2fpasswd.json',
      '/api-docs/__proto__.json',
      '/ari/api-docs/..%2fresources.json',
      '/ari/api-docs/resources.json?version=__proto__',
      '/healthz?x',
      '/metrics',
      '/ari',
      '/ari/',
      '/ari?x',
      '/ari/api-docs',
      '/%00',
      '/*',
      '/docs/a'.repeat(200),
    ]),
  }),
  'a very long query': (random, { target }) => ({
    target: `${target}?x=${'y'.repeat(random.pick([5000, 30_000, 50_000]))}`,
  }),
  'thousands of parameters': (_, { target }) => ({
    target: `${target}${target.includes('?') ? '&' : '?'}${'a=1&'.repeat(8000)}`,
  }),
  'names of prototypes': (random, { target }) => ({
    target: `${target}${target.includes('?') ? '&' : '?'}__proto__[x]=1&constructor.prototype.x=1&${random.pick(['__proto__', 'constructor', 'toString'])}=1`,
  }),
  'any JSON': (random) => ({ headers: [json], body: Buffer.from(anyJson(random, 4)) }),
  'a body of deep JSON': (random) => ({ headers: [json], body: Buffer.from(deepJson(random)) }),
  'a member of deep JSON': (random, { body }) => ({
    headers: [json],
    body: Buffer.from(
      `{"${random.pick(['variables', 'fields', 'timeout', 'app', 'value', 'allowed', 'eventSource', 'deviceState', nameIn(body)])}":${deepJson(random)}}`,
    ),
  }),
  'JSON with a prototype in it': (random) => ({
    headers: [json],
    body: Buffer.from(`{"__proto__":{"x":1,"app":"a"},"constructor":{"prototype":{"x":1}},"a":${anyJson(random)}}`),
  }),
  'JSON that says everything twice': (random, { body }) => {
    const text = body.toString().startsWith('{') ? body.toString().slice(1, -1) : '"a":1';
    return { headers: [json], body: Buffer.from(`{${text || '"a":1'},${text || '"a":2'},"a":${anyJson(random)}}`) };
  },
  'bytes that are not text': (random) => ({
    headers: [random.pick([json, ['Content-Type', 'application/x-www-form-urlencoded'] as const])],
    body: Buffer.concat([Buffer.from('{"a":"'), random.bytes(20), Buffer.from('"}')]),
  }),
  'JSON cut off': (random, { body }) => ({ headers: [json], body: body.subarray(0, random.below(body.length + 1)) }),
  'another content type': (random) => ({
    headers: [
      [
        'Content-Type',
        random.pick([
          'text/plain',
          'multipart/form-data',
          'multipart/form-data; boundary=x',
          'application/xml',
          'application/json; charset=utf-16',
          'APPLICATION/JSON',
          ' application/json',
          ';',
          '/',
          'application/json, text/plain',
          'a'.repeat(3000),
        ]),
      ],
    ],
    body: Buffer.from(anyJson(random)),
  }),
  'an unknown encoding': (random) => ({
    headers: [json, ['Content-Encoding', random.pick(['gzip', 'br', 'x', 'identity'])]],
    body: random.bytes(30),
  }),
  'a body that is too large': (random) => ({
    headers: [json],
    body: Buffer.alloc(1_048_577 + random.below(10), random.pick(['[', ' ', 'a'])),
    framing: random.pick(['length', 'chunked']),
    expects: 'anything', // the answer may meet a client that is still writing
  }),
  'a body without a request for it': (_, { method }) => ({ method, headers: [], body: Buffer.from('hello') }),
  'another method': (random) => ({
    method: random.pick(['HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND', 'DELETE', 'PUT', 'QUERY']),
    expects: 'anything', // some of them are not HTTP to every parser
  }),
  'a method that is none': (random) => ({
    method: random.pick(['get', 'GETT', 'A'.repeat(300), 'G\tT', '']),
    expects: 'anything',
  }),
  'a target that is none': (random) => ({
    target: random.pick([
      '*',
      'http://evil.example/ari/asterisk/ping',
      'ari/channels',
      '?x',
      '#',
      '/ari/ä',
      '/ari/\u0001',
      'evil.example:443',
      '',
    ]),
    expects: 'anything',
  }),
  'many headers': (random) => ({
    headers: Array.from({ length: random.pick([50, 500, 1900]) }, (_, at) => [`x-${at}`, 'y'] as const),
  }),
  'a huge header': (random) => ({
    headers: [['X-Large', 'x'.repeat(random.pick([10_000, 60_000, 70_000, 200_000]))]],
    expects: 'anything',
  }),
  'broken headers': (random) => ({
    headers: [
      random.pick<readonly [string, string]>([
        ['Content-Length', '-1'],
        ['Content-Length', 'x'],
        ['Content-Length', '5, 6'],
        ['Transfer-Encoding', 'x'],
        ['a b', 'c'],
        ['', 'x'],
        ['X', 'a\u0000b'],
        ['X', 'a\rb'],
        ['Host', 'again'],
        ['Transfer-Encoding', 'chunked, chunked'],
      ]),
    ],
    framing: 'as-given',
    expects: 'anything',
  }),
  'two lengths': (random, { body }) => ({
    headers: [
      ['Content-Length', String(body.length)],
      ['Transfer-Encoding', 'chunked'],
    ],
    framing: 'as-given',
    expects: random.pick(['anything', 'gone']),
  }),
  'chunks that lie': (random) => ({
    headers: [json, ['Transfer-Encoding', 'chunked']],
    body: Buffer.from(
      random.pick([
        '5\r\nab\r\n0\r\n\r\n',
        'zz\r\n',
        'fffffffffffffffff\r\n',
        '2;ext=1\r\n{}\r\n0\r\nTrailer: x\r\n\r\n',
        '-1\r\n',
      ]),
    ),
    framing: 'as-given',
    expects: 'gone',
  }),
  'a client that leaves': (random, { body }) => ({
    headers: [json, ['Content-Length', String(body.length + 100)]],
    framing: 'as-given',
    expects: 'gone',
    note: String(random.below(2)),
  }),
  'odd wishes': (random) => ({
    headers: [
      random.pick<readonly [string, string]>([
        ['Expect', '100-continue'],
        ['Expect', 'a miracle'],
        ['Range', 'bytes=0-'],
        ['Accept', 'text/html;q=x'],
        ['If-None-Match', '*'],
        ['Connection', 'close'],
        ['Connection', 'x'],
        ['TE', 'trailers'],
        ['Cookie', '__proto__=1'],
      ]),
    ],
    expects: 'anything',
  }),
  'odd credentials': (random) => ({
    headers: [
      [
        'Authorization',
        random.pick([
          '',
          'Basic',
          'Basic =',
          'Basic !!!!',
          'Basic Og==',
          'Bearer x',
          'Digest username="a"',
          'basic  x',
          `Basic ${'A'.repeat(9000)}`,
          '\u00ff',
        ]),
      ],
    ],
  }),
  'an origin': (random) => ({
    headers: [
      ['Origin', random.pick(['null', 'http://a', 'x'.repeat(2000), '\u00ff\u0080', 'http://[', '*', ' '])],
      ['Access-Control-Request-Method', random.pick(['GET', 'get', 'x', '\u00ff'])],
      ['Access-Control-Request-Headers', random.pick(['*', 'x'.repeat(500), '\u00e4', 'a,,b'])],
    ],
    method: random.pick(['OPTIONS', 'GET']),
  }),
  'an upgrade': (random) => ({
    target: random.pick([
      '/ari/events?app=hasty',
      '/ari/events',
      '/ari/events?app=',
      '/ari/events?app=a,,b&lastSequence=x&resume=true',
      '/ari/asterisk/ping',
      '/',
      '/ari/events?app=%00',
      `/ari/events?app=${'x'.repeat(100)}`,
      '/ari/events?app=a&app=__proto__',
    ]),
    method: 'GET',
    headers: [
      ['Connection', 'Upgrade'],
      ['Upgrade', random.pick(['websocket', 'h2c', 'x'])],
      ['Sec-WebSocket-Version', random.pick(['13', '8', 'x', '-1'])],
      ['Sec-WebSocket-Key', random.pick(['dGhlIHNhbXBsZSBub25jZQ==', 'x', ''])],
      ['Sec-WebSocket-Protocol', random.pick(['ari', 'x', '', 'ari, ari', ',,'])],
    ],
    body: Buffer.alloc(0),
    expects: 'anything',
  }),
};

const names = Object.keys(twists);

export function hostile(random: Random, good: HttpCase): HttpCase {
  const name = random.pick(names);
  return { ...good, ...twists[name]?.(random, good), note: name };
}

/** A member of the body at hand, so that deep values also arrive where something is expected. */
function nameIn(body: Buffer): string {
  return /"(\w+)"/.exec(body.toString())?.[1] ?? 'app';
}

function escape(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1) || '%00';
}

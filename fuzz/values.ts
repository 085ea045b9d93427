import { moduleNames } from '../generated/versions';
import type { DocumentParameter, Schema } from '../src/server/contract-mode/open-api-document';
import type { Random } from './random';

const ids = ['a', 'b', 'c', '1234.5', 'fuzz-1', 'fuzz-2', 'x y', 'ä', 'a/b', 'a,b', '日本'];

/** Values that mean something to the server, so that requests get past its doorstep; few, so that it can forget none. */
const meaningful: Readonly<Record<string, readonly string[]>> = {
  applicationName: ['fuzz0', 'fuzz1', 'fuzz2', 'nobody'],
  application: ['fuzz0', 'fuzz1', 'nobody'],
  app: ['fuzz0', 'fuzz1', 'nobody'],
  eventSource: [
    'channel:a',
    'bridge:b',
    'endpoint:PJSIP',
    'endpoint:PJSIP/alice',
    'deviceState:Stasis:a',
    'nothing:',
    'deviceState:',
  ],
  source: ['channel:a', 'deviceState:Stasis:a', 'endpoint:PJSIP/alice', 'x:'],
  deviceName: ['Stasis:a', 'Stasis:b', 'SIP/a', 'Stasis:'],
  tech: ['PJSIP', 'Local', 'pjsip', 'Nothing'],
  resource: ['alice', 'bob'],
  to: ['pjsip:alice', 'PJSIP/alice', 'x'],
  moduleName: [...moduleNames, 'res_nothing', 'res_stasis.so'],
  configClass: ['res_ari', 'res_pjsip', 'websocket_client', 'nothing'],
  objectType: ['user', 'outbound-websocket', 'websocket_client', 'endpoint', 'aor', 'auth', 'nothing'],
  logChannelName: ['fuzz.log', 'console', '../fuzz.log', '/tmp/fuzz', 'syslog.local0', 'a/b.log'],
  configuration: ['notice,warning', 'error', '*', 'nothing', '[json]error'],
  variable: ['A', 'B', 'GLOBAL(A)', 'SHELL(x)', 'CALLERID(name)', ''],
  media: ['sound:hello', 'tone:busy', 'recording:a', 'digits:12', 'number:7', 'sound:', 'x:', 'x'],
  endpoint: ['Local/100@default', 'Local/nobody@nowhere', 'Local/', 'PJSIP/alice', 'PJSIP/', 'Nothing/x', '/', 'x'],
  context: ['default', 'nowhere'],
  extension: ['100', 's', 'nobody'],
  formats: ['ulaw', 'slin16', 'ulaw,alaw', 'nothing', ''],
  format: ['wav', 'ulaw', 'slin16', 'nothing'],
  external_host: ['127.0.0.1:9', '127.0.0.1', '127.0.0.1:99999', '[::1]:9', ':'],
  type: ['mixing', 'holding', 'mixing,dtmf_events', 'nothing'],
  dtmf: ['1', '12#', 'ABCD', 'x', ''],
  mohClass: ['default', 'nothing'],
  name: ['a', 'b', 'a/b', '../a', '/tmp/fuzz'],
  recordingName: ['a', 'b', 'a/b', '../a'],
  eventName: ['fuzzed', 'Started'],
};

/** Texts that look like the value of some type, nearly. */
const nearMisses = [
  ...[
    '',
    ' ',
    '0',
    '1',
    '-1',
    '+5',
    ' 5 ',
    '5.0',
    '5.5',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '2147483648',
    '9007199254740993',
  ],
  ...[
    'true',
    'TRUE',
    'maybe',
    'null',
    'undefined',
    'a,b',
    ',',
    '"a,b',
    '\\',
    '(a',
    '{}',
    '[]',
    '{"a":1}',
    '%',
    '%41',
    '&',
    '=',
  ],
];

const longText = 'x'.repeat(4000);

/** Texts that have broken other servers. */
export const hostileTexts = [
  ...['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'valueOf', '__defineGetter__'],
  ...[
    '\u0000',
    'a\u0000b',
    '\r\nX-Injected: 1',
    '\n',
    '\t',
    '\u001b[31m',
    '\u007f',
    '\u2028',
    '\ufeff',
    '\ufffe',
    '\u202e',
  ],
  ...[
    '../../../../etc/passwd',
    '..\\..\\',
    '/etc/passwd',
    '.',
    '..',
    '~',
    '*',
    '|id',
    '$(id)',
    '`id`',
    '$' + '{7*7}',
    '%n%s',
    "' OR '1'='1",
  ],
  ...['<script>alert(1)</script>', '🎉'.repeat(50), 'e\u0301'.repeat(100), '\ud800', 'İ', 'ß', 'ﬀ', '٣'],
  ...[
    longText,
    ','.repeat(3000),
    '('.repeat(3000),
    '"'.repeat(999),
    '\\'.repeat(999),
    'a,'.repeat(200),
    '9'.repeat(400),
  ],
];

export function goodText(parameter: DocumentParameter, random: Random): string {
  const { type, enum: values, minimum = 0 } = itemSchema(parameter.schema);
  if (values !== undefined) return random.pick(values);
  if (type === 'boolean') return random.pick(['true', 'false', 'yes', 'No', '1', 'off']);
  if (type === 'integer' || type === 'number') return String(minimum + random.below(1000));
  return random.pick(meaningful[parameter.name] ?? ids);
}

export function nearText(random: Random): string {
  return random.chance(0.7) ? random.pick(nearMisses) : random.pick(hostileTexts);
}

/** Any JSON, as text: what no serialiser would write can be in it. */
export function anyJson(random: Random, depth = 3): string {
  const scalars = [
    () =>
      random.pick([
        'null',
        'true',
        'false',
        '0',
        '-0',
        '1',
        '-1',
        '1.5',
        '1e999',
        '-1e999',
        '1e-999',
        '12345678901234567890',
      ]),
    () => JSON.stringify(random.pick(hostileTexts)),
    () => JSON.stringify(nearText(random)),
    () => random.pick(['"\\ud800"', '"\\u0000"', '""', '{}', '[]']),
  ];
  if (depth === 0 || random.chance(0.6)) return random.pick(scalars)();
  const inner = Array.from({ length: random.below(4) }, () => anyJson(random, depth - 1));
  if (random.chance(0.5)) return `[${inner.join(',')}]`;
  return `{${inner.map((value) => `${JSON.stringify(random.pick(['a', 'value', 'type', ...hostileTexts]))}:${value}`).join(',')}}`;
}

/** Nested brackets; a recursive walk overflows the stack. */
export function deepJson(random: Random): string {
  return random.pick(nestedJson(random.pick([10, 100, 1000, 10_000, 100_000])));
}

/** Lists and objects of this many levels. */
export function nestedJson(levels: number): readonly string[] {
  return ['['.repeat(levels) + ']'.repeat(levels), `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`];
}

interface ItemSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
}

function itemSchema(schema: Schema): ItemSchema {
  return schema['items'] ?? schema;
}

import type { KnownDifference } from '../explain/known-difference';
import { namedBy } from '../compare/objects';
import type { Json } from '../recording/trace';
import { isObject, textOf } from '../recording/trace';
import type { Transcript } from '../explain/transcript';
import { differOnlyBy } from './lists';
import { inStatus } from './status';

/** The server itself: modules, logs, configuration, its description. */
export const knownInServer: readonly KnownDifference[] = [
  {
    name: 'which modules there are is ours to say',
    why: 'there are no queues here, and each module of ours has its own users',
    seenIn: ['0103'],
    explains: (difference, transcript) => {
      const exchange = transcript.exchangeOf(difference);
      if (exchange?.segments[1] !== 'modules') return false;
      if (difference.kind === 'body') return difference.got === undefined || difference.path.endsWith('.use_count');
      const name = exchange.segments[2] ?? '';
      return exchange.answer.status === (exchange.method === 'POST' ? 409 : 404) && !isModuleHere(name, transcript);
    },
  },
  {
    name: 'modules are known with and without their suffix',
    why: { row: 34 },
    seenIn: ['0103'],
    explains: inStatus(
      ({ exchange: { segments }, there, here }) =>
        segments[1] === 'modules' && !(segments[2] ?? '').endsWith('.so') && there === 409 && here === 200,
    ),
  },
  {
    name: 'an unknown log level is refused',
    why: { row: 35 },
    seenIn: ['0104'],
    explains: inStatus(
      ({ exchange: { method, segments }, there, here }) =>
        segments[1] === 'logging' && method === 'POST' && there === 204 && here === 400,
    ),
  },
  {
    name: 'a rotation leaves other log channels alone',
    why: { row: 14 },
    seenIn: ['0104'],
    explains: (difference, transcript) => {
      const exchange = transcript.exchangeOf(difference);
      if (exchange?.segments[1] !== 'logging') return false;
      const before = transcript.before(exchange);
      const isRotated = before.some(({ segments }) => segments[1] === 'logging' && segments[3] === 'rotate');
      const added = new Set(before.filter(({ method }) => method === 'POST').flatMap(namedBy));
      if (!isRotated) return false;
      if (difference.kind === 'status')
        return difference.expected === 404 && namedBy(exchange).some((key) => added.has(key));
      return difference.kind === 'body' && differOnlyBy(difference, logName, (name) => added.has(name));
    },
  },
  {
    name: 'there is no class res_aeap',
    why: 'there is no class res_aeap here',
    seenIn: ['0105'],
    explains: inStatus(
      ({ exchange: { segments }, here, failure }) =>
        segments[1] === 'config' && segments[3] === 'res_aeap' && here === 404 && failure?.code === 'not-found',
    ),
  },
  {
    name: 'secrets are write-only',
    why: 'nobody can read a password back: a mask shows that one is set (docs/security.md)',
    seenIn: ['0105'],
    explains: ({ kind, expected, got }) => kind === 'body' && typeof expected === 'string' && got === '********',
  },
  {
    name: 'the description is ours',
    why: 'the description is our own: strict Swagger 1.2, where the reference has 1.1, and not kept in Subversion',
    seenIn: ['0106'],
    explains: (difference, transcript) =>
      difference.kind === 'body' &&
      transcript.exchangeOf(difference)?.segments[0] === 'api-docs' &&
      /^(_svn_revision|apiVersion|swaggerVersion|basePath|resourcePath|since)\b/.test(difference.path),
  },
  {
    name: 'mailboxes are always there',
    why: 'mailboxes are always there; the reference needs a module for them',
    seenIn: ['0903'],
    explains: inStatus(
      ({ exchange: { segments }, there, here }) => segments.join('/') === 'mailboxes' && there === 404 && here === 200,
    ),
  },
];

function logName(item: Json): string {
  return isObject(item) ? `log:${textOf(item['channel']).replace(/^.*\//, '')}` : '';
}

/** Whether any answer of ours has shown the module as one that there is. */
function isModuleHere(name: string, { exchanges }: Transcript): boolean {
  return exchanges.some(
    ({ answer }) => answer.status === 200 && answer.text.includes(`"${name.replace(/\.so$/, '')}.so"`),
  );
}

import type { KnownDifference } from '../explain/known-difference';
import { declaredParameters } from './declared-parameters';
import { inStatus, isRefusal, isSuccess } from './status';

/** HTTP: paths, methods, headers, credentials, sizes. */
export const knownInHttp: readonly KnownDifference[] = [
  {
    name: 'credentials come before the body',
    why: { row: 19 },
    seenIn: ['0201'],
    explains: inStatus(({ there, here }) => there === 400 && here === 401),
  },
  {
    name: 'a preflight needs no credentials',
    why: { row: 32 },
    seenIn: ['0202'],
    explains: inStatus(({ exchange, there, here }) => exchange.method === 'OPTIONS' && there === 401 && here === 204),
  },
  {
    name: 'the header Origin is known in any case',
    why: { row: 32 },
    seenIn: ['0202'],
    explains: (difference, transcript) => {
      const names = Object.keys(transcript.exchangeOf(difference)?.headers ?? {});
      const isSpeltOtherwise = names.some((name) => name !== 'Origin' && name.toLowerCase() === 'origin');
      return difference.kind === 'header' && difference.path.startsWith('access-control-') && isSpeltOtherwise;
    },
  },
  {
    name: 'pages of other sites are refused',
    why: 'a page of a site that is not allowed could act with the credentials that a browser remembers',
    seenIn: ['0202', '0207'],
    explains: inStatus(
      ({ exchange: { headers }, there, here }) => isSuccess(there) && here === 403 && headers['Origin'] !== undefined,
    ),
  },
  {
    name: 'the event socket is opened by a GET',
    why: 'the event socket is opened by a GET, so GET is allowed',
    seenIn: ['0203'],
    explains: ({ kind, path, expected, got }) =>
      kind === 'header' && path === 'allow' && expected === 'OPTIONS' && got === 'OPTIONS,GET',
  },
  {
    name: 'a path with an empty segment leads nowhere',
    why: { row: 38 },
    seenIn: ['0203'],
    explains: inStatus(({ exchange: { target }, here }) => here === 404 && /^[^?]*\/(\/|\?|$)/.test(target)),
  },
  {
    name: 'a path that breaks off between ids leads nowhere',
    why: 'a path without an operation leads nowhere, whatever the method',
    seenIn: ['0105', '0203'],
    explains: inStatus(
      ({ exchange, there, here }) =>
        there === 405 &&
        here === 404 &&
        ['GET', 'POST', 'PUT', 'DELETE'].every((method) => !isDeclared(exchange, method)),
    ),
  },
  {
    name: 'HEAD is a GET without a body',
    why: { row: 33 },
    seenIn: ['0203', '0206', '0608'],
    explains: inStatus(
      ({ exchange: { method, answer }, here }) => method === 'HEAD' && here === 200 && answer.text === '',
    ),
  },
  {
    name: 'the root of the server leads to its documentation',
    why: 'the root of the server leads to its documentation',
    seenIn: ['0203'],
    explains: inStatus(({ exchange, there, here }) => exchange.target === '/' && there === 404 && here === 302),
  },
  {
    name: 'a long request line is read',
    why: 'a long request line is read as far as headers may reach',
    seenIn: ['0204'],
    explains: inStatus(
      ({ exchange, there, here }) => there === 400 && isSuccess(here) && exchange.target.length > 8000,
    ),
  },
  {
    name: 'HTTP/1.0 ends with the answer',
    why: 'HTTP/1.0 without keep-alive ends with the answer (RFC 9112 §9.3)',
    seenIn: ['0206'],
    explains: ({ kind, path, got, exchange }, { trace }) =>
      kind === 'socket' &&
      path === 'end' &&
      got === true &&
      trace.steps.some(
        (step) => step.kind === 'raw-request' && String(step.n) === exchange && /^[^\r]* HTTP\/1\.0\r/.test(step.text),
      ),
  },
  {
    name: 'a method that HTTP does not know is refused first',
    why: 'a method that HTTP does not know is refused before the path is looked at',
    seenIn: ['0206'],
    explains: (difference, transcript) => {
      const method = transcript.exchangeOf(difference)?.method ?? 'GET';
      const isUnknown = !['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'CONNECT'].includes(
        method,
      );
      return isUnknown && (difference.path === 'allow' || difference.path === 'end');
    },
  },
  {
    name: 'an interface that is switched off says so',
    why: 'an interface that is switched off says so',
    seenIn: ['0207'],
    explains: inStatus(({ there, here }) => there === 404 && here === 503),
  },
  {
    name: 'only faults of the server are 5xx',
    why: { row: 21 },
    seenIn: ['0305', '0404', '0413', '0414', '0415', '0416', '0417', '0604', '0607', '0701', '0809', '1203', '1207'],
    explains: inStatus(({ there, here, failure }) => there >= 500 && isRefusal(here) && failure?.message !== ''),
  },
  {
    name: 'a request that ended the reference is refused',
    why: 'a request that made the reference die is refused, and the server goes on',
    seenIn: [],
    explains: inStatus(({ exchange: { recorded }, here }) => {
      if (recorded.error === 'ECONNREFUSED') return here > 0 && here < 500;
      return recorded.error === 'ECONNRESET' && isRefusal(here);
    }),
  },
  {
    name: 'sockets outlive the request that ended the reference',
    why: 'a request that made the reference die is refused, and the server goes on',
    seenIn: [],
    explains: ({ kind, title, expected }, { trace }) =>
      kind === 'socket' &&
      title === 'closing code' &&
      expected === 1006 &&
      trace.steps.some((step) => step.kind === 'response' && step.error === 'ECONNRESET'),
  },
  {
    name: 'a body may be larger',
    why: { row: 18 },
    seenIn: ['1002'],
    hasConsequences: true,
    explains: (difference, transcript) => {
      const large = transcript.trace.steps.filter(
        (step) => step.kind === 'ws-send' && typeof step.data === 'string' && step.data.length > 65_536,
      );
      const [first] = large;
      if (first?.kind !== 'ws-send') return false;
      if (difference.kind === 'socket') return difference.ws === first.ws && difference.expected === 1009;
      return difference.kind === 'extra event' && difference.event?.['type'] === 'RESTResponse';
    },
  },
  {
    name: 'the event socket has one path',
    why: 'the event socket has one path, /ari/events',
    seenIn: ['0809'],
    explains: inStatus(
      ({ exchange: { target }, there, here }) => /^\/ws\b/.test(target) && there === 101 && here === 404,
    ),
  },
];

function isDeclared(exchange: Parameters<typeof declaredParameters>[0], method: string): boolean {
  return declaredParameters({ ...exchange, method }) !== undefined;
}

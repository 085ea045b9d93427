import type { KnownDifference } from '../explain/known-difference';
import { inStatus, isSuccess } from './status';

/** Requests over the websocket. */
export const knownInFrames: readonly KnownDifference[] = [
  {
    name: 'a uri with a leading slash is told what to write instead',
    why: 'a uri with a leading slash is told what to write instead',
    seenIn: ['1001'],
    explains: inStatus(
      ({ exchange: { target }, there, here }) => target.startsWith('/ari//') && there === 405 && here === 400,
    ),
  },
  {
    name: 'the user of the socket decides',
    why: { row: 31 },
    seenIn: [],
    explains: inStatus(
      ({ exchange: { key, parameters } }) => !/^(\d+|socket .*)$/.test(key) && parameters.has('api_key'),
    ),
  },
  {
    name: 'PATCH is a method of no path',
    why: 'PATCH is a method, only of no path here: 405',
    seenIn: ['1002'],
    explains: inStatus(({ exchange, there, here }) => exchange.method === 'PATCH' && there === 400 && here === 405),
  },
  {
    name: 'a content type may carry parameters',
    why: 'a content type may carry parameters, as over HTTP',
    seenIn: ['1002'],
    explains: inStatus(
      ({ exchange: { headers }, there, here }) =>
        there === 400 && isSuccess(here) && (headers['content-type'] ?? '').includes(';'),
    ),
  },
  {
    name: 'the uri of a refused frame is echoed where it can be read',
    why: 'the uri of a refused frame is echoed where it can be read',
    seenIn: ['1002'],
    explains: ({ kind, path, expected, exchange }) =>
      kind === 'header' && path === 'uri' && expected === '' && exchange !== undefined,
  },
];

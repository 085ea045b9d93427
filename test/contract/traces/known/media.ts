import type { KnownDifference } from '../explain/known-difference';
import { textOf } from '../recording/trace';
import { inStatus } from './status';

/** Media that is exchanged with programs. */
export const knownInMedia: readonly KnownDifference[] = [
  {
    name: 'there is no codec for GSM',
    why: 'there is no codec for GSM here, and what cannot be heard is not carried',
    seenIn: ['1203'],
    explains: inStatus(
      ({ exchange: { segments, parameters }, there, here }) =>
        segments[1] === 'externalMedia' && parameters.get('format') === 'gsm' && there === 200 && here === 400,
    ),
  },
  {
    name: 'the parameters of one call are not added to the next one',
    why: 'the parameters of one call are not added to the address of the next one',
    seenIn: ['1206'],
    explains: ({ kind, title, expected, got }) =>
      kind === 'socket' && title === 'connection' && textOf(expected).replace(/\?\S*/, '') === got,
  },
];

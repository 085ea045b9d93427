import { randomInt } from 'node:crypto';
import { everyClass } from '../../config/files/interfaces/manager-classes';
import type { ManagerFilter } from '../../config/files/interfaces/manager-filter';
import { legacyFilter, readFilter } from '../../config/files/interfaces/manager-filter';
import { readEventMask } from '../protocol/event-mask';
import type { Response } from '../protocol/response';
import { failure, success } from '../protocol/response';
import type { Proof } from '../session/accounts';
import type { ActionContext } from './action-row';
import { action } from './action-row';
import { needed, oneOf, optional, whole } from './parameters';

/** Milliseconds until a refused login is answered: guessing must not be fast. */
const refusalDelay = 1000;
/** Seconds that WaitEvent waits at most. */
const longestWait = 86_400;
/** Filters that a client can add to those of its user. */
const mostFilters = 100;

/** Actions about the connection itself. */
export const sessionActions = [
  action('Challenge', 'Asks for a text to log in with, so that the secret itself is not sent.', {
    isOpen: true,
    parameters: { authType: needed('AuthType', 'The digest: `MD5`.') },
    answer: '`Challenge`: the text. `Key` of Login is the MD5 digest, in hexadecimal, of it and the secret.',
    run: ({ authType }, { session }) => {
      if (authType.toLowerCase() !== 'md5') return failure('Must specify AuthType');
      session.challenge = String(randomInt(100_000_000, 2_147_483_647));
      return success(undefined, [['Challenge', session.challenge]]);
    },
  }),
  action('Login', 'Logs in. A failed attempt is answered after a second and ends the connection.', {
    isOpen: true,
    parameters: {
      username: optional('Username', 'The name of a user of manager.conf.'),
      secret: optional('Secret', 'Its secret.'),
      authType: optional('AuthType', '`MD5` when `Key` is given instead of the secret.'),
      key: optional('Key', 'The digest of the challenge and the secret.'),
      events: optional('Events', 'Which events to receive: `on`, `off`, classes, or a number of bits.'),
    },
    answer: 'Nothing more. The event FullyBooted follows where the user reads `system`.',
    run: (values, context) => {
      if (context.session.user !== undefined) return success('Already logged in');
      const mask = values.events === '' ? everyClass : readEventMask(values.events);
      if (mask === undefined) return failure('Events must be on, off, names of classes or a number of bits');
      if (!['', 'plain', 'plaintext', 'md5'].includes(values.authType.toLowerCase()))
        return failure('AuthType must be MD5, or not be given');
      return logIn(values, mask, context);
    },
  }),
  action('Logoff', 'Ends the connection.', {
    isOpen: true,
    parameters: {},
    answer: '`Response: Goodbye`.',
    run: () => ({ kind: 'goodbye', message: 'Thanks for all the fish.' }),
  }),
  action('Ping', 'Asks for a sign of life.', {
    parameters: {},
    answer: '`Ping`: `Pong`; `Timestamp`: seconds since 1970.',
    run: (_, { services }) =>
      success(undefined, [
        ['Ping', 'Pong'],
        ['Timestamp', (services.clock.now() / 1000).toFixed(6)],
      ]),
  }),
  action('Events', 'Says which events to receive, among those that the user may read.', {
    parameters: { mask: needed('EventMask', '`on`, `off`, classes, or a number of bits.') },
    answer: '`Events`: `On` or `Off`.',
    run: ({ mask: given }, { session }) => {
      const mask = readEventMask(given);
      if (mask === undefined) return failure('Invalid event mask');
      session.wantEvents(mask);
      return success(undefined, [['Events', mask === 0 ? 'Off' : 'On']]);
    },
  }),
  action('WaitEvent', 'Waits until there is an event for this connection.', {
    parameters: { timeout: whole('Timeout', 'Seconds to wait at most; without it, until there is an event.') },
    answer:
      'A list that WaitEventComplete closes. Over HTTP its items are the events since the last WaitEvent; otherwise they are sent as they happen.',
    run: ({ timeout }, { session, services }) => {
      if (timeout !== undefined && timeout > longestWait) return failure(`Timeout must be at most ${longestWait}`);
      return session.later(async () => {
        await session.nextEvent(timeout === undefined ? undefined : timeout * 1000, services.clock);
        const message = 'Waiting for Event completed.';
        return { kind: 'list', message, items: [], carriesEvents: true, complete: 'WaitEventComplete' };
      });
    },
  }),
  action('Filter', 'Adds a filter for the events of this connection.', {
    classes: ['system'],
    parameters: {
      operation: oneOf('Operation', 'What to do; only `Add`.', ['Add']),
      filter: optional(
        'Filter',
        'An expression with `!` in front to exclude what it matches; or the text of MatchCriteria.',
      ),
      criteria: optional('MatchCriteria', '`action(…),name(…),header(…),method(…)`, as in manager.conf.'),
    },
    answer: 'Nothing more.',
    run: ({ filter: text, criteria }, { session }) => {
      const filter = filterOf(criteria, text);
      if (typeof filter === 'string') return failure(filter);
      if (session.filters.length >= mostFilters) return failure('Too many filters');
      session.addFilter(filter);
      return success('Filter Added Successfully');
    },
  }),
];

interface Credentials {
  readonly username: string;
  readonly secret: string;
  readonly authType: string;
  readonly key: string;
}

async function logIn(credentials: Credentials, mask: number, { session, services }: ActionContext): Promise<Response> {
  const { username: name } = credentials;
  const { accounts, feed, clock, log } = services;
  const proof = proofOf(credentials, session.challenge);
  session.challenge = undefined;
  const found = proof && (await accounts.logIn({ name, proof, address: session.address }));
  const isTwice = found?.allowMultipleLogin === false && services.sessionsOf(name).length > 0;
  const user = isTwice ? undefined : found;
  const facts = {
    account: name,
    session: session.id,
    localAddress: session.localAddress ?? '',
    remoteAddress: session.address ?? '',
  };
  feed.raise({ type: 'login', at: clock.now(), isAccepted: user !== undefined, ...facts });
  if (user === undefined) {
    if (isTwice) log.security({ user: name, address: session.address }, 'manager user is logged in already');
    await new Promise<void>((resolve) => clock.after(refusalDelay, resolve));
    return { kind: 'error', message: 'Authentication failed', closes: true };
  }
  if (user.displayConnects) log.info({ user: name, address: session.address }, 'manager user logged in');
  session.loggedIn(user, mask);
  const { startedAt, reloadedAt } = services.info.status;
  // In a later turn, so that it stands behind the answer.
  setImmediate(() => session.tell({ type: 'fully-booted', at: clock.now(), startedAt, reloadedAt }));
  return success('Authentication accepted');
}

function proofOf({ secret, authType, key }: Credentials, challenge: string | undefined): Proof | undefined {
  if (authType.toLowerCase() !== 'md5') return { kind: 'secret', secret };
  return challenge === undefined ? undefined : { kind: 'md5', challenge, key };
}

/** A text says what is wrong with it. */
function filterOf(criteria: string, text: string): ManagerFilter | string {
  const read = criteria === '' ? legacyFilter.parse(text) : readFilter(criteria, text);
  if ('value' in read) return read.value;
  return 'problem' in read ? `Invalid filter: ${read.problem}` : 'Invalid filter: the expression cannot be read';
}

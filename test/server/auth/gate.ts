import type { UserConfig } from '../../../src/config/server-config';
import { Users } from '../../../src/server/auth/users';
import type { AuthResult } from '../../../src/server/auth/users';
import { makeLogger } from '../../../src/shared/logger';
import type { LogFields, LogLevel } from '../../../src/shared/logger';
import { ManualClock } from '../../support/client/client-clock';

export interface LogLine extends LogFields {
  readonly level: LogLevel;
  readonly sentence: string;
}

export const here = '192.0.2.1';

export const aUser = (name: string, password: string, more: Partial<UserConfig> = {}): UserConfig => ({
  name,
  password,
  passwordFormat: 'plain',
  readOnly: false,
  rules: [],
  scopes: { resources: undefined, methods: undefined, applications: undefined },
  ...more,
});

/** The password is `crypt3d`. */
export const crypted = aUser(
  'crypted',
  '$6$KMasXcuvzPjOes4O$EhUF3Lyp/FjiK9mvhD8CXf3Y7VtikHkGKnODJBzHM1EzF7VcgWC9wBnZLTBYwSXEIn/tyaeOw/bHbLX5tagU7/',
  { passwordFormat: 'crypt' },
);

export const basic = (credentials: string): string => `Basic ${Buffer.from(credentials).toString('base64')}`;

/** Users behind a clock that the test moves, and every line they log. */
export function aGate(users: readonly UserConfig[]) {
  const clock = new ManualClock();
  const lines: LogLine[] = [];
  const log = makeLogger((level, fields, sentence) => void lines.push({ level, ...fields, sentence }));
  const gate = new Users({ users, clock, log });
  const knock = (credentials: string, address = here) =>
    gate.authenticate({ authorization: basic(credentials), address });
  /** For answers that must not need a promise. */
  const ask = (credentials: string, address?: string): string => sayAtOnce(knock(credentials, address));
  return { gate, clock, lines, knock, ask };
}

/** `ok:alice`, or the outcome with its reason. */
export async function told(result: AuthResult | Promise<AuthResult>): Promise<string> {
  return sayAtOnce(await result);
}

/** As told, for answers that must not need a promise. */
export function sayAtOnce(result: AuthResult | Promise<AuthResult>): string {
  if (result instanceof Promise) return 'later';
  switch (result.outcome) {
    case 'ok':
      return `ok:${result.user.name}`;
    case 'unauthenticated':
      return result.reason;
    case 'forbidden-address':
      return 'forbidden';
    case 'throttled':
      return `wait ${result.retryAfter}`;
    case 'busy':
      return `busy ${result.retryAfter}`;
  }
}

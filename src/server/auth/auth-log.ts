import type { Clock } from '../../shared/time/clock';
import type { Logger } from '../../shared/logger';
import type { Lack } from './auth-result';
import { OncePer } from '../../shared/limits/once-per';

export interface Visitor {
  readonly name?: string;
  readonly address: string | undefined;
}

const longestName = 100;

/**
 * Logs which logins succeed and fail, never with a password. Each wrong password has its line, since throttling limits
 * their number. Failures that are not throttled are logged once a minute for each address, name and reason.
 */
export class AuthLog {
  readonly #repeats: OncePer;

  constructor(
    private readonly log: Logger,
    clock: Clock,
  ) {
    this.#repeats = new OncePer({ clock, period: 60_000, capacity: 10_000 });
  }

  letIn(visitor: Visitor): void {
    this.#write(visitor, 'user let in');
  }

  wrong(visitor: Visitor): void {
    this.#write(visitor, 'user name or password refused');
  }

  lacking(reason: Lack, visitor: Visitor): void {
    this.#repeated(
      visitor,
      reason === 'missing' ? 'request without credentials' : 'request with unreadable credentials',
    );
  }

  forbidden(visitor: Visitor): void {
    this.#repeated(visitor, 'user refused because of the address');
  }

  throttled(visitor: Visitor): void {
    this.#repeated(visitor, 'login attempt refused after too many failures');
  }

  busy(visitor: Visitor): void {
    this.#repeated(visitor, 'login attempt refused because too many passwords are being checked');
  }

  #repeated(visitor: Visitor, sentence: string): void {
    const { name = '', address = '' } = visitor;
    if (this.#repeats.isDue(`${address} ${name.slice(0, longestName)} ${sentence}`)) this.#write(visitor, sentence);
  }

  #write({ name, address }: Visitor, sentence: string): void {
    const user = name === undefined ? {} : { user: name.slice(0, longestName) };
    this.log.security({ ...user, address }, sentence);
  }
}

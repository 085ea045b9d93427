import type { UserConfig } from '../../config/server-config';
import { isPermitted } from '../../shared/network/address-rules';
import type { Clock } from '../../shared/time/clock';
import type { Logger } from '../../shared/logger';
import { AuthCache } from './auth-cache';
import { AuthLog } from './auth-log';
import type { AuthResult } from './auth-result';
import { isBasic, readBasic, readPair } from './credentials';
import { Directory } from './directory';
import type { Presentation } from './directory';
import { verify } from './passwords';
import { sourceOf, Throttle } from '../../shared/limits/throttle';
import { when } from '../../shared/scheduling/when';
import { ConcurrencyLimit } from './concurrency-limit';
import type { User } from './user';

export type { AuthResult, User };

export interface UsersOptions {
  readonly users: readonly UserConfig[];
  readonly clock: Clock;
  readonly log: Logger;
}

/** The credentials of a request, unparsed. */
export interface AuthAttempt {
  readonly authorization?: string | undefined;
  readonly apiKey?: string | undefined;
  /** The peer of the connection. */
  readonly address: string | undefined;
}

/** A login that is not a request: a name, and what compares the proof of the client with the configured password. */
export interface Login {
  readonly name: string;
  readonly address: string | undefined;
  readonly proves: (config: UserConfig) => boolean | Promise<boolean>;
}

interface Attempt extends Presentation {
  readonly address: string | undefined;
}

interface Claim extends Attempt {
  readonly name: string;
  readonly password: string;
}

/**
 * Hashes are slow on purpose: one at a time leaves the other processors to the calls. Addresses take turns, and each
 * has a limited share of the queue: guesses from one address do not block logins from others.
 */
const slowChecks = { running: 1, waiting: 64, waitingOfOne: 8 };

/** Authenticates users. Every door uses it, and the result does not depend on the door. */
export class Users {
  readonly #throttle: Throttle;
  readonly #concurrencyLimit = new ConcurrencyLimit(slowChecks);
  readonly #log: AuthLog;
  #directory: Directory;

  constructor({ users, clock, log }: UsersOptions) {
    this.#directory = new Directory(users);
    this.#throttle = new Throttle(clock);
    this.#log = new AuthLog(log, clock);
  }

  /** The user of that name in the current configuration: for sockets that act on behalf of a user. */
  find(name: string): User | undefined {
    return this.#directory.find(name);
  }

  /** Applies a new configuration. Cached results are dropped; failures stay counted. */
  replace(users: readonly UserConfig[]): void {
    this.#directory = new Directory(users);
  }

  /** Synchronous for cached credentials and plain passwords, so for nearly every request. */
  authenticate({ authorization, apiKey, address }: AuthAttempt): AuthResult | Promise<AuthResult> {
    // A Basic header decides alone, even when it is wrong and the key would be right.
    if (authorization !== undefined && isBasic(authorization))
      return this.#judge({ kind: 'basic', text: authorization, address });
    if (apiKey !== undefined) return this.#judge({ kind: 'api-key', text: apiKey, address });
    return this.#lacking('missing', address);
  }

  /** For connections that log in once: the result is not cached. */
  logIn(login: Login): AuthResult | Promise<AuthResult> {
    const { name, address, proves } = login;
    const source = sourceOf(address);
    const wait = this.#throttle.waitOf(source, name);
    if (wait > 0) return this.#throttled(wait, login);
    const compared = this.#directory.comparedWith(name);
    const isPlain = compared === undefined || compared.passwordFormat === 'plain';
    const checked = isPlain
      ? compared !== undefined && proves(compared)
      : this.#concurrencyLimit.pass(source, async () => proves(compared));
    if (checked === undefined) return this.#busy(login);
    const { forgive } = this.#throttle.charge(source, name);
    return when(checked, (matches) => this.#concludeLogin(login, matches, forgive));
  }

  #concludeLogin({ name, address }: Login, matches: boolean, forgive: () => void): AuthResult {
    const user = this.#directory.find(name);
    if (user === undefined || !matches) {
      this.#log.wrong({ name, address });
      return { outcome: 'unauthenticated', reason: 'wrong' };
    }
    forgive();
    if (!isPermitted(user.config.rules, address)) {
      this.#log.forbidden({ name, address });
      return { outcome: 'forbidden-address' };
    }
    this.#log.letIn({ name, address });
    return { outcome: 'ok', user };
  }

  #judge(attempt: Attempt): AuthResult | Promise<AuthResult> {
    const { kind, text, address } = attempt;
    const admission = this.#directory.recall(attempt);
    // Credentials that were valid from this address stay accepted, however often another client behind the same NAT
    // fails. Only from this address: otherwise a throttled attacker could continue guessing, and would notice when a
    // guess hits credentials in use elsewhere.
    if (admission?.has(address) === true) return admission.result;
    const read = kind === 'basic' ? readBasic(text) : readPair(text);
    if ('lack' in read) return this.#lacking(read.lack, address);
    const underWay = this.#directory.pending.get(pendingKey(attempt));
    if (underWay !== undefined) return underWay;
    const wait = this.#throttle.waitOf(sourceOf(address), read.name);
    if (wait > 0) return this.#throttled(wait, { name: read.name, address });
    return admission === undefined ? this.#check({ ...attempt, ...read }) : this.#admit(admission, address);
  }

  #check(claim: Claim): AuthResult | Promise<AuthResult> {
    const compared = this.#directory.comparedWith(claim.name);
    if (compared === undefined || compared.passwordFormat === 'plain') {
      const charge = this.#throttle.charge(sourceOf(claim.address), claim.name);
      const matches = compared !== undefined && verify(claim.password, compared) === true;
      return this.#conclude(claim, matches, charge.forgive);
    }
    return this.#checkSlowly(claim, compared);
  }

  #checkSlowly(claim: Claim, compared: UserConfig): AuthResult | Promise<AuthResult> {
    const directory = this.#directory;
    const checked = this.#concurrencyLimit.pass(sourceOf(claim.address), async () => verify(claim.password, compared));
    if (checked === undefined) return this.#busy(claim);
    const charge = this.#throttle.charge(sourceOf(claim.address), claim.name);
    const result = checked
      .then((matches) => {
        if (directory === this.#directory) return this.#conclude(claim, matches, charge.forgive);
        // The users changed meanwhile: the result is about a password that may no longer be valid.
        charge.refund();
        return this.#judge(claim);
      })
      .finally(() => directory.pending.delete(pendingKey(claim)));
    directory.pending.set(pendingKey(claim), result);
    return result;
  }

  #conclude(claim: Claim, matches: boolean, forgive: () => void): AuthResult {
    const user = this.#directory.find(claim.name);
    if (user === undefined || !matches) {
      this.#log.wrong(claim);
      return { outcome: 'unauthenticated', reason: 'wrong' };
    }
    forgive();
    const admission = new AuthCache(user);
    this.#directory.remember(claim, admission);
    return this.#admit(admission, claim.address);
  }

  /** The password is right; now check the address. */
  #admit(admission: AuthCache, address: string | undefined): AuthResult {
    const { name, config } = admission.user;
    if (!isPermitted(config.rules, address)) {
      this.#log.forbidden({ name, address });
      return { outcome: 'forbidden-address' };
    }
    admission.add(address);
    this.#log.letIn({ name, address });
    return admission.result;
  }

  #lacking(reason: 'missing' | 'malformed', address: string | undefined): AuthResult {
    this.#log.lacking(reason, { address });
    return { outcome: 'unauthenticated', reason };
  }

  #throttled(wait: number, visitor: { readonly name: string; readonly address: string | undefined }): AuthResult {
    this.#log.throttled({ name: visitor.name, address: visitor.address });
    return { outcome: 'throttled', retryAfter: Math.ceil(wait / 1000) };
  }

  #busy(claim: Pick<Claim, 'name' | 'address'>): AuthResult {
    this.#log.busy({ name: claim.name, address: claim.address });
    return { outcome: 'busy', retryAfter: 1 };
  }
}

function pendingKey({ kind, text, address = '' }: Attempt): string {
  return `${kind} ${address} ${text}`;
}

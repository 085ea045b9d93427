import type { AuthConfig } from '../../config/pjsip/auth-options';
import type { EndpointConfig } from '../../config/pjsip/endpoint-options';
import type { PjsipConfig } from '../../config/pjsip/pjsip-config';
import type { Clock } from '../../shared/time/clock';
import type { Logger } from '../../shared/logger';
import { OncePer } from '../../shared/limits/once-per';
import { sourceOf, Throttle } from '../../shared/limits/throttle';
import { Authenticator } from '../../sip/digest/authenticator';
import type { SipRequest, SipResponse } from '../../sip/message/message';
import type { Flow } from '../../sip/transport/flow';
import type { SipDirectory } from './sip-directory';

export interface RequestAuthenticationDeps {
  readonly directory: SipDirectory;
  readonly clock: Clock;
  readonly log: Logger;
  readonly randomBytes: (size: number) => Buffer;
  /** Known to all who are to accept the nonces of this server; one of its own when absent. */
  readonly nonceSecret?: Buffer | undefined;
}

export type AuthDecision =
  | { readonly outcome: 'accepted' }
  /** 401, with what `challenge` adds to it. */
  | { readonly outcome: 'challenge'; readonly challenge: (response: SipResponse) => void }
  /** Too many wrong passwords: not looked at. */
  | { readonly outcome: 'wait'; readonly seconds: number };

/** What strangers are challenged with, so that a name that exists looks like one that does not. */
const strangerNonceSeconds = 32;

/** Asks who a request is from, and believes nothing without proof. */
export class RequestAuthentication {
  readonly #secret: Buffer;
  readonly #authenticators = new Map<string, Authenticator>();
  /** The same by object of the configuration that is in force, which saves a key for every request. */
  #byAuth = new Map<AuthConfig, Authenticator>();
  #configOfAuths: PjsipConfig | undefined;
  readonly #throttle: Throttle;
  readonly #repeats: OncePer;

  constructor(private readonly deps: RequestAuthenticationDeps) {
    this.#secret = deps.nonceSecret ?? deps.randomBytes(32);
    this.#throttle = new Throttle(deps.clock);
    this.#repeats = new OncePer({ clock: deps.clock, period: 60_000, capacity: 10_000 });
  }

  /** `endpoint` is undefined for a stranger, who is challenged for ever. */
  check(request: SipRequest, source: Flow, endpoint: EndpointConfig | undefined): AuthDecision {
    if (endpoint?.auths.length === 0) return { outcome: 'accepted' };
    const auths = this.#authsOf(endpoint);
    if (auths.length < 2) return this.#checkRealm(request, source, { realm: this.#realmOf(auths[0]), auths });
    const realms = [...new Set(auths.map((auth) => this.#realmOf(auth)))];
    const decisions = realms.map((realm) =>
      this.#checkRealm(request, source, { realm, auths: auths.filter((auth) => this.#realmOf(auth) === realm) }),
    );
    return (
      decisions.find(({ outcome }) => outcome === 'accepted') ??
      decisions.find(({ outcome }) => outcome === 'wait') ??
      allChallenges(decisions)
    );
  }

  #authsOf(endpoint: EndpointConfig | undefined): readonly AuthConfig[] {
    const auths: AuthConfig[] = [];
    for (const id of endpoint?.auths ?? []) {
      const auth = this.deps.directory.auth(id);
      if (auth !== undefined) auths.push(auth);
    }
    return auths;
  }

  #checkRealm(request: SipRequest, { remote }: Flow, { realm, auths }: RealmAuths): AuthDecision {
    const authenticator = this.#authenticatorFor(auths[0]);
    const address = sourceOf(remote.host);
    let wait = 0;
    const result = authenticator.check(request, {
      realm,
      secretOf: (username) => {
        wait = this.#throttle.waitOf(address, username);
        // Not examined, as if the user did not exist.
        return wait > 0 ? undefined : auths.find((auth) => auth.username === username)?.secret;
      },
    });
    if (result.outcome === 'accepted') {
      this.#throttle.forgive(address, result.username);
      return { outcome: 'accepted' };
    }
    if (wait > 0) {
      this.#report(remote.host, result.username, 'SIP login attempt refused after too many failures');
      return { outcome: 'wait', seconds: Math.ceil(wait / 1000) };
    }
    if (result.reason === 'wrong-credentials') {
      this.#throttle.charge(address, result.username ?? '');
      this.#report(remote.host, result.username, 'SIP user name or password refused');
    }
    return {
      outcome: 'challenge',
      challenge: (response) => authenticator.challenge(response, { realm }, result.isStale),
    };
  }

  #realmOf(auth: AuthConfig | undefined): string {
    return auth?.realm || this.deps.directory.config.global.defaultRealm;
  }

  #authenticatorFor(auth: AuthConfig | undefined): Authenticator {
    if (auth === undefined) return this.#authenticatorWith(auth);
    const { config } = this.deps.directory;
    if (this.#configOfAuths !== config) this.#byAuth = new Map();
    this.#configOfAuths = config;
    const known = this.#byAuth.get(auth);
    if (known !== undefined) return known;
    const found = this.#authenticatorWith(auth);
    this.#byAuth.set(auth, found);
    return found;
  }

  /** Nonces are sealed with one secret, whichever settings they were made for. */
  #authenticatorWith(auth: AuthConfig | undefined): Authenticator {
    const { clock, randomBytes, directory } = this.deps;
    const seconds = auth?.nonceLifetime ?? strangerNonceSeconds;
    const algorithms = auth?.serverAlgorithms ?? directory.config.global.serverAlgorithms;
    const key = `${seconds} ${algorithms.join(',')}`;
    const known = this.#authenticators.get(key);
    if (known !== undefined) return known;
    const lifetimeMs = seconds * 1000;
    const made = new Authenticator({ secret: this.#secret, clock, lifetimeMs, randomBytes, algorithms });
    this.#authenticators.set(key, made);
    return made;
  }

  /** One line a minute for each visitor: strangers must not fill the disk. */
  #report(address: string, username: string | undefined, sentence: string): void {
    const user = (username ?? '').slice(0, 100);
    if (this.#repeats.isDue(`${address} ${user} ${sentence}`)) this.deps.log.security({ user, address }, sentence);
  }
}

interface RealmAuths {
  readonly realm: string;
  readonly auths: readonly AuthConfig[];
}

function allChallenges(decisions: readonly AuthDecision[]): AuthDecision {
  const challenges = decisions.flatMap((decision) => (decision.outcome === 'challenge' ? [decision.challenge] : []));
  return { outcome: 'challenge', challenge: (response) => challenges.forEach((add) => add(response)) };
}

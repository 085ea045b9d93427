import type { AuthValue } from '../message/headers/auth-headers';
import {
  authorizationHeader,
  proxyAuthenticateHeader,
  proxyAuthorizationHeader,
  wwwAuthenticateHeader,
} from '../message/headers/auth-headers';
import type { SipRequest, SipResponse } from '../message/message';
import type { Parameters } from '../message/grammar/parameters';
import { quoteText } from '../message/grammar/scanner';
import type { DigestAlgorithm, DigestSecret, DigestUser } from './digest';
import { digestResponse, parseAlgorithm, userHash } from './digest';
import { equalTexts } from './equal-texts';
import { NonceCounts } from './nonce-counts';
import type { NonceOptions } from './nonces';
import { Nonces } from './nonces';

export interface AuthenticatorOptions extends NonceOptions {
  /** Offered in this order, the best one first. */
  readonly algorithms?: readonly DigestAlgorithm[];
  /** How many nonces in use are remembered. */
  readonly maxNonces?: number;
}

/** Whose secret is asked for: as a user agent (401) or as a proxy (407). */
export type AuthRole = 'server' | 'proxy';

export interface AuthAttempt {
  readonly realm: string;
  readonly role?: AuthRole;
  /** Undefined when the name is unknown. */
  readonly secretOf: (username: string) => DigestSecret | undefined;
}

export type AuthOutcome =
  | { readonly outcome: 'accepted'; readonly username: string }
  | {
      readonly outcome: 'challenge';
      /** Whether the far end may try again by itself: only the nonce was too old. */
      readonly isStale: boolean;
      readonly reason: 'no-credentials' | 'unknown-nonce' | 'old-nonce' | 'replay' | 'wrong-credentials';
      readonly username?: string;
    };

const defaultMaxNonces = 50_000;
/** Hashed in place of a secret that does not exist, so that guessing names takes as long as guessing passwords. */
const noSecret: DigestSecret = { password: '' };

/** The server side of digest authentication: creates challenges and checks credentials. */
export class Authenticator {
  readonly #nonces: Nonces;
  readonly #counts: NonceCounts;

  constructor(private readonly options: AuthenticatorOptions) {
    this.#nonces = new Nonces(options);
    this.#counts = new NonceCounts(options.maxNonces ?? defaultMaxNonces);
  }

  get rememberedNonces(): number {
    return this.#counts.size;
  }

  check(request: SipRequest, attempt: AuthAttempt): AuthOutcome {
    const type = attempt.role === 'proxy' ? proxyAuthorizationHeader : authorizationHeader;
    const credentials = request.headers.all(type).find((value) => isDigestFor(value, attempt.realm));
    if (credentials === undefined) return { outcome: 'challenge', isStale: false, reason: 'no-credentials' };
    return this.#judge(request, credentials.params, attempt);
  }

  /** Adds the challenge to a 401 or 407: one line for each algorithm (RFC 8760 §2.4). */
  challenge(response: SipResponse, { realm, role }: Pick<AuthAttempt, 'realm' | 'role'>, isStale: boolean): void {
    const type = role === 'proxy' ? proxyAuthenticateHeader : wwwAuthenticateHeader;
    const nonce = this.#nonces.make(realm);
    for (const algorithm of this.#algorithms) {
      const text = `Digest realm=${quoteText(realm)}, nonce="${nonce}", algorithm=${algorithm}, qop="auth"`;
      response.headers.add(type.name, isStale ? `${text}, stale=true` : text);
    }
  }

  get #algorithms(): readonly DigestAlgorithm[] {
    return this.options.algorithms ?? ['SHA-256', 'MD5'];
  }

  #judge(request: SipRequest, params: Parameters, { realm, secretOf }: AuthAttempt): AuthOutcome {
    const username = params.get('username') ?? '';
    const nonce = params.get('nonce') ?? '';
    const state = this.#nonces.check(nonce, realm);
    if (state.state === 'foreign') return refused(username, 'unknown-nonce', false);
    const secret = secretOf(username);
    const isRight = this.#isRight(request, params, { realm, username, nonce, secret: secret ?? noSecret });
    if (!isRight || secret === undefined) return refused(username, 'wrong-credentials', false);
    if (state.state === 'expired') return refused(username, 'old-nonce', true);
    this.#counts.forgetMadeBefore(this.options.clock.now() - this.options.lifetimeMs);
    // Without a count (RFC 2069) a nonce is good for one request.
    const count = params.has('qop') ? parseInt(params.get('nc') ?? '', 16) : 1;
    if (!this.#counts.use(state.id, state.madeAt, count)) return refused(username, 'replay', true);
    return { outcome: 'accepted', username };
  }

  #isRight({ method }: SipRequest, params: Parameters, claim: Claim): boolean {
    const algorithm = parseAlgorithm(params.get('algorithm'));
    if (algorithm === undefined || !this.#algorithms.includes(algorithm)) return false;
    const protection = protectionOf(params);
    const hash = userHash(algorithm, claim, claim.secret);
    if (protection === 'unsupported' || hash === undefined) return false;
    const input = { nonce: claim.nonce, method, uri: params.get('uri') ?? '', protection };
    return equalTexts(digestResponse(algorithm, hash, input), (params.get('response') ?? '').toLowerCase());
  }
}

/** Who credentials are said to be of. */
interface Claim extends DigestUser {
  readonly nonce: string;
  readonly secret: DigestSecret;
}

type Refused = Extract<AuthOutcome, { outcome: 'challenge' }>;

function refused(username: string, reason: Refused['reason'], isStale: boolean): Refused {
  return { outcome: 'challenge', isStale, reason, username };
}

function isDigestFor({ scheme, params }: AuthValue, realm: string): boolean {
  return scheme.toLowerCase() === 'digest' && params.get('realm') === realm;
}

function protectionOf(params: Parameters): { nonceCount: string; clientNonce: string } | undefined | 'unsupported' {
  const qop = params.get('qop');
  if (qop === undefined) return undefined;
  const [nonceCount, clientNonce] = [params.get('nc') ?? '', params.get('cnonce')];
  if (qop.toLowerCase() !== 'auth' || !/^[0-9a-f]{8}$/i.test(nonceCount) || clientNonce === undefined)
    return 'unsupported';
  return { nonceCount, clientNonce };
}

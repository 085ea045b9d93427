import type { AuthValue } from '../message/headers/auth-headers';
import {
  authorizationHeader,
  digestValue,
  proxyAuthenticateHeader,
  proxyAuthorizationHeader,
  wwwAuthenticateHeader,
} from '../message/headers/auth-headers';
import type { HeaderType } from '../message/headers/header-type';
import type { SipRequest, SipResponse } from '../message/message';
import type { Parameters } from '../message/grammar/parameters';
import { quoteText } from '../message/grammar/scanner';
import type { DigestAlgorithm, DigestSecret } from './digest';
import { digestResponse, parseAlgorithm, userHash } from './digest';

export interface Account {
  readonly username: string;
  readonly secret: DigestSecret;
}

/** The result for a challenged request. */
export type ChallengeOutcome =
  /** The request carries credentials now and is to be sent again, as a new transaction. */
  | { readonly outcome: 'retry' }
  | {
      readonly outcome: 'failed';
      readonly reason: 'no-challenge' | 'no-account' | 'unsupported' | 'rejected';
      readonly realm?: string;
    };

interface Challenge {
  readonly realm: string;
  readonly nonce: string;
  readonly algorithm: DigestAlgorithm;
  readonly qop: 'auth' | undefined;
  readonly opaque: string | undefined;
  readonly isStale: boolean;
  readonly hash: string;
  readonly username: string;
}

interface Answered {
  readonly challenge: Challenge;
  uses: number;
}

interface Challenged {
  readonly values: readonly AuthValue[];
  readonly type: HeaderType<AuthValue>;
  /** The credentials that the challenged request had for the realm. */
  readonly sent: Parameters | undefined;
}

const pairs: readonly (readonly [challenge: HeaderType<AuthValue>, answer: HeaderType<AuthValue>])[] = [
  [wwwAuthenticateHeader, authorizationHeader],
  [proxyAuthenticateHeader, proxyAuthorizationHeader],
];

/** Realms that one far end may make us remember. */
const maxRealms = 32;

/**
 * The client side of digest authentication. Caches the challenge of each realm, so that later requests carry
 * credentials immediately, with an increasing nonce count.
 */
export class ClientCredentials {
  readonly #answered = new Map<string, Answered>();

  constructor(
    private readonly options: {
      readonly accountFor: (realm: string) => Account | undefined;
      readonly randomBytes: (size: number) => Buffer;
    },
  ) {}

  /** Takes the challenges of a 401 or 407 to one request and puts the answers into the one that is to be sent next. */
  answer(response: SipResponse, challenged: SipRequest, next: SipRequest): ChallengeOutcome {
    let found = false;
    let isUnknown = false;
    for (const [type, answerType] of pairs) {
      const values = response.headers.all(type).filter(isDigest);
      isUnknown ||= values.length === 0 && response.headers.has(type.name);
      for (const realm of new Set(values.map(({ params }) => params.get('realm') ?? ''))) {
        found = true;
        const sent = challenged.headers.all(answerType).find(({ params }) => params.get('realm') === realm);
        const fault = this.#takeChallenge(realm, { values, type: answerType, sent: sent?.params });
        if (fault !== undefined) return { outcome: 'failed', reason: fault, realm };
      }
    }
    if (!found) return { outcome: 'failed', reason: isUnknown ? 'unsupported' : 'no-challenge' };
    this.authorize(next);
    return { outcome: 'retry' };
  }

  /** Puts credentials for all realms that have challenged us into a request. */
  authorize(request: SipRequest): void {
    request.headers.delete(authorizationHeader.name).delete(proxyAuthorizationHeader.name);
    for (const [key, answered] of this.#answered) {
      const type = key.startsWith(proxyAuthorizationHeader.key) ? proxyAuthorizationHeader : authorizationHeader;
      answered.uses += 1;
      request.headers.add(type.name, type.write(this.#credentials(answered, request)));
    }
  }

  #takeChallenge(
    realm: string,
    { values, type, sent }: Challenged,
  ): 'no-account' | 'unsupported' | 'rejected' | undefined {
    const account = this.options.accountFor(realm);
    if (account === undefined) return 'no-account';
    const mine = values.filter(({ params }) => (params.get('realm') ?? '') === realm);
    // The first supported one: servers put the best one on top (RFC 8760 §2.4).
    const challenge = mine.map((value) => readChallenge(value, realm, account)).find((each) => each !== undefined);
    if (challenge === undefined) return 'unsupported';
    const key = `${type.key} ${realm}`;
    if (sent !== undefined && isFirstUse(sent) && !challenge.isStale) {
      this.#answered.delete(key);
      return 'rejected';
    }
    if (this.#answered.size >= maxRealms) this.#answered.clear();
    this.#answered.set(key, { challenge, uses: 0 });
    return undefined;
  }

  #credentials({ challenge, uses }: Answered, { method, uriText: uri }: SipRequest): AuthValue {
    const { realm, nonce, algorithm, qop, opaque, hash, username } = challenge;
    const nonceCount = uses.toString(16).padStart(8, '0');
    const clientNonce = this.options.randomBytes(12).toString('base64url');
    const protection = qop === undefined ? undefined : { nonceCount, clientNonce };
    const params: [string, string][] = [
      ['username', quoteText(username)],
      ['realm', quoteText(realm)],
      ['nonce', quoteText(nonce)],
      ['uri', quoteText(uri)],
      ['response', quoteText(digestResponse(algorithm, hash, { nonce, method, uri, protection }))],
      ['algorithm', algorithm],
    ];
    if (qop !== undefined) params.push(['cnonce', quoteText(clientNonce)], ['qop', 'auth'], ['nc', nonceCount]);
    if (opaque !== undefined) params.push(['opaque', quoteText(opaque)]);
    return digestValue(params);
  }
}

/**
 * Refused at the first use of a nonce, credentials are wrong. At a later one the nonce may just be too old, even where
 * the server does not say so.
 */
function isFirstUse(sent: Parameters): boolean {
  return (sent.get('nc') ?? '00000001') === '00000001';
}

function isDigest({ scheme }: AuthValue): boolean {
  return scheme.toLowerCase() === 'digest';
}

function readChallenge({ params }: AuthValue, realm: string, account: Account): Challenge | undefined {
  const algorithm = parseAlgorithm(params.get('algorithm'));
  const nonce = params.get('nonce');
  const qop = qopOf(params);
  if (algorithm === undefined || nonce === undefined) return undefined;
  const hash = userHash(algorithm, { username: account.username, realm }, account.secret);
  if (hash === undefined || qop === 'unsupported') return undefined;
  const isStale = params.get('stale')?.toLowerCase() === 'true';
  return { realm, nonce, algorithm, qop, opaque: params.get('opaque'), isStale, hash, username: account.username };
}

function qopOf(params: Parameters): 'auth' | undefined | 'unsupported' {
  const offered = params.get('qop');
  if (offered === undefined || offered === '') return undefined;
  return /(^|,)\s*auth\s*(,|$)/i.test(offered) ? 'auth' : 'unsupported';
}

import type { HeaderType } from './header-type';
import { headerType } from './header-type';
import { Parameters } from '../grammar/parameters';
import type { Scanner } from '../grammar/scanner';

/** Numbers of requests stay below this, so that they can be counted up for a while (RFC 3261 §8.1.1.5). */
export const maxSequence = 2 ** 31 - 1;
const maxSeconds = 2 ** 32 - 1;

export interface CSeq {
  readonly sequence: number;
  readonly method: string;
}

/** Which provisional response a PRACK acknowledges (RFC 3262 §7.2). */
export interface RAck extends CSeq {
  readonly responseNumber: number;
}

export interface RetryAfter {
  readonly seconds: number;
  readonly params: Parameters;
}

/** RFC 4028 §4. */
export interface SessionExpires {
  readonly seconds: number;
  readonly refresher: 'uac' | 'uas' | undefined;
}

function numberHeader(name: string, max: number): HeaderType<number> {
  return headerType(name, 'once', { read: (scanner: Scanner) => scanner.integer('value', max), write: String });
}

function secondsHeader(name: string): HeaderType<number> {
  return headerType(name, 'once', {
    read: (scanner: Scanner) => scanner.clampedInteger('seconds', maxSeconds),
    write: String,
  });
}

export const maxForwardsHeader = numberHeader('Max-Forwards', 255);
export const contentLengthHeader = numberHeader('Content-Length', 2 ** 31 - 1);
export const rSeqHeader = numberHeader('RSeq', 2 ** 32 - 1);
export const expiresHeader = secondsHeader('Expires');
export const minExpiresHeader = secondsHeader('Min-Expires');
export const cSeqHeader: HeaderType<CSeq> = headerType('CSeq', 'once', {
  read: readCSeq,
  write: ({ sequence, method }: CSeq) => `${sequence} ${method}`,
});
export const rAckHeader: HeaderType<RAck> = headerType('RAck', 'once', {
  read: (scanner: Scanner) => {
    const responseNumber = scanner.integer('response number', 2 ** 32 - 1);
    scanner.skipSpace();
    return { responseNumber, ...readCSeq(scanner) };
  },
  write: ({ responseNumber, sequence, method }: RAck) => `${responseNumber} ${sequence} ${method}`,
});
export const retryAfterHeader: HeaderType<RetryAfter> = headerType('Retry-After', 'once', {
  read: readRetryAfter,
  write: ({ seconds, params }: RetryAfter) => `${seconds}${params.toString()}`,
});
export const sessionExpiresHeader: HeaderType<SessionExpires> = headerType('Session-Expires', 'once', {
  read: readSessionExpires,
  write: ({ seconds, refresher }: SessionExpires) =>
    refresher === undefined ? String(seconds) : `${seconds};refresher=${refresher}`,
});
export const minSessionExpiresHeader: HeaderType<number> = headerType('Min-SE', 'once', {
  read: (scanner: Scanner) => {
    const seconds = scanner.clampedInteger('seconds', maxSeconds);
    Parameters.read(scanner);
    return seconds;
  },
  write: String,
});

function readCSeq(scanner: Scanner): CSeq {
  const sequence = scanner.integer('sequence number', maxSequence);
  const start = scanner.position;
  scanner.skipSpace();
  if (scanner.position === start) scanner.refuse('space expected after the sequence number');
  return { sequence, method: scanner.token('method') };
}

function readRetryAfter(scanner: Scanner): RetryAfter {
  const seconds = scanner.clampedInteger('seconds', maxSeconds);
  scanner.skipSpace();
  if (scanner.sees('(')) skipComment(scanner);
  return { seconds, params: Parameters.read(scanner) };
}

/** Comments may be nested; a counter is enough for any depth. */
function skipComment(scanner: Scanner): void {
  const start = scanner.position;
  let depth = 0;
  for (; !scanner.atEnd; scanner.position += 1) {
    if (scanner.sees('\\')) scanner.position += 1;
    else if (scanner.sees('(')) depth += 1;
    else if (scanner.sees(')') && --depth === 0) {
      scanner.position += 1;
      return;
    }
  }
  scanner.refuse('comment is not closed', start);
}

function readSessionExpires(scanner: Scanner): SessionExpires {
  const seconds = scanner.clampedInteger('seconds', maxSeconds);
  const refresher = Parameters.read(scanner).get('refresher')?.toLowerCase();
  if (refresher !== undefined && refresher !== 'uac' && refresher !== 'uas') {
    scanner.refuse("refresher must be 'uac' or 'uas'");
  }
  return { seconds, refresher };
}

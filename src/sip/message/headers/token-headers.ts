import { wordCharacters } from '../grammar/characters';
import type { HeaderType, Repetition } from './header-type';
import { headerType } from './header-type';
import { Parameters } from '../grammar/parameters';
import type { Scanner } from '../grammar/scanner';

/** A word with parameters: `presence;id=3`, `Q.850;cause=16`, `active;expires=60`. */
export interface TokenValue {
  /** In the spelling of the sender. */
  readonly token: string;
  readonly params: Parameters;
}

export interface MediaType {
  /** In lower case: `application/sdp`. */
  readonly type: string;
  readonly params: Parameters;
}

/** The dialog that a call is to take the place of (RFC 3891 §6). */
export interface TargetDialog {
  readonly callId: string;
  readonly localTag: string;
  readonly remoteTag: string;
}

export interface Replaces {
  readonly callId: string;
  readonly toTag: string;
  readonly fromTag: string;
  readonly earlyOnly: boolean;
}

function tokens(name: string): HeaderType<string> {
  return headerType(name, 'list', { read: (scanner: Scanner) => scanner.token('value'), write: String });
}

function tokenWithParameters(name: string, repetition: Repetition): HeaderType<TokenValue> {
  return headerType(name, repetition, {
    read: (scanner: Scanner) => ({ token: scanner.token('value'), params: Parameters.read(scanner) }),
    write: ({ token, params }: TokenValue) => `${token}${params.toString()}`,
  });
}

export const allowHeader = tokens('Allow');
export const supportedHeader = tokens('Supported');
export const requireHeader = tokens('Require');
export const proxyRequireHeader = tokens('Proxy-Require');
export const unsupportedHeader = tokens('Unsupported');
export const allowEventsHeader = tokens('Allow-Events');
export const contentEncodingHeader = tokens('Content-Encoding');
export const inReplyToHeader: HeaderType<string> = headerType('In-Reply-To', 'list', {
  read: readCallId,
  write: String,
});
export const reasonHeader = tokenWithParameters('Reason', 'list');
export const eventHeader = tokenWithParameters('Event', 'once');
export const subscriptionStateHeader = tokenWithParameters('Subscription-State', 'once');
export const contentDispositionHeader = tokenWithParameters('Content-Disposition', 'once');
export const callIdHeader: HeaderType<string> = headerType('Call-ID', 'once', { read: readCallId, write: String });
export const contentTypeHeader = mediaTypes('Content-Type', 'once');
export const acceptHeader = mediaTypes('Accept', 'list');
export const replacesHeader: HeaderType<Replaces> = headerType('Replaces', 'once', {
  read: readReplaces,
  write: ({ callId, toTag, fromTag, earlyOnly }: Replaces) =>
    `${callId};to-tag=${toTag};from-tag=${fromTag}${earlyOnly ? ';early-only' : ''}`,
});
/** Names a dialog in a request outside of it (RFC 4538 §7). */
export const targetDialogHeader: HeaderType<TargetDialog> = headerType('Target-Dialog', 'once', {
  read: readTargetDialog,
  write: ({ callId, localTag, remoteTag }: TargetDialog) => `${callId};local-tag=${localTag};remote-tag=${remoteTag}`,
});

/** Values of Privacy are separated by semicolons (RFC 3323 §4.2). */
export const privacyHeader: HeaderType<readonly string[]> = headerType('Privacy', 'once', {
  read: (scanner: Scanner): readonly string[] => {
    const values = [scanner.token('value').toLowerCase()];
    while (scanner.takeSeparator(';')) values.push(scanner.token('value').toLowerCase());
    return values;
  },
  write: (values: readonly string[]) => values.join(';'),
});

function mediaTypes(name: string, repetition: Repetition): HeaderType<MediaType> {
  return headerType(name, repetition, {
    read: (scanner: Scanner) => {
      const type = scanner.token('media type');
      scanner.expectSeparator('/');
      const subtype = scanner.token('media subtype');
      return { type: mediaTypeOf(type, subtype), params: Parameters.read(scanner) };
    },
    write: ({ type, params }: MediaType) => `${type}${params.toString()}`,
  });
}

/** Nearly all bodies are of one type, and to convert a text takes longer than to see that it need not be. */
function mediaTypeOf(type: string, subtype: string): string {
  return type === 'application' && subtype === 'sdp' ? 'application/sdp' : `${type}/${subtype}`.toLowerCase();
}

function readCallId(scanner: Scanner): string {
  const start = scanner.position;
  const word = scanner.takeWhile(wordCharacters);
  if (word === '') scanner.refuse('call id expected');
  if (scanner.sees('@')) {
    scanner.position += 1;
    if (scanner.takeWhile(wordCharacters) === '') scanner.refuse("call id ends with '@'");
  }
  return scanner.text.slice(start, scanner.position);
}

function readTargetDialog(scanner: Scanner): TargetDialog {
  const callId = readCallId(scanner);
  const params = Parameters.read(scanner);
  const [localTag, remoteTag] = [params.get('local-tag'), params.get('remote-tag')];
  if (localTag === undefined || remoteTag === undefined) return scanner.refuse('local-tag and remote-tag are required');
  return { callId, localTag, remoteTag };
}

function readReplaces(scanner: Scanner): Replaces {
  const callId = readCallId(scanner);
  const params = Parameters.read(scanner);
  const [toTag, fromTag] = [params.get('to-tag'), params.get('from-tag')];
  if (toTag === undefined || fromTag === undefined) return scanner.refuse('to-tag and from-tag are required');
  return { callId, toTag, fromTag, earlyOnly: params.has('early-only') };
}

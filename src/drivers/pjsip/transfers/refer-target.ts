import { referToHeader } from '../../../sip/message/headers/address-headers';
import type { SipRequest } from '../../../sip/message/message';
import { MessageRefusal } from '../../../sip/message/grammar/refusal';
import { Scanner } from '../../../sip/message/grammar/scanner';
import type { Replaces } from '../../../sip/message/headers/token-headers';
import { replacesHeader } from '../../../sip/message/headers/token-headers';
import { numberOf } from '../calls/incoming-parties';

/** Where a REFER wants a call to go. */
export interface ReferTarget {
  readonly destination: string;
  /** Without the header fields that the URI asks for. */
  readonly uri: string;
  /** The call that the new one is to take the place of. */
  readonly replaces: Replaces | undefined;
}

/** Reads Refer-To (RFC 3515 §2.1). A number is the status by which a request is refused that cannot be followed. */
export function readReferTarget({ headers }: SipRequest): ReferTarget | number {
  if (headers.rawAll('Refer-To').length !== 1) return 400;
  const address = read(() => headers.get(referToHeader));
  if (address === undefined) return 400;
  const { uri } = address;
  if (uri.kind === 'opaque') return 416;
  const destination = numberOf(uri);
  if (uri.kind === 'tel') return { destination, uri: uri.toString(), replaces: undefined };
  // Only calls are transferred.
  if ((uri.params.get('method') ?? 'INVITE').toUpperCase() !== 'INVITE') return 603;
  const written = uri.headers.find(([name]) => name.toLowerCase() === 'replaces')?.[1];
  const replaces = written === undefined ? undefined : readReplaces(written);
  if (written !== undefined && replaces === undefined) return 400;
  return { destination, uri: uri.withoutHeaders().toString(), replaces };
}

function readReplaces(written: string): Replaces | undefined {
  return read(() => {
    const scanner = new Scanner(written, 'Replaces');
    const replaces = replacesHeader.read(scanner);
    scanner.skipSpace();
    return scanner.atEnd ? replaces : undefined;
  });
}

/** Undefined for what violates the grammar. */
function read<Value>(parse: () => Value | undefined): Value | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof MessageRefusal) return undefined;
    throw error;
  }
}

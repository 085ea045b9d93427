import { SipCall } from '../calls/sip-call';
import { shownHeader } from '../calls/shown-headers';
import type { HeaderList } from '../../../sip/message/headers/header-list';
import type { DriverFunction, DriverFunctions, FunctionScope } from './driver-function';

type Written = ReturnType<NonNullable<DriverFunction['write']>>;

const headerName = /^[\w!%*+.~`'-]+$/;

/** PJSIP_HEADER and its relatives: header fields of the INVITE that came, and of the one that is to go. */
export const headerFunctions: DriverFunctions = {
  PJSIP_HEADER: {
    read: (argument, scope) => readHeader(argument, (call) => call.received ?? call.added, scope),
    write: (argument, value, scope) => writeHeader(argument, value, scope),
  },
  PJSIP_HEADERS: { read: (prefix, scope) => namesWith(prefix, callOf(scope)?.received) },
  PJSIP_RESPONSE_HEADER: {
    read: (argument, scope) => readHeader(argument, (call) => call.answered, scope),
  },
  PJSIP_RESPONSE_HEADERS: { read: (prefix, scope) => namesWith(prefix, callOf(scope)?.answered) },
  PJSIP_MEDIA_OFFER: {
    read: (_argument, scope) => {
      const call = callOf(scope);
      return call && `(${call.codecs.join('|')})`;
    },
    write: (argument, value, scope) => offerMedia(argument, value, scope),
  },
};

export function callOf({ channel }: FunctionScope): SipCall | undefined {
  return channel?.line instanceof SipCall ? channel.line : undefined;
}

/** `read,<name>[,<number>]`: the first one of that name unless told. */
function readHeader(
  argument: string,
  select: (call: SipCall) => HeaderList | undefined,
  scope: FunctionScope,
): string | undefined {
  const [action = '', name = '', number = '1'] = argument.split(',').map((part) => part.trim());
  const call = callOf(scope);
  if (call === undefined || action.toLowerCase() !== 'read' || name === '') return undefined;
  const headers = select(call);
  const value = headers?.rawAll(name)[Number(number) - 1];
  return headers === undefined || value === undefined ? undefined : shownHeader(name, value, headers);
}

/** `add,<name>`, `update,<name>[,<number>]` and `remove,<name>`, all on the INVITE that is to go. */
function writeHeader(argument: string, value: string, scope: FunctionScope): Written {
  const [action = '', name = ''] = argument.split(',').map((part) => part.trim());
  const call = callOf(scope);
  if (call === undefined) return false;
  if (/[\r\n]/.test(value)) return { refused: 'a header field has one line' };
  switch (action.toLowerCase()) {
    case 'add':
      if (!headerName.test(name) || name.includes('*'))
        return { refused: `'${name}' is not the name of a header field` };
      call.added.add(name, value);
      return true;
    case 'update':
      if (!call.added.has(name)) return { refused: `there is no header field '${name}' to be updated` };
      call.added.setRaw(name, value);
      return true;
    case 'remove':
      for (const each of matching(name, call.added)) call.added.delete(each);
      return true;
    default:
      return { refused: 'the first argument is add, update or remove' };
  }
}

function matching(name: string, headers: HeaderList): readonly string[] {
  if (!name.endsWith('*')) return [name];
  return namesOf(headers).filter((each) => each.toLowerCase().startsWith(name.slice(0, -1).toLowerCase()));
}

function namesOf(headers: HeaderList): readonly string[] {
  return [...new Set([...headers].map(([name]) => name))];
}

function namesWith(prefix: string, headers: HeaderList | undefined): string | undefined {
  if (headers === undefined) return undefined;
  const start = prefix.trim().toLowerCase();
  return namesOf(headers)
    .filter((name) => name.toLowerCase().startsWith(start))
    .join(',');
}

/** Which formats our INVITE offers, best first. Those that the endpoint does not allow are left out. */
function offerMedia(argument: string, value: string, scope: FunctionScope): Written {
  const call = callOf(scope);
  if (call === undefined || argument.trim().toLowerCase() !== 'audio') return false;
  const wanted = value.replace(/[()!]/g, '').split(/[|,]/);
  const codecs = wanted.map((name) => name.trim()).filter((name) => call.endpoint.codecs.includes(name));
  if (codecs.length === 0) return { refused: `one or more of ${call.endpoint.codecs.join(', ')} are needed` };
  call.codecs = codecs;
  return true;
}

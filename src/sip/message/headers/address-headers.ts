import { headerType } from './header-type';
import type { HeaderType, Repetition } from './header-type';
import type { NameAddr } from './name-addr';
import { readNameAddr, writeNameAddr } from './name-addr';
import type { Scanner } from '../grammar/scanner';
import type { Via } from './via';
import { readVia, writeVia } from './via';

const addressForm = { read: readNameAddr, write: writeNameAddr };

function addresses(name: string, repetition: Repetition): HeaderType<NameAddr> {
  return headerType(name, repetition, addressForm);
}

/** In a REGISTER, `*` stands for all contacts of the address. */
export type ContactValue = NameAddr | '*';

export const viaHeader: HeaderType<Via> = headerType('Via', 'list', { read: readVia, write: writeVia });
export const fromHeader = addresses('From', 'once');
export const toHeader = addresses('To', 'once');
export const routeHeader = addresses('Route', 'list');
export const recordRouteHeader = addresses('Record-Route', 'list');
export const pathHeader = addresses('Path', 'list');
export const serviceRouteHeader = addresses('Service-Route', 'list');
export const assertedIdentityHeader = addresses('P-Asserted-Identity', 'list');
export const preferredIdentityHeader = addresses('P-Preferred-Identity', 'list');
export const remotePartyHeader = addresses('Remote-Party-ID', 'list');
export const diversionHeader = addresses('Diversion', 'list');
export const historyInfoHeader = addresses('History-Info', 'list');
export const referToHeader = addresses('Refer-To', 'once');
export const referredByHeader = addresses('Referred-By', 'once');
export const replyToHeader = addresses('Reply-To', 'once');
export const alertInfoHeader = addresses('Alert-Info', 'list');
export const contactHeader: HeaderType<ContactValue> = headerType('Contact', 'list', {
  read: readContact,
  write: (value: ContactValue) => (value === '*' ? '*' : writeNameAddr(value)),
});

function readContact(scanner: Scanner): ContactValue {
  if (!scanner.sees('*')) return readNameAddr(scanner);
  const { position } = scanner;
  scanner.position += 1;
  scanner.skipSpace();
  if (scanner.atEnd) return '*';
  // A display name may begin with an asterisk, too.
  scanner.position = position;
  return readNameAddr(scanner);
}

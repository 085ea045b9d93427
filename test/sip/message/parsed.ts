import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SipMessage } from '../../../src/sip/message/message';
import { SipRequest, SipResponse } from '../../../src/sip/message/message';
import { parseDatagram } from '../../../src/sip/message/parsing/parse-message';
import type { MessageRefusal } from '../../../src/sip/message/grammar/refusal';

/** Bytes of a message that is written with plain line breaks. */
export function wire(text: string, body = ''): Buffer {
  return Buffer.from(`${text.trim().replaceAll('\n', '\r\n')}\r\n\r\n${body}`);
}

export function parsed(bytes: Buffer): SipMessage {
  const result = parseDatagram(bytes);
  if (result.message === undefined) throw result.refusal;
  return result.message;
}

export function parsedRequest(bytes: Buffer): SipRequest {
  const message = parsed(bytes);
  if (!(message instanceof SipRequest)) throw new Error('expected a request');
  return message;
}

export function parsedResponse(bytes: Buffer): SipResponse {
  const message = parsed(bytes);
  if (!(message instanceof SipResponse)) throw new Error('expected a response');
  return message;
}

export function refusalOf(bytes: Buffer): MessageRefusal & { readonly isAnswered: boolean } {
  const result = parseDatagram(bytes);
  if (result.message !== undefined) throw new Error('expected a refusal');
  return Object.assign(result.refusal, { isAnswered: result.request !== undefined });
}

/** A message of RFC 4475, by its name there. */
export function tortureMessage(name: string): Buffer {
  return readFileSync(join(__dirname, '../../fixtures/sip-torture', `${name}.dat`));
}

export const tortureNames =
  'badaspec badbranch baddate baddn badinv01 badvers bcast bext01 bigcode clerr cparam01 cparam02 dblreq esc01 esc02 escnull escruri insuf intmeth inv2543 invut longreq ltgtruri lwsdisp lwsruri lwsstart mcl01 mismatch01 mismatch02 mpart01 multi01 ncl noreason novelsc quotbal regaut01 regbadct regescrt scalar02 scalarlg sdp01 semiuri transports trws unkscm unksm2 unreason wsinv zeromf'.split(
    ' ',
  );

/** The messages of RFC 5118 §4 differ in few places; the rest of them says nothing about addresses. */
export function ipv6Message({
  method = 'REGISTER',
  uri = 'sip:[2001:db8::10]',
  via = 'SIP/2.0/UDP [2001:db8::9:1];branch=z9hG4bKas3-111',
  contact = 'sip:caller@[2001:db8::1]',
}): Buffer {
  return wire(`${method} ${uri} SIP/2.0
To: sip:user@example.com
From: sip:user@example.com;tag=81x2
Via: ${via}
Call-ID: SSG9559905523997077@hlau_4100
Max-Forwards: 70
Contact: "Caller" <${contact}>
CSeq: 98176 ${method}
Content-Length: 0`);
}

/** An OPTIONS request with one more line. */
export function optionsWith(line: string): Buffer {
  return wire(`OPTIONS sip:bob@example.com SIP/2.0
Via: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK1
From: <sip:alice@example.com>;tag=1
To: <sip:bob@example.com>
Call-ID: 1@example.com
CSeq: 1 OPTIONS
${line}`);
}

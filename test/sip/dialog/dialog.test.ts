import { Dialog } from '../../../src/sip/dialog/dialog';
import { contactHeader } from '../../../src/sip/message/headers/address-headers';
import { makeResponse } from '../../../src/sip/message/make-response';
import type { SipRequest } from '../../../src/sip/message/message';
import { nameAddr } from '../../../src/sip/message/headers/name-addr';
import { MessageRefusal } from '../../../src/sip/message/grammar/refusal';
import { parseUri } from '../../../src/sip/message/uri/uri';
import { writeMessage } from '../../../src/sip/message/write-message';
import { parsedRequest, parsedResponse, wire } from '../message/parsed';

const ourContact = nameAddr(parseUri('sip:us@192.0.2.10', 'Contact'));

function invite(extra = '', contact = '<sip:alice@192.0.2.1:5062>'): SipRequest {
  const contactLine = contact === '' ? '' : `\nContact: ${contact}`;
  return parsedRequest(
    wire(`INVITE sip:bob@example.com SIP/2.0
Via: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK1
From: "Alice" <sip:alice@example.com>;tag=a
To: <sip:bob@example.com>
Call-ID: call-1
CSeq: 314 INVITE${contactLine}${extra}`),
  );
}

const threeRoutes =
  '\nRecord-Route: <sip:p3.example.com;lr>, <sip:p2.example.com;lr>\nRecord-Route: <sip:p1.example.com;lr>';

const asServer = (request = invite(threeRoutes)): Dialog =>
  Dialog.asServer(request, { localTag: 'b', contact: ourContact });

function asClient(routes = threeRoutes): Dialog {
  const request = invite();
  const response = makeResponse(invite(routes), 200, { toTag: 'b' });
  for (const value of invite(routes).headers.rawAll('Record-Route')) response.headers.add('Record-Route', value);
  response.headers.add('Contact', '<sip:bob@192.0.2.2;transport=tcp>');
  return Dialog.asClient(request, parsedResponse(writeMessage(response)), ourContact);
}

const shape = (request: SipRequest): readonly unknown[] => [request.uriText, request.headers.rawAll('Route')];

describe('a dialog', () => {
  it('as server goes back the way that the request came', () => {
    const dialog = asServer();
    const bye = dialog.request('BYE');

    expect(shape(bye)).toEqual([
      'sip:alice@192.0.2.1:5062',
      ['<sip:p3.example.com;lr>', '<sip:p2.example.com;lr>', '<sip:p1.example.com;lr>'],
    ]);
    expect([bye.headers.raw('From'), bye.headers.raw('To')]).toEqual([
      '<sip:bob@example.com>;tag=b',
      '"Alice" <sip:alice@example.com>;tag=a',
    ]);
    expect([bye.headers.raw('CSeq'), bye.headers.raw('Max-Forwards'), bye.headers.has('Contact')]).toEqual([
      '1 BYE',
      '70',
      false,
    ]);
  });

  it('as client takes the way of the answer from its other end, and counts on', () => {
    const dialog = asClient();

    expect(shape(dialog.request('BYE'))).toEqual([
      'sip:bob@192.0.2.2;transport=tcp',
      ['<sip:p1.example.com;lr>', '<sip:p2.example.com;lr>', '<sip:p3.example.com;lr>'],
    ]);
    expect(dialog.request('INFO').headers.raw('CSeq')).toBe('316 INFO');
    expect(dialog.ack(314).headers.raw('CSeq')).toBe('314 ACK');
    expect(dialog.request('INVITE').headers.get(contactHeader)).toMatchObject({ uri: ourContact.uri });
  });

  it('makes a strict router the Request-URI and puts the target at the end', () => {
    const dialog = asServer(invite('\nRecord-Route: <sip:old.example.com;method=INVITE;x=1>, <sip:p1.example.com;lr>'));

    expect(shape(dialog.request('BYE'))).toEqual([
      'sip:old.example.com;x=1',
      ['<sip:p1.example.com;lr>', '<sip:alice@192.0.2.1:5062>'],
    ]);
  });

  it('has no Route without proxies', () => {
    expect(shape(asServer(invite()).request('BYE'))).toEqual(['sip:alice@192.0.2.1:5062', []]);
  });

  it('follows the far end to a new target, but keeps its way', () => {
    const dialog = asServer();
    dialog.refreshTarget(invite('\nRecord-Route: <sip:other.example.com;lr>', '<sip:alice@192.0.2.99>'));

    expect(shape(dialog.request('BYE'))).toEqual([
      'sip:alice@192.0.2.99',
      ['<sip:p3.example.com;lr>', '<sip:p2.example.com;lr>', '<sip:p1.example.com;lr>'],
    ]);
  });

  it('takes the way of the 2xx when it is confirmed, and no other one later', () => {
    const early = asClient();
    const confirmation = (route: string) => {
      const response = makeResponse(invite(), 200, { toTag: 'b' });
      response.headers.add('Record-Route', `<sip:${route};lr>`).add('Contact', '<sip:bob@192.0.2.3>');
      return response;
    };
    early.confirm(confirmation('final.example.com'));
    early.confirm(confirmation('late.example.com'));

    expect(early.isConfirmed).toBe(true);
    expect(shape(early.request('BYE'))).toEqual(['sip:bob@192.0.2.3', ['<sip:final.example.com;lr>']]);
  });

  it('refuses requests whose numbers go back', () => {
    const dialog = asServer();
    const numbered = (sequence: number) =>
      parsedRequest(Buffer.from(writeMessage(invite()).toString().replace('314 INVITE', `${sequence} INVITE`)));

    expect([320, 315, 320, 321].map((sequence) => dialog.takeSequence(numbered(sequence)))).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  it.each(['', '*'])('cannot be made with Contact %j', (contact) => {
    expect(() => asServer(invite('', contact))).toThrow(MessageRefusal);
  });
});

import { contactHeader, routeHeader, viaHeader } from '../../../../src/sip/message/headers/address-headers';
import { HeaderList } from '../../../../src/sip/message/headers/header-list';
import { maxForwardsHeader } from '../../../../src/sip/message/headers/number-headers';
import { Parameters } from '../../../../src/sip/message/grammar/parameters';
import { SipRequest } from '../../../../src/sip/message/message';
import { writeMessage } from '../../../../src/sip/message/write-message';

const via = { protocol: 'SIP/2.0', transport: 'UDP', port: undefined, params: Parameters.none };

describe('a list of header fields', () => {
  it('keeps the order of everything, whatever is changed', () => {
    const headers = new HeaderList()
      .add('Via', 'SIP/2.0/UDP a;branch=1, SIP/2.0/UDP b')
      .add('X-One', '1')
      .add('Max-Forwards', '70')
      .add('X-Two', '2');

    headers
      .set(maxForwardsHeader, 69)
      .prepend(viaHeader, { ...via, host: 'new' })
      .setRaw('x-one', 'one');

    expect([...headers]).toEqual([
      ['Via', 'SIP/2.0/UDP new'],
      ['Via', 'SIP/2.0/UDP a;branch=1, SIP/2.0/UDP b'],
      ['x-one', 'one'],
      ['Max-Forwards', '69'],
      ['X-Two', '2'],
    ]);
    expect(headers.all(viaHeader).map(({ host }) => host)).toEqual(['new', 'a', 'b']);
  });

  it('exchanges or removes the first value of a line with several', () => {
    const headers = new HeaderList().add('Via', 'SIP/2.0/UDP a, SIP/2.0/UDP b').add('Via', 'SIP/2.0/UDP c');
    const [first] = headers.all(viaHeader);

    headers.replaceFirst(viaHeader, {
      ...via,
      host: first?.host ?? '',
      params: Parameters.of({ received: '192.0.2.1' }),
    });
    expect(headers.rawAll('Via')).toEqual(['SIP/2.0/UDP a;received=192.0.2.1, SIP/2.0/UDP b', 'SIP/2.0/UDP c']);

    headers.removeFirst(viaHeader).removeFirst(viaHeader);
    expect(headers.rawAll('v')).toEqual(['SIP/2.0/UDP c']);
  });

  it('forgets what it has read of a line that is changed', () => {
    const headers = new HeaderList().add('Max-Forwards', '70');

    expect(headers.get(maxForwardsHeader)).toBe(70);
    headers.setRaw('max-forwards', '3');
    expect(headers.get(maxForwardsHeader)).toBe(3);
    headers.delete('Max-Forwards');
    expect(headers.get(maxForwardsHeader)).toBeUndefined();
  });

  it('does not change with its copy', () => {
    const headers = new HeaderList().add('Route', '<sip:a;lr>');
    const copy = headers.clone();
    copy.delete('Route').copyFrom(headers, 'Route').add('Route', '<sip:b;lr>');

    expect([headers.all(routeHeader).length, copy.all(routeHeader).length]).toEqual([1, 2]);
  });

  it('shares lines with a copy and with an answer, and what becomes of one does not show in the others', () => {
    const headers = new HeaderList().add('v', 'SIP/2.0/UDP a, SIP/2.0/UDP b').add('Via', 'SIP/2.0/UDP c');
    const hosts = (list: HeaderList): readonly string[] => list.all(viaHeader).map(({ host }) => host);
    expect(hosts(headers)).toEqual(['a', 'b', 'c']);

    const copy = headers.clone().replaceFirst(viaHeader, { ...via, host: 'other' });
    const answer = new HeaderList().copyFrom(headers, 'Via').removeFirst(viaHeader);

    expect([hosts(headers), hosts(copy), hosts(answer)]).toEqual([
      ['a', 'b', 'c'],
      ['other', 'b', 'c'],
      ['b', 'c'],
    ]);
    expect([...answer]).toEqual([
      ['Via', 'SIP/2.0/UDP b'],
      ['Via', 'SIP/2.0/UDP c'],
    ]);
  });

  it('reads back what was set', () => {
    const headers = new HeaderList().set(viaHeader, { ...via, host: 'one' }, { ...via, host: 'two' });

    expect(headers.all(viaHeader).map(({ host }) => host)).toEqual(['one', 'two']);
    expect(headers.rawAll('Via')).toEqual(['SIP/2.0/UDP one', 'SIP/2.0/UDP two']);
  });

  it.each([
    ['X-Note', 'a\r\nEvil: 1'],
    ['X-Note', 'a\nEvil: 1'],
    ['X Note', 'a'],
    ['', 'a'],
  ])('takes no line that would become another one: %j %j', (name, value) => {
    expect(() => new HeaderList().add(name, value)).toThrow(TypeError);
    expect(() => new HeaderList().setRaw(name, value)).toThrow(TypeError);
  });

  it('writes the length that the body has', () => {
    const headers = new HeaderList().add('Content-Length', '7').add('Contact', '<sip:a@b>');
    const request = new SipRequest({ method: 'MESSAGE', uri: 'sip:b@c', headers, body: 'höh' });

    expect(writeMessage(request).toString()).toBe(
      'MESSAGE sip:b@c SIP/2.0\r\nContent-Length: 4\r\nContact: <sip:a@b>\r\n\r\nhöh',
    );
    expect(headers.all(contactHeader)).toHaveLength(1);
  });
});

import fc from 'fast-check';
import { contactHeader, routeHeader, viaHeader } from '../../../../src/sip/message/headers/address-headers';
import { HeaderList } from '../../../../src/sip/message/headers/header-list';
import { headerKey } from '../../../../src/sip/message/headers/header-names';
import { maxForwardsHeader } from '../../../../src/sip/message/headers/number-headers';
import { allowHeader, proxyRequireHeader, supportedHeader } from '../../../../src/sip/message/headers/token-headers';
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

describe('a list of header fields after any changes', () => {
  type Line = readonly [name: string, value: string];
  type Change = (headers: HeaderList, lines: Line[]) => Line[];
  const types = [allowHeader, supportedHeader, proxyRequireHeader];
  const isOf =
    ({ key }: { readonly key: string }) =>
    ([name]: Line) =>
      headerKey(name) === key;
  const instead = (lines: Line[], of: { readonly key: string }, by: Line[]): Line[] => {
    const first = lines.findIndex(isOf(of));
    const place = first < 0 ? lines.length : first;
    return [...lines.slice(0, place), ...by, ...lines.slice(place).filter((line) => !isOf(of)(line))];
  };
  const aType = fc.constantFrom(...types);
  const aValue = fc.constantFrom('a', 'b', 'c');
  const aChange = fc.oneof(
    fc.tuple(aType, aValue).map(([{ name }, value]): Change => (headers, lines) => {
      headers.add(name, value);
      return [...lines, [name, value]];
    }),
    fc.tuple(aType, fc.array(aValue, { maxLength: 2 })).map(([type, values]): Change => (headers, lines) => {
      headers.set(type, ...values);
      return instead(
        lines,
        type,
        values.map((value) => [type.name, value]),
      );
    }),
    fc.tuple(aType, aValue).map(([type, value]): Change => (headers, lines) => {
      headers.setRaw(type.name, value);
      return instead(lines, type, [[type.name, value]]);
    }),
    fc.tuple(aType, aValue).map(([type, value]): Change => (headers, lines) => {
      const place = Math.max(lines.findIndex(isOf(type)), 0);
      headers.prepend(type, value);
      return [...lines.slice(0, place), [type.name, value], ...lines.slice(place)];
    }),
    aType.map((type): Change => (headers, lines) => {
      headers.delete(type.name);
      return lines.filter((line) => !isOf(type)(line));
    }),
    aType.map((type): Change => (headers, lines) => {
      headers.copyFields(headers.clone(), type);
      return [...lines, ...lines.filter(isOf(type))];
    }),
  );

  it('finds what is there, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(aChange, { maxLength: 8 }), (changes) => {
        const headers = new HeaderList();
        const lines = changes.reduce((before: Line[], change) => change(headers, before), []);

        expect([...headers]).toEqual(lines);
        for (const type of types) {
          const values = lines.filter(isOf(type)).map(([, value]) => value);
          expect([headers.all(type), headers.get(type), headers.has(type.name)]).toEqual([
            values,
            values[0],
            values.length > 0,
          ]);
          expect(headers.isOnly(type, 'a')).toBe(values.length === 1 && values[0] === 'a');
          expect(headers.clone().all(type)).toEqual(values);
        }
      }),
    );
  });
});

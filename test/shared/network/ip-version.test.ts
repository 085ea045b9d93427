import fc from 'fast-check';
import { isIP as isIPOfNode } from 'node:net';
import { isIP, isIPv4, isIPv6 } from '../../../src/shared/network/ip-version';

describe('the version of an address', () => {
  it.each([
    ['127.0.0.1', 4],
    ['::', 6],
    ['::1', 6],
    ['1::', 6],
    ['1:2:3:4:5:6:7::', 6],
    ['::2:3:4:5:6:7:8', 6],
    ['1:2:3:4:5:6:7:8', 6],
    ['1:2:3:4:5:6:192.0.2.1', 6],
    ['::ffff:192.0.2.1', 6],
    ['fe80::1%eth0', 6],
    ['1:2:3:4:5:6:7', 0],
    ['1:2:3:4::5:6:7:8', 0],
    ['1:2:3:4:5:6:7:8:9', 0],
    ['1:2:3:4:5:6:7:192.0.2.1', 0],
    ['192.0.2.1::', 0],
    ['1::2::3', 0],
    [':::', 0],
    [':1', 0],
    ['1:', 0],
    ['12345::', 0],
    ['g::', 0],
    ['fe80::1%', 0],
    ['127.0.0.1:5060', 0],
    ['localhost', 0],
    ['', 0],
  ])('of %j is %i', (text, version) => {
    expect(isIP(text)).toBe(version);
    expect(isIPv6(text)).toBe(version === 6);
  });

  it('is what Node.js says of any text of groups, colons and addresses', () => {
    const part = fc.constantFrom('0', '1', 'ab', 'FFFF', '12345', 'g', '', ':', '::', '.', '192.0.2.1', '256.0.0.1');
    const text = fc
      .array(fc.tuple(part, fc.constantFrom(':', ':', ':', '::', '')), { maxLength: 9 })
      .map((parts) => parts.flat().join(''));

    fc.assert(
      fc.property(text, (given) => isIP(given) === isIPOfNode(given)),
      { numRuns: 20_000 },
    );
  });

  it('is that of IPv4 where Node.js says so, for any text of numbers and dots', () => {
    const part = fc.constantFrom('0', '00', '1', '01', '9', '10', '99', '255', '256', '1000', '', 'a', '-1', ' ');
    const text = fc.array(part, { minLength: 3, maxLength: 5 }).map((parts) => parts.join('.'));

    fc.assert(fc.property(text, (given) => expect(isIPv4(given)).toBe(isIPOfNode(given) === 4)));
    expect([isIPv4('1.2.3.4'), isIPv4('255.0.0.255'), isIPv4('1.2.3.4.5')]).toEqual([true, true, false]);
  });
});

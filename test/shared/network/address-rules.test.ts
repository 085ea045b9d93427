import fc from 'fast-check';
import { BlockList } from 'node:net';
import { isLoopback, isPermitted, normalNetwork, permittedByAll } from '../../../src/shared/network/address-rules';
import type { AddressRule } from '../../../src/shared/network/address-rules';
import { cases } from '../../support/effort';

const permit = (network: string): AddressRule => ({ action: 'permit', network });
const deny = (network: string): AddressRule => ({ action: 'deny', network });

describe('address rules', () => {
  it('permit all addresses when there are none', () => {
    expect(isPermitted([], '10.0.0.1')).toBe(true);
    expect(isPermitted([], undefined)).toBe(true);
  });

  it('let the last match decide', () => {
    const rules = [deny('0.0.0.0/0'), permit('10.0.0.0/8'), deny('10.1.0.0/16'), permit('10.1.2.3')];
    const answers = ['192.168.0.1', '10.9.9.9', '10.1.0.1', '10.1.2.3'].map((address) => isPermitted(rules, address));

    expect(answers).toEqual([false, true, false, true]);
  });

  it('leave the door open where nothing matches', () => {
    expect(isPermitted([permit('10.0.0.0/8')], '192.168.0.1')).toBe(true);
    expect(isPermitted([deny('0.0.0.0/0')], '::1')).toBe(true);
  });

  it.each(['10.0.0.0/8', '10.0.0.0/255.0.0.0', '10.99.1.2/8', '::ffff:10.0.0.0/104'])('match by %s', (network) => {
    expect(isPermitted([deny(network)], '10.1.2.3')).toBe(false);
    expect(isPermitted([deny(network)], '11.1.2.3')).toBe(true);
  });

  it('see IPv4 behind an IPv6 socket', () => {
    expect(isPermitted([deny('0.0.0.0/0.0.0.0')], '::ffff:192.168.1.1')).toBe(false);
    expect(isPermitted([deny('::/0')], '::ffff:192.168.1.1')).toBe(true);
  });

  it('match IPv6 in any spelling, with or without a zone', () => {
    const rules = [deny('::/0'), permit('fe80::/10'), permit('2001:db8::1')];

    expect(isPermitted(rules, 'fe80::1%eth0')).toBe(true);
    expect(isPermitted(rules, '2001:0DB8:0:0:0:0:0:1')).toBe(true);
    expect(isPermitted(rules, '2001:db8::2')).toBe(false);
  });

  it.each([undefined, '', 'somewhere', '10.0.0.1:80'])('deny an unreadable address: %s', (address) => {
    expect(isPermitted([permit('0.0.0.0/0')], address)).toBe(false);
  });

  it('agree with the lists of Node about what a network holds', () => {
    const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).map((parts) => parts.join('.'));

    fc.assert(
      fc.property(octets, fc.nat(32), fc.tuple(octets, fc.nat(32)), (network, prefix, [tail, shared]) => {
        const near = mix(network, tail, shared);
        const list = new BlockList();
        list.addSubnet(network, prefix, 'ipv4');

        expect(isPermitted([deny(`${network}/${prefix}`)], near)).toBe(!list.check(near, 'ipv4'));
      }),
    );
    fc.assert(
      fc.property(fc.ipV6(), fc.nat(128), fc.ipV6(), (network, prefix, address) => {
        fc.pre([network, address].every((given) => normalNetwork(given)?.includes(':')));
        const list = new BlockList();
        list.addSubnet(network, prefix, 'ipv6');

        expect(isPermitted([deny(`${network}/${prefix}`)], address)).toBe(!list.check(address, 'ipv6'));
      }),
    );
  });
});

/** The first bits of one address and the rest of another: random addresses alone would hardly ever share a network. */
function mix(head: string, tail: string, shared: number): string {
  const bits = (address: string) =>
    address
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('');
  const mixed = bits(head).slice(0, shared) + bits(tail).slice(shared);
  return [0, 8, 16, 24].map((from) => parseInt(mixed.slice(from, from + 8), 2)).join('.');
}

describe('several lists', () => {
  const network = fc.tuple(fc.constantFrom('10.0.0.0', '10.1.0.0', '10.1.1.0', '0.0.0.0', '::', 'fe80::'), fc.nat(32));
  const rule = fc
    .tuple(fc.constantFrom<AddressRule['action']>('permit', 'deny'), network)
    .map(([action, [address, prefix]]): AddressRule => ({ action, network: `${address}/${prefix}` }));
  const peer = fc.constantFrom('10.0.0.1', '10.1.0.1', '10.1.1.1', '10.1.1.9', '192.168.0.1', 'fe80::1', '2001:db8::1');

  it('become one that lets in whom each of them lets in', () => {
    fc.assert(
      fc.property(fc.array(fc.array(rule, { maxLength: 4 }), { maxLength: 3 }), peer, (lists, address) => {
        const each = lists.every((rules) => isPermitted(rules, address));

        expect(isPermitted(permittedByAll(lists), address)).toBe(each);
      }),
      { numRuns: cases({ few: 200, many: 1000 }) },
    );
  });

  it('stay as they are when only one says anything', () => {
    const rules = [deny('0.0.0.0/0')];

    expect(permittedByAll([[], rules, []])).toBe(rules);
    expect(permittedByAll([])).toEqual([]);
  });
});

describe('a network', () => {
  it.each([
    ['10.1.2.3', '10.1.2.3/32'],
    ['10.1.2.3/255.255.0.0', '10.1.0.0/16'],
    ['0.0.0.0/0.0.0.0', '0.0.0.0/0'],
    ['10.1.2.3/255.255.255.255', '10.1.2.3/32'],
    ['::', '::/128'],
    ['2001:DB8:0:0:1::/64', '2001:db8::/64'],
    ['fe80::1/ffff::', 'fe80::/16'],
    ['::ffff:10.0.0.1', '10.0.0.1/32'],
    [' 10.0.0.0/8 ', '10.0.0.0/8'],
  ])('%s is %s', (given, normal) => {
    expect(normalNetwork(given)).toBe(normal);
  });

  it.each([
    '',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/255.0.255.0',
    '::/129',
    '10.0.0.0/8/8',
    'x/8',
    '::ffff:1.2.3.4/8',
  ])('is not %s', (given) => {
    expect(normalNetwork(given)).toBeUndefined();
  });
});

it('loopback is 127.0.0.0/8 and ::1, also behind an IPv6 socket', () => {
  const here = ['127.0.0.1', '127.8.8.8', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1'];
  const elsewhere = ['0.0.0.0', '::', '10.0.0.1', 'localhost', ''];

  expect(here.map(isLoopback)).not.toContain(false);
  expect(elsewhere.map(isLoopback)).not.toContain(true);
});

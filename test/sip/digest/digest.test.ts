import { digestResponse, parseAlgorithm, userHash } from '../../../src/sip/digest/digest';

const mufasa = { username: 'Mufasa', realm: 'testrealm@host.com' };

describe('a digest', () => {
  it('is that of RFC 2617 §3.5', () => {
    const hash = userHash('MD5', mufasa, { password: 'Circle Of Life' }) ?? '';

    expect(hash).toBe('939e7578ed9e3c518a452acee763bce9');
    expect(
      digestResponse('MD5', hash, {
        nonce: 'dcd98b7102dd2f0e8b11d0f600bfb0c093',
        method: 'GET',
        uri: '/dir/index.html',
        protection: { nonceCount: '00000001', clientNonce: '0a4f113b' },
      }),
    ).toBe('6629fae49393a05397450978507c4ef1');
  });

  it('is that of RFC 2069 §2.4 (as corrected) where no protection is asked for', () => {
    const hash = userHash('MD5', mufasa, { password: 'CircleOfLife' }) ?? '';
    const nonce = 'dcd98b7102dd2f0e8b11d0f600bfb0c093';

    expect(digestResponse('MD5', hash, { nonce, method: 'GET', uri: '/dir/index.html' })).toBe(
      '1949323746fe6a43ef61f9606e7febea',
    );
  });

  it.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ] as const)('is that of RFC 7616 §3.9.1 with %s', (algorithm, wanted) => {
    const user = { username: 'Mufasa', realm: 'http-auth@example.org' };
    const hash = userHash(algorithm, user, { password: 'Circle of Life' }) ?? '';

    expect(
      digestResponse(algorithm, hash, {
        nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
        method: 'GET',
        uri: '/dir/index.html',
        protection: { nonceCount: '00000001', clientNonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ' },
      }),
    ).toBe(wanted);
  });

  it('can be made from a stored hash, under the algorithm of that hash only', () => {
    const secret = { hashes: { MD5: '939E7578ED9E3C518A452ACEE763BCE9' } };

    expect(userHash('MD5', mufasa, secret)).toBe('939e7578ed9e3c518a452acee763bce9');
    expect(userHash('SHA-256', mufasa, secret)).toBeUndefined();
  });

  it('is MD5 where nothing else is named', () => {
    expect([undefined, 'md5', 'sha-256', 'SHA-512-256', 'MD5-sess', 'AKAv1-MD5'].map(parseAlgorithm)).toEqual([
      'MD5',
      'MD5',
      'SHA-256',
      'SHA-512-256',
      undefined,
      undefined,
    ]);
  });
});

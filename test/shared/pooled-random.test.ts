import { pooledRandomBytes, pooledRandomText } from '../../src/shared/pooled-random';

describe('pooled random bytes', () => {
  it.each([1, 12, 4096, 5000])('gives %i of them', (size) => {
    expect(pooledRandomBytes(size)).toHaveLength(size);
  });

  it('gives none twice', () => {
    const drawn = Array.from({ length: 2000 }, () => pooledRandomBytes(12).toString('hex'));

    expect(new Set(drawn).size).toBe(drawn.length);
  });
});

describe('pooled random text', () => {
  it.each([1, 12, 4096])('gives %i characters of a word', (length) => {
    expect(pooledRandomText(length)).toMatch(new RegExp(`^[\\w~]{${length}}$`));
  });

  it('gives none twice', () => {
    const drawn = Array.from({ length: 2000 }, () => pooledRandomText(12));

    expect(new Set(drawn).size).toBe(drawn.length);
  });
});

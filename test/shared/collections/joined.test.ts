import { joined } from '../../../src/shared/collections/joined';

describe('two lists as one', () => {
  it('has the items of both in their order, and leaves both as they are', () => {
    const [first, second] = [['a', 'b'], ['c']];

    expect(joined(first, second)).toEqual(['a', 'b', 'c']);
    expect(joined([], second)).toEqual(['c']);
    expect(joined(first, [])).toEqual(['a', 'b']);
    expect([first, second]).toEqual([['a', 'b'], ['c']]);
  });
});

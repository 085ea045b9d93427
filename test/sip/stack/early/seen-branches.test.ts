import { markWith, noMark, SeenBranches } from '../../../../src/sip/stack/early/seen-branches';

const markOf = (branch: string): number => Buffer.from(branch).reduce(markWith, noMark);

function someBranches() {
  let now = 0;
  const seen = new SeenBranches(() => now, 1000);
  return { seen, pass: (milliseconds: number) => (now += milliseconds) };
}

describe('branches that were seen', () => {
  it('are found by the keys of their transactions, and nearly all others are not', () => {
    const { seen } = someBranches();
    for (let count = 0; count < 20_000; count += 1) seen.note(`z9hG4bK-${count} 192.0.2.1:5060 INVITE`);
    const known = (from: number): number =>
      Array.from({ length: 20_000 }, (_, index) => seen.mayKnow(markOf(`z9hG4bK-${from + index}`))).filter(Boolean)
        .length;

    expect(known(0)).toBe(20_000);
    expect(known(20_000)).toBeLessThan(1000);
  });

  it('are remembered for their lifetime, whatever else comes meanwhile, and forgotten after twice that', () => {
    const { seen, pass } = someBranches();
    const mark = markOf('z9hG4bKfirst');
    pass(900);
    seen.note('z9hG4bKfirst a: INVITE');
    const known: boolean[] = [];
    for (const count of [1, 2, 3]) {
      pass(999);
      seen.note(`z9hG4bK${count} a: INVITE`);
      known.push(seen.mayKnow(mark));
    }
    expect(known).toEqual([true, true, false]);
  });

  it('are all forgotten after a long silence', () => {
    const { seen, pass } = someBranches();
    seen.note('z9hG4bKfirst a: INVITE');
    pass(5000);
    seen.note('z9hG4bKlast a: INVITE');

    expect(['first', 'last'].map((name) => seen.mayKnow(markOf(`z9hG4bK${name}`)))).toEqual([false, true]);
  });
});

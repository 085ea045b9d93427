import { fuzzSip } from '../../fuzz/sip/sip-fuzz';
import type { Target } from '../../fuzz/target';
import { startTarget } from '../../fuzz/target';

describe('hostile SIP messages', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  let target: Target;
  beforeAll(async () => {
    target = await startTarget({ sip: true });
  });
  afterAll(() => target.close());

  it.each([1, seed])('of the seed %i leave the server as it was', async (used) => {
    const { ports = { udp: 0, tcp: 0 } } = target;
    const { findings, sent } = await fuzzSip({ target, ports, seed: used, messages: 300 });

    expect(findings).toEqual([]);
    expect(sent).toBeGreaterThanOrEqual(300);
  });
});

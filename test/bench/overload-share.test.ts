import type { Sample } from '../../bench/load/job';
import { readDropped } from '../../bench/measure/udp-drops';
import { overloadResult } from '../../bench/sip/overload-share';

/** A second of a server that works for the whole of it unless it waits for its core. */
function aSlice(requests: number, { waiting = 0, refusedP99 = 10 } = {}): Sample {
  return {
    requests,
    events: undefined,
    seconds: 1,
    p50: 1,
    p99: 1,
    serverCpu: (1 - waiting) * 1e6,
    loadCpu: 0,
    machineCpu: undefined,
    serverWait: waiting * 1e6,
    serverIdle: 0,
    loadWait: 0,
    counts: { refusedP50: 5, refusedP99 },
  };
}

describe('the result of an overload', () => {
  it('is the median of the ratios to the slices beside it, whatever the speed of the machine is', () => {
    const rounds = [1000, 250, 500].map((peak) => ({
      before: aSlice(peak * 1.2),
      sample: aSlice(peak * 0.93),
      after: aSlice(peak * 0.8),
    }));
    const { share, isMet } = overloadResult(rounds);

    expect([share.toFixed(2), isMet]).toEqual(['0.93', true]);
  });

  it.each([
    [0.89, 10, false],
    [0.91, 60, false],
    [0.91, 10, true],
  ])('with a share of %d and refusals within %i ms is met: %j', (part, refusedP99, isMet) => {
    const [before, after] = [aSlice(1000), aSlice(1000)];

    expect(overloadResult([{ before, sample: aSlice(1000 * part, { refusedP99 }), after }]).isMet).toBe(isMet);
  });

  it('is judged by CPU time where others had the core', () => {
    const round = { before: aSlice(1000), sample: aSlice(600, { waiting: 0.4 }), after: aSlice(1000) };
    const { share, shareOfCore, isMet } = overloadResult([round]);

    expect([share, shareOfCore, isMet]).toEqual([0.6, 1, true]);
  });
});

describe('datagrams that were dropped', () => {
  const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
  100: 0100007F:13C4 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 1 2 0000000000000000 17
  101: 0100007F:13C5 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 2 2 0000000000000000 5
`;

  it('are added up for the ports that are asked for', () => {
    expect([readDropped(table, [5060]), readDropped(table, [5060, 5061]), readDropped(table, [1])]).toEqual([
      17, 22, 0,
    ]);
  });

  it('are unknown where the system does not tell', () => {
    expect(readDropped('', [5060])).toBeUndefined();
  });
});

import { Admission } from '../../../src/engine/calls/technology/admission';
import type { AdmissionDeps } from '../../../src/engine/calls/technology/admission';
import { makeLogger } from '../../../src/shared/logger';

function admission(changes: Partial<AdmissionDeps> = {}) {
  const lines: string[] = [];
  const made = new Admission({
    channels: { size: 4, callCount: () => 2 },
    maxCalls: undefined,
    maxLoad: undefined,
    load: () => 1.5,
    now: () => 0,
    log: makeLogger((_level, { reason }) => void lines.push(String(reason))),
    ...changes,
  });
  return { made, lines };
}

describe('whether there may be more calls', () => {
  it.each([
    ['there is no limit', {}, undefined],
    ['the limits are 0, which is none', { maxCalls: 0, maxLoad: 0 }, undefined],
    ['there is room', { maxCalls: 3, maxLoad: 2 }, undefined],
    ['there are as many calls as there may be', { maxCalls: 2 }, /^there are 2 calls already.*maxcalls/],
    ['the machine is busy', { maxLoad: 1.5 }, /^the load of this machine is 1\.50.*below 1\.5 \(maxload\)/],
  ])('is decided when %s', (_title, limits, reason) => {
    const refused = admission(limits).made.whyNot('call');

    if (reason === undefined) expect(refused).toBeUndefined();
    else expect(refused).toMatch(reason);
  });

  it('asks of one more channel of a call only what it costs the machine', () => {
    expect(admission({ maxCalls: 2 }).made.whyNot('leg')).toBeUndefined();
    expect(admission({ maxLoad: 1 }).made.whyNot('leg')).toMatch(/maxload/);
  });

  it('counts calls that are still on the way', async () => {
    const { made } = admission({ maxCalls: 3 });
    let answer: (made: string) => void = () => undefined;
    const asked = made.counting(new Promise<string>((resolve) => (answer = resolve)));

    const during = made.whyNot('call');
    answer('made');
    await asked;

    expect([during, made.whyNot('call')]).toEqual([expect.stringMatching(/maxcalls/), undefined]);
  });

  it('writes one line for many refusals', () => {
    const { made, lines } = admission({ maxCalls: 1 });
    for (let call = 0; call < 100; call += 1) made.whyNot('call');

    expect([lines.length, made.refused]).toEqual([1, 100]);
  });
});

import type { RoundPlan, RoundReport } from '../../soak/cluster/rounds';
import { playRounds } from '../../soak/cluster/rounds';
import { hasNats, natsHint } from '../support/cluster-rig';

const suite = hasNats ? describe : describe.skip;
const seed = 1 + Math.floor(Math.random() * 2 ** 31);

/** The whole matrix is played by `npm run soak -- cluster --matrix`. */
const plans: readonly RoundPlan[] = [
  { fault: 'kill node', moment: 'resume' },
  { fault: 'kill NATS leader', moment: 'transfer' },
];

suite(`three nodes and three NATS servers of which one fails${natsHint}`, () => {
  it(`keep what they have acknowledged, and end the calls of a lost node once (seed ${seed})`, async () => {
    const reports: RoundReport[] = [];

    await playRounds({
      seed,
      from: 0,
      to: plans.length,
      plans: () => plans,
      onRound: (report) => void reports.push(report),
    });

    expect(reports.flatMap(({ findings, logs }) => (findings.length === 0 ? [] : [...findings, ...logs]))).toEqual([]);
    expect(reports).toHaveLength(plans.length);
  });
});

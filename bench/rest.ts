import { measureInTurns } from './measure/in-turns';
import type { BenchOptions } from './options';
import { Stage } from './processes/stage';
import { Target } from './processes/target';
import { describeRun, ratioLine, say, table } from './report';
import type { Ratio } from './report';
import { prepareRows } from './rest-rows';

const ratios: readonly Ratio[] = [
  { of: 'ours http ping', to: 'bare http ping', target: { rateAtLeast: 0.8 } },
  { of: 'ours http object', to: 'bare http object', target: { rateAtLeast: 0.8 } },
  { of: 'ours socket 32', to: 'bare socket 32', target: { cpuBelow: 1 } },
  { of: 'ours socket 1', to: 'bare socket 1' },
  { of: 'contract http ping', to: 'ours http ping' },
  { of: 'contract http object', to: 'ours http object' },
  { of: 'ours http ping', to: 'against http ping' },
  { of: 'ours http object', to: 'against http object' },
  { of: 'ours socket 1', to: 'against socket 1' },
  { of: 'ours socket 32', to: 'against socket 32' },
  { of: 'ours socket mixed', to: 'against socket mixed' },
];

/** What a REST call costs, by HTTP and over a socket, beside what the bare libraries cost. */
export async function benchRest(options: BenchOptions): Promise<void> {
  const stage = new Stage(options);
  try {
    const against = options.against && (await Target.at('against', options.against));
    const { rows, skipped } = await prepareRows(stage, against);
    const wanted = rows.filter(({ name }) => name.includes(options.only));
    const measurements = await measureInTurns(stage.load, wanted, options);
    say(describeRun(stage.cores, options));
    say(table(measurements));
    for (const line of skipped) say(`skipped: ${line}`);
    for (const line of ratios.flatMap((ratio) => ratioLine(ratio, measurements))) say(line);
  } finally {
    await stage.close();
  }
}

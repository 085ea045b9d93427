import { Audience } from './audience';
import { runCallsLoad } from './calls-load';
import { runClusterCalls } from './cluster-calls-load';
import { HeldCalls } from './held-calls';
import { runHttpLoad } from './http-load';
import type { Job, JobResult, Sample } from './job';
import { runSipCalls, runSipContacts, runSipRegister } from './sip/sip-load';
import { runSocketLoad } from './socket-load';

// The load has a process of its own, so that it can have a core of its own.
let audience: Audience | undefined;
let held: HeldCalls | undefined;

async function run(job: Job): Promise<Sample | undefined> {
  switch (job.kind) {
    case 'http':
      return runHttpLoad(job);
    case 'socket':
      return runSocketLoad(job);
    case 'calls':
      return runCallsLoad(job);
    case 'cluster-calls':
      return runClusterCalls(job);
    case 'sip-calls':
      return runSipCalls(job);
    case 'sip-register':
      return runSipRegister(job);
    case 'sip-contacts':
      return runSipContacts(job);
    case 'audience':
      audience?.close();
      audience = await Audience.open(job);
      return undefined;
    case 'publish':
      if (audience === undefined) throw new Error('there is no audience to publish to');
      return audience.publish(job);
    case 'hold':
      held?.close();
      held = await HeldCalls.open(job);
      return undefined;
    case 'release':
      await held?.release();
      held = undefined;
      return undefined;
  }
}

function answer(result: JobResult): void {
  process.send?.(result);
}

process.on('message', (job: Job) => {
  run(job).then(
    (sample) => answer({ sample }),
    (error: unknown) => answer({ failure: error instanceof Error ? error.message : String(error) }),
  );
});
process.on('disconnect', () => process.exit());

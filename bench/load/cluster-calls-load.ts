import { CallLine } from './call-line';
import { Traffic } from './calls-load';
import type { ClusterCallPlan, ClusterCallsJob, Sample } from './job';
import { measured, Meter } from './meter';

/** Calls of several applications at the same time, each placed on a node and heard of on the same one or on another one. */
export async function runClusterCalls(job: ClusterCallsJob): Promise<Sample> {
  const meter = new Meter(job);
  const flows: Flow[] = [];
  try {
    for (const plan of job.plans) flows.push(await Flow.open(plan, meter));
    const failed = Promise.race(flows.map((flow) => flow.failed));
    for (const flow of flows) flow.start();
    const sample = await measured(job, meter, failed);
    await Promise.race([Promise.all(flows.map((flow) => flow.end())), failed]);
    return sample;
  } finally {
    for (const flow of flows) flow.close();
  }
}

/** The calls of one application over two sockets: one that places them, and its own. */
class Flow {
  private constructor(
    private readonly traffic: Traffic,
    private readonly placing: CallLine,
    private readonly application: CallLine,
  ) {}

  static async open(plan: ClusterCallPlan, meter: Meter): Promise<Flow> {
    const traffic = new Traffic(plan, meter);
    const placing = await CallLine.open({ ...plan, ...plan.placing }, () => undefined);
    const application = await CallLine.open(
      plan,
      (message) => traffic.take(message),
      // The ends of calls let the next ones be placed.
      () => placing.flush(),
    );
    return new Flow(traffic, placing, application);
  }

  get failed(): Promise<never> {
    return Promise.race([this.placing.failed, this.application.failed]);
  }

  start(): void {
    this.traffic.start({ placing: this.placing, application: this.application });
  }

  end(): Promise<void> {
    return this.traffic.end();
  }

  close(): void {
    this.placing.close();
    this.application.close();
  }
}

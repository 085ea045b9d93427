import { failureSignal } from '../failure';
import type { Endpoint, Sample, SipCallsJob, SipContactsJob, SipRegisterJob } from '../job';
import { measured, Meter } from '../meter';
import { quantile } from '../../measure/statistics';
import { droppedDatagrams } from '../../measure/udp-drops';
import { openApplication } from './application';
import { openBridgingApplication } from './bridging-application';
import { Callers } from './callers';
import { openCallee } from './callee';
import { Registrations } from './registrations';

/** Milliseconds between two bursts of calls at a fixed rate. */
const burstMs = 5;

/** Calls over SIP: a number of them in flight, or this many a second whatever becomes of them. */
export async function runSipCalls(job: SipCallsJob): Promise<Sample> {
  const meter = new Meter(job);
  const failure = failureSignal();
  const callee = job.calleePort === undefined ? undefined : await openCallee(job.server, job.calleePort);
  const application =
    job.application === undefined
      ? undefined
      : await (job.application.bridges === true ? openBridgingApplication : openApplication)(
          ...([job.application.endpoint, job.application.upgrade, failure.fail] as const),
        );
  const traffic = await Traffic.open(job, meter);
  try {
    const sample = await measured(job, traffic, failure.failed);
    const counts = traffic.counts();
    await traffic.end();
    return { ...sample, counts };
  } finally {
    traffic.close();
    callee?.close();
    application?.();
  }
}

/** Places calls; a meter that begins to count when it is started. */
class Traffic {
  readonly #refusals: number[] = [];
  #callers!: Callers;
  #timer: NodeJS.Timeout | undefined;
  #isCounting = false;
  #failed = 0;
  #repeatedBefore = 0;
  #droppedBefore: number | undefined;
  #placedBefore = 0;
  #isEnding = false;

  private constructor(
    private readonly job: SipCallsJob,
    private readonly meter: Meter,
  ) {}

  static async open(job: SipCallsJob, meter: Meter): Promise<Traffic> {
    const traffic = new Traffic(job, meter);
    const { server, extension, hangsUp, transferTo } = job;
    traffic.#callers = await Callers.open(
      { server, extension, hangsUp, transferTo },
      {
        onAnswered: (setUp) => meter.record(setUp),
        onRefused: (_status, after) => traffic.#refused(after),
        onEnded: (isAnswered) => traffic.#ended(isAnswered),
      },
    );
    if (job.rate === undefined) for (let count = 0; count < job.inFlight; count += 1) traffic.#callers.place();
    else traffic.#press(job.rate);
    return traffic;
  }

  start(): void {
    this.#isCounting = true;
    this.#repeatedBefore = this.#callers.repeated;
    this.#placedBefore = this.#callers.placed;
    this.#droppedBefore = this.#dropped();
    this.meter.start();
  }

  finish(): Sample {
    return this.meter.finish();
  }

  counts(): Readonly<Record<string, number>> {
    this.#isCounting = false;
    const sorted = Float64Array.from(this.#refusals).sort();
    return {
      refused: sorted.length,
      refusedP50: quantile(sorted, 0.5),
      refusedP99: quantile(sorted, 0.99),
      failed: this.#failed,
      repeated: this.#callers.repeated - this.#repeatedBefore,
      placed: this.#callers.placed - this.#placedBefore,
      dropped: (this.#dropped() ?? NaN) - (this.#droppedBefore ?? NaN),
    };
  }

  /** Lets calls end, for a while. */
  async end(): Promise<void> {
    this.#isEnding = true;
    clearInterval(this.#timer);
    const deadline = performance.now() + 5000;
    while (this.#callers.inFlight > 0 && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }

  close(): void {
    clearInterval(this.#timer);
    this.#callers.close();
  }

  #press(rate: number): void {
    const began = performance.now();
    let placed = 0;
    this.#timer = setInterval(() => {
      const due = ((performance.now() - began) * rate) / 1000;
      for (; placed < due; placed += 1) this.#callers.place();
    }, burstMs);
  }

  /** On either side. */
  #dropped(): number | undefined {
    return droppedDatagrams([this.job.server.port, this.#callers.port]);
  }

  #refused(after: number): void {
    if (this.#isCounting) this.#refusals.push(after);
  }

  #ended(isAnswered: boolean): void {
    if (this.#isCounting && !isAnswered) this.#failed += 1;
    if (this.job.rate === undefined && !this.#isEnding) this.#callers.place();
  }
}

export async function runSipRegister(job: SipRegisterJob): Promise<Sample> {
  const meter = new Meter(job);
  const failure = failureSignal();
  const { server, phones, contacts, contactPort } = job;
  const registrations = await Registrations.open({ server, phones, contacts, contactPort }, (status, milliseconds) => {
    if (status === 200) meter.record(milliseconds);
    else failure.fail(new Error(`a registration was answered with ${status}`));
    registrations.begin();
  });
  try {
    for (let count = 0; count < job.inFlight; count += 1) registrations.begin();
    const sample = await measured(job, meter, failure.failed);
    return { ...sample, counts: { repeated: registrations.repeated } };
  } finally {
    registrations.close();
  }
}

/** Registers every contact of every phone, then answers the questions of the server for as long as it is measured. */
export async function runSipContacts(job: SipContactsJob): Promise<Sample> {
  const callee = await openCallee(job.server, job.contactPort);
  try {
    const began = performance.now();
    await registerAll(job);
    const registering = (performance.now() - began) / 1000;
    const meter = new Meter(job);
    callee.forget();
    const sample = await measured({ ...job, warmUp: 1000 }, meter, new Promise(() => undefined));
    const { questions, contacts } = callee.asked();
    return { ...sample, requests: questions, counts: { registering, asked: contacts } };
  } finally {
    callee.close();
  }
}

function registerAll({ server, phones, contacts, contactPort, inFlight }: SipContactsJob): Promise<void> {
  return new Promise((resolve, reject) => {
    const total = phones * contacts;
    let [begun, done] = [0, 0];
    const options: { server: Endpoint; phones: number; contacts: number; contactPort: number } = {
      server,
      phones,
      contacts,
      contactPort,
    };
    Registrations.open(options, () => {
      done += 1;
      if (begun < total) next();
      if (done === total) finish();
    }).then((registrations) => {
      all = registrations;
      for (let count = 0; count < Math.min(inFlight, total); count += 1) next();
    }, reject);
    let all: Registrations | undefined;
    const next = (): void => {
      begun += 1;
      all?.begin();
    };
    const finish = (): void => {
      all?.close();
      resolve();
    };
  });
}

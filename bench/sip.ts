import { residentBytes } from './measure/heap';
import { StolenTime, yardstick } from './measure/machine';
import { quantile } from './measure/statistics';
import type { Endpoint, Sample, SipCallsJob } from './load/job';
import { Stage } from './processes/stage';
import type { Target } from './processes/target';
import { cells, fixed, percent, say } from './report';
import { freePort } from './sip/free-port';
import { callFiles, contactFiles, overloadFiles, phones } from './sip/sip-config';
import { measureMessages } from './sip/sip-message-cost';
import { OverloadBench } from './sip/overload';
import { sayOverload } from './sip/overload-report';
import type { SipBenchOptions } from './sip/sip-options';

/** Calls that are in flight. */
const inFlight = 16;
const rounds = 5;
/** Before that the compiler still works, on threads whose time counts, and replaces code that it has made. */
const enoughCalls = 24_000;
const maxSlices = 60;

interface Row {
  readonly name: string;
  readonly job: Omit<SipCallsJob, 'kind' | 'warmUp' | 'duration' | 'serverPid' | 'server'>;
  /** Microseconds of CPU a call. */
  readonly affordable: number;
}

interface Pressed {
  readonly name: string;
  readonly server: Endpoint;
  readonly pid: number | undefined;
}

/** What SIP costs: messages, calls of three kinds, registrations, overload, contacts. */
export async function benchSip(options: SipBenchOptions): Promise<void> {
  const isWanted = (name: string): boolean => name.includes(options.only);
  if (isWanted('messages')) measureMessages();
  const stolen = new StolenTime();
  const stage = new Stage(options);
  try {
    const ports = { server: await freePort(), callee: await freePort() };
    const target = await stage.ours('ours', { files: callFiles(ports) });
    const ours = { name: 'ours', server: { host: '127.0.0.1', port: ports.server }, pid: target.pid };
    const others = options.other === undefined ? [] : [{ name: 'against', ...options.other }];
    say(`node ${process.versions.node}; ${stage.cores.describe()}; smallest CPU of ${rounds} rounds`);
    say(`machine: yardstick ${fixed(yardstick(), 0)} µs`);
    const bench = new CallBench(stage, options);
    for (const row of rowsFor(target, ports.callee).filter(({ name }) => isWanted(name)))
      for (const pressed of [ours, ...others]) await bench.row(row, pressed);
    if (isWanted('register')) await bench.register(ours, ports.callee);
    const share = stolen.share();
    say(
      `machine: yardstick ${fixed(yardstick(), 0)} µs; ${share === undefined ? 'stolen time unknown' : `${percent(share)} stolen`}`,
    );
  } finally {
    await stage.close();
  }
  if (isWanted('overload')) await benchOverload(options);
  if (isWanted('contacts')) await benchContacts(options);
}

/** By itself: for half a minute, a server forgets the calls that it has had, and that takes time on the core of the others. */
async function benchOverload(options: SipBenchOptions): Promise<void> {
  const stage = new Stage({ ...options, profileFolder: undefined });
  try {
    const ports = { server: await freePort(), callee: await freePort() };
    const { pid } = await stage.ours('overload', { files: overloadFiles(ports) });
    const pressed = { name: 'overload', server: { host: '127.0.0.1', port: ports.server }, pid };
    await new CallBench(stage, options).overload(pressed);
  } finally {
    await stage.close();
  }
}

function rowsFor(target: Target, calleePort: number): readonly Row[] {
  const application = { endpoint: target.endpoint, upgrade: target.upgrade('bench') };
  return [
    { name: 'direct: answer, hang up', affordable: 500, job: { extension: 'direct', hangsUp: false, inFlight } },
    { name: 'app: in and out', affordable: 650, job: { extension: 'app', hangsUp: false, inFlight, application } },
    { name: 'through: two legs', affordable: 1200, job: { extension: 'through', hangsUp: true, inFlight, calleePort } },
  ];
}

class CallBench {
  #hasHead = false;

  constructor(
    private readonly stage: Stage,
    private readonly options: SipBenchOptions,
  ) {}

  async row({ name, job, affordable }: Row, pressed: Pressed): Promise<void> {
    const samples = await this.#measure(job, pressed);
    const cost = Math.min(...samples.map(cpuPerCall));
    this.#head();
    say(rowText(`${pressed.name} ${name}`, samples));
    if (pressed.name === 'ours')
      say(`  target: at most ${affordable} µs a call: ${cost <= affordable ? 'pass' : 'FAIL'}`);
  }

  async overload(pressed: Pressed): Promise<void> {
    await this.#warmUp({ extension: 'direct', hangsUp: false, inFlight: 64 }, pressed);
    sayOverload(await new OverloadBench(this.stage.load, pressed).run(this.options.seconds));
  }

  async register(ours: Pressed, contactPort: number): Promise<void> {
    const press = (duration: number): Promise<Sample> =>
      this.stage.load.measure({
        kind: 'sip-register',
        server: ours.server,
        phones: phones.withPassword,
        contacts: 1,
        contactPort,
        inFlight,
        warmUp: 200,
        duration,
        serverPid: ours.pid,
      });
    await untilCompiled(press);
    const samples: Sample[] = [];
    for (let round = 0; round < rounds; round += 1) samples.push(await press((this.options.seconds * 1000) / rounds));
    this.#head();
    say(rowText('ours register: digest', samples));
    const capacity = 1e6 / Math.min(...samples.map(cpuPerCall));
    say(
      `  target: at least 3000/s on a core of its own: ${capacity >= 3000 ? 'pass' : 'FAIL'} with ${fixed(capacity, 0)}`,
    );
  }

  async #measure(job: Row['job'], pressed: Pressed): Promise<readonly Sample[]> {
    await this.#warmUp(job, pressed);
    const samples: Sample[] = [];
    for (let round = 0; round < rounds; round += 1)
      samples.push(await this.#press(job, pressed, (this.options.seconds * 1000) / rounds));
    return samples;
  }

  #warmUp(job: Row['job'], pressed: Pressed): Promise<void> {
    return untilCompiled((duration) => this.#press({ ...job, inFlight: 64 }, pressed, duration));
  }

  #press(job: Row['job'], { server, pid: serverPid }: Pressed, duration: number): Promise<Sample> {
    return this.stage.load.measure({ kind: 'sip-calls', warmUp: 100, duration, serverPid, server, ...job });
  }

  #head(): void {
    if (this.#hasHead) return;
    this.#hasHead = true;
    say(cells(['', 'calls/s', 'set-up p50 ms', 'p99 ms', 'CPU µs/call', 'refused', 'repeated', 'load busy']));
  }
}

/** Until the compiler has done its work, which goes by calls and not by time. */
async function untilCompiled(press: (milliseconds: number) => Promise<Sample>): Promise<void> {
  let calls = 0;
  for (let slice = 0; slice < maxSlices && calls < enoughCalls; slice += 1) calls += (await press(1000)).requests;
}

async function benchContacts(options: SipBenchOptions): Promise<void> {
  const stage = new Stage({ ...options, profileFolder: undefined });
  try {
    const ports = { server: await freePort(), callee: await freePort() };
    const { pid } = await stage.ours('contacts', { files: contactFiles(ports) });
    const before = residentBytes(pid);
    const sample = await stage.load.measure({
      kind: 'sip-contacts',
      server: { host: '127.0.0.1', port: ports.server },
      contactPort: ports.callee,
      phones: phones.plain,
      contacts: phones.contacts,
      inFlight: 32,
      warmUp: 0,
      duration: (phones.qualifySeconds + 1) * 1000,
      serverPid: pid,
    });
    const total = phones.plain * phones.contacts;
    const { registering = NaN, asked = NaN } = sample.counts ?? {};
    say(
      `contacts: ${total} registered in ${fixed(registering, 1)} s (${fixed(total / registering, 0)}/s), ` +
        `${fixed((residentBytes(pid) - before) / 1024 / total, 1)} KiB rss each; asked every ${phones.qualifySeconds} s: ` +
        `${fixed(sample.requests / sample.seconds, 0)} questions/s, ${fixed(cpuPerCall(sample), 0)} µs CPU each`,
    );
    say(`  target: every contact is asked in its time: ${asked === total ? 'pass' : 'FAIL'} with ${asked}`);
  } finally {
    await stage.close();
  }
}

const cpuPerCall = ({ serverCpu = NaN, requests }: Sample): number => serverCpu / requests;

/** CPU is the smallest of the rounds, the others are medians. */
function rowText(name: string, samples: readonly Sample[]): string {
  const middle = (read: (sample: Sample) => number): number =>
    quantile(
      samples.map(read).sort((one, other) => one - other),
      0.5,
    );
  const sum = (key: string): number => samples.reduce((total, { counts }) => total + (counts?.[key] ?? 0), 0);
  return cells([
    name,
    fixed(
      middle(({ requests, seconds }) => requests / seconds),
      0,
    ),
    fixed(
      middle(({ p50 }) => p50),
      2,
    ),
    fixed(
      middle(({ p99 }) => p99),
      2,
    ),
    fixed(Math.min(...samples.map(cpuPerCall)), 0),
    fixed(sum('refused'), 0),
    fixed(sum('repeated'), 0),
    percent(middle(({ loadCpu, seconds }) => loadCpu / 1e6 / seconds)),
  ]);
}

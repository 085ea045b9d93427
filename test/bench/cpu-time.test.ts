import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { cpuBetween, mainThreadTimes, processCpu } from '../../bench/measure/cpu-time';

/** Milliseconds of CPU time that the whole process has used. */
const ownAccount = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** A thread that works until the process has used so much more CPU time, and ends. */
async function shortThread(milliseconds: number): Promise<void> {
  const code = `const from = process.cpuUsage();
for (let used = 0; used < ${milliseconds * 1000};) {
  const { user, system } = process.cpuUsage(from);
  used = user + system;
}`;
  const worker = new Worker(code, { eval: true });
  await new Promise((resolve, reject) => worker.once('exit', resolve).once('error', reject));
}

const onLinux = existsSync('/proc/self/stat') ? describe : describe.skip;

onLinux('the CPU time of a process', () => {
  it('contains that of threads which have ended', async () => {
    const [from, ownFrom] = [processCpu(process.pid), ownAccount()];
    for (let count = 0; count < 5; count += 1) await shortThread(100);
    const [used, own] = [cpuBetween(from, processCpu(process.pid)) ?? NaN, ownAccount() - ownFrom];

    // Two accounts of the same: they differ by the ticks of one, and by what happened between the readings.
    expect(own).toBeGreaterThan(500);
    expect(Math.abs(used / 1000 - own)).toBeLessThan(own / 4);
  });

  it('is exact where no thread has ended', () => {
    const reading = { ticked: 1_000_000, living: 1_003_217 };

    expect(cpuBetween(reading, { ticked: 1_050_000, living: 1_061_300 })).toBe(58_083);
    expect(cpuBetween(reading, { ticked: 1_050_000, living: 803_000 })).toBe(50_000);
    expect(cpuBetween(reading, { ticked: 1_050_000, living: undefined })).toBe(50_000);
  });

  it('is unknown of a process that does not exist', () => {
    expect(processCpu(2 ** 30)).toBeUndefined();
    expect(cpuBetween(processCpu(process.pid), undefined)).toBeUndefined();
  });
});

onLinux('the times of a main thread', () => {
  it('grow, and are not known for a process that does not exist', async () => {
    const before = mainThreadTimes(process.pid) ?? { running: NaN, waiting: NaN };
    await shortThread(20);
    const after = mainThreadTimes(process.pid) ?? { running: NaN, waiting: NaN };

    expect(after.running).toBeGreaterThan(before.running);
    expect(after.waiting).toBeGreaterThanOrEqual(before.waiting);
    expect(mainThreadTimes(2 ** 30)).toBeUndefined();
  });
});

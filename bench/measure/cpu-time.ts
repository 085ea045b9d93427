import { readdirSync, readFileSync } from 'node:fs';

// What Linux calls USER_HZ: a constant of its interface, whatever the kernel's own clock is.
const microsecondsPerTick = 10_000;

/** CPU microseconds that a process, all its threads together, has used so far; undefined where it cannot be read. */
export function processCpu(pid: number): number | undefined {
  return exactCpu(pid) ?? tickedCpu(pid);
}

/** CPU microseconds that the whole machine has spent on anything but idling. */
export function machineCpu(): number | undefined {
  const line = read('/proc/stat')?.split('\n', 1)[0];
  const [user, nice, system, , , irq, softirq, steal] = (line ?? '').split(/\s+/).slice(1).map(Number);
  const busy = [user, nice, system, irq, softirq, steal].reduce<number>((sum, ticks) => sum + (ticks ?? NaN), 0);
  return Number.isNaN(busy) ? undefined : busy * microsecondsPerTick;
}

/** The scheduler's own account, in nanoseconds, where the kernel keeps it. */
function exactCpu(pid: number): number | undefined {
  const threads = entries(`/proc/${pid}/task`);
  const times = threads.map((thread) => Number(read(`/proc/${pid}/task/${thread}/schedstat`)?.split(' ', 1)[0]));
  const sum = times.reduce((total, time) => total + time, 0);
  return sum > 0 ? sum / 1000 : undefined;
}

function tickedCpu(pid: number): number | undefined {
  const text = read(`/proc/${pid}/stat`);
  // The name of the program comes in parentheses and may itself contain spaces and parentheses.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields === undefined ? undefined : (Number(fields[11]) + Number(fields[12])) * microsecondsPerTick;
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

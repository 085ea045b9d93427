import { readdirSync, readFileSync } from 'node:fs';

// What Linux calls USER_HZ: a constant of its interface, whatever the kernel's own clock is.
const microsecondsPerTick = 10_000;

/** What a process has used so far, in CPU microseconds. Only two readings of one process can be compared. */
export interface CpuReading {
  /** All threads, those that have ended too, in whole ticks of user and of system time. */
  readonly ticked: number;
  /** The threads that live, to the nanosecond; undefined where the kernel does not tell. */
  readonly living: number | undefined;
}

/** Undefined where it cannot be read. Processes that it has started are not part of it. */
export function processCpu(pid: number): CpuReading | undefined {
  const ticked = tickedCpu(pid);
  return ticked === undefined ? undefined : { ticked, living: livingCpu(pid) };
}

/** CPU microseconds between two readings; undefined when one of them could not be taken. */
export function cpuBetween(from: CpuReading | undefined, to: CpuReading | undefined): number | undefined {
  if (from === undefined || to === undefined) return undefined;
  const ticked = to.ticked - from.ticked;
  const exact = (to.living ?? NaN) - (from.living ?? NaN);
  // Threads that ended in between took their account with them; else the exact one is within the other's resolution.
  return Math.abs(exact - ticked) <= 2 * microsecondsPerTick ? exact : ticked;
}

/** Microseconds of a main thread so far. The rest of the time it had nothing to do. */
export interface ThreadTimes {
  readonly running: number;
  /** It was able to run but other threads had its core. */
  readonly waiting: number;
}

/** Undefined where it cannot be read. */
export function mainThreadTimes(pid: number): ThreadTimes | undefined {
  const [running, waiting] = (read(`/proc/${pid}/schedstat`) ?? '').split(' ').map(Number);
  return running === undefined || waiting === undefined
    ? undefined
    : { running: running / 1000, waiting: waiting / 1000 };
}

/** CPU microseconds that the whole machine has spent on anything but idling. */
export function machineCpu(): number | undefined {
  const line = read('/proc/stat')?.split('\n', 1)[0];
  const [user, nice, system, , , irq, softirq, steal] = (line ?? '').split(/\s+/).slice(1).map(Number);
  const busy = [user, nice, system, irq, softirq, steal].reduce<number>((sum, ticks) => sum + (ticks ?? NaN), 0);
  return Number.isNaN(busy) ? undefined : busy * microsecondsPerTick;
}

/** The scheduler's own account of each thread; one that ends meanwhile has none any more. */
function livingCpu(pid: number): number | undefined {
  const threads = entries(`/proc/${pid}/task`);
  const times = threads.map((thread) => read(`/proc/${pid}/task/${thread}/schedstat`)?.split(' ', 1)[0]);
  const sum = times.reduce((total, time) => total + Number(time ?? 0), 0);
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

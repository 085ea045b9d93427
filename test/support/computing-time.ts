/** Milliseconds of computing that this process has spent on it: others on the machine do not count. */
export function computingTime(action: () => void): number {
  const before = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

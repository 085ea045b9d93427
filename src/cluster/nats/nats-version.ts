/** Whether a version of NATS, as a server tells it, comes before another one. Of a beta only the numbers count. */
export function isBefore(version: string, other: readonly number[]): boolean {
  const numbers = version.split(/[.-]/).map(Number);
  for (const [place, wanted] of other.entries()) {
    const number = numbers[place] ?? 0;
    if (number !== wanted) return number < wanted;
  }
  return false;
}

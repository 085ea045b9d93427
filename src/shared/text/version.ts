/** Negative when `left` is older, positive when it is younger, 0 when they are the same. Versions are `major.minor.patch`. */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [partsOf(left), partsOf(right)];
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

export function partsOf(version: string): [number, number, number] {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return [major, minor, patch];
}

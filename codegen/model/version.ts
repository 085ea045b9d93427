/** Interface versions are `major.minor.patch` texts; the shape check has refused anything else. */
export type Version = string;

/** Negative when `left` is older, positive when it is younger, 0 when they are the same. */
export function compareVersions(left: Version, right: Version): number {
  const [a, b] = [partsOf(left), partsOf(right)];
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

export function newest(versions: Iterable<Version>): Version {
  return [...versions].reduce((best, version) => (compareVersions(version, best) > 0 ? version : best), '0.0.0');
}

export function nextMinor(version: Version): Version {
  const [major, minor] = partsOf(version);
  return `${major}.${minor + 1}.0`;
}

export function nextMajor(version: Version): Version {
  return `${partsOf(version)[0] + 1}.0.0`;
}

function partsOf(version: Version): [number, number, number] {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return [major, minor, patch];
}

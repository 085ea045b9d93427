import { compareVersions, partsOf } from '../../src/shared/text/version';

/** Interface versions are `major.minor.patch` texts; the shape check has refused anything else. */
export type Version = string;

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

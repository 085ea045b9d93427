import type { UserConfig } from '../config/server-config';

/**
 * The rights of a user, the same for every door: HTTP, sockets and in-process calls.
 */
export interface Rights {
  /** Whether the method is open to the user at all; asked before the path is even looked up. */
  readonly mayCall: (method: string) => boolean;
  /** Whether the method is open on a resource, by the first segment of its path: `channels`. Includes mayCall. */
  readonly mayReach: (resource: string, method: string) => boolean;
  /** Whether the user may connect, subscribe, filter or hand channels to an application. */
  readonly mayUse: (application: string) => boolean;
  /** The applications, or beginnings of their names with `*`, that the user is limited to; undefined when it is not. */
  readonly applications: readonly string[] | undefined;
  /** Whether the user may see the keys to the media of a call: only users who may control calls. */
  readonly seesKeys: boolean;
}

const yes = (): boolean => true;

/** The rights of an unrestricted user. */
export const unrestricted: Rights = {
  mayCall: yes,
  mayReach: yes,
  mayUse: yes,
  applications: undefined,
  seesKeys: true,
};

/** The rights that the configuration gives a user. */
export function rightsOf({ readOnly, scopes }: Pick<UserConfig, 'readOnly' | 'scopes'>): Rights {
  const { resources, methods, applications } = scopes;
  if (!readOnly && resources === undefined && methods === undefined && applications === undefined) return unrestricted;
  const mayCall = methodRule(readOnly, methods);
  const isInScope = resourceRule(resources);
  return {
    mayCall,
    // The description of the interface is public knowledge, and generic clients build themselves from it.
    mayReach: (resource, method) =>
      resource === descriptions ? isReading(method) || mayCall(method) : mayCall(method) && isInScope(resource),
    mayUse: applicationRule(applications),
    applications,
    seesKeys: mayCall('POST') && isInScope('channels'),
  };
}

/** What is left to decide of a user whose request another node has let in already. */
export function forwardedRights({ applications, seesKeys }: Pick<Rights, 'applications' | 'seesKeys'>): Rights {
  if (applications === undefined && seesKeys) return unrestricted;
  return { ...unrestricted, mayUse: applicationRule(applications), applications, seesKeys };
}

const descriptions = 'api-docs';
const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

// Methods are case-sensitive (RFC 9110 §9.1): a `get` is an unknown method, which a restricted user may not try.
const isReading = (method: string): boolean => reading.has(method);

function methodRule(readOnly: boolean, methods: readonly string[] | undefined): Rights['mayCall'] {
  if (methods === undefined) return readOnly ? isReading : yes;
  // HEAD reveals no more than GET, and OPTIONS no more than the published description.
  const named = new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']);
  return readOnly ? (method) => isReading(method) && named.has(method) : (method) => named.has(method);
}

function resourceRule(resources: readonly string[] | undefined): (resource: string) => boolean {
  if (resources === undefined) return yes;
  const named = new Set(resources.map(withoutAlias));
  return (resource) => named.has(withoutAlias(resource));
}

/** The ecosystem's name of the server's own resource is an alias of ours. */
function withoutAlias(resource: string): string {
  return resource === 'asterisk' ? 'server' : resource;
}

function applicationRule(applications: readonly string[] | undefined): Rights['mayUse'] {
  if (applications === undefined) return yes;
  const exact = new Set(applications.filter((name) => !name.endsWith('*')));
  const prefixes = applications.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  return (application) => exact.has(application) || prefixes.some((prefix) => application.startsWith(prefix));
}

import type { Application } from './application';
import type { Applications } from './applications';
import type { EventFilter } from './event-filter';
import { openFilter } from './event-filter';
import type { SubjectKind } from './subject';
import { parseSubject, subject } from './subject';

/** What clients have set for an application that is not about a single call or bridge: it holds on every node. */
export interface ApplicationSettings {
  readonly name: string;
  readonly filter: EventFilter;
  /** In the order in which they were subscribed to. */
  readonly sources: readonly SourceSetting[];
}

interface SourceSetting {
  readonly kind: SubjectKind;
  /** Empty for all of the kind. */
  readonly id: string;
  /** How often it is subscribed to. */
  readonly count: number;
  /** Whether a user with more rights than the one of the socket has subscribed to it. */
  readonly isGranted: boolean;
}

type Settable = Pick<Applications, 'list' | 'get' | 'obtain' | 'subscribe' | 'gone'>;

/** Of all applications, and of those that would have their devices again if they came back. */
export function allSettings(applications: Settable): readonly ApplicationSettings[] {
  const gone = applications.gone.list().map(([name, devices]) => ({
    name,
    filter: openFilter,
    sources: devices.map((id) => ({ kind: 'deviceState' as const, id, count: 1, isGranted: false })),
  }));
  return [...applications.list().map(settingsOf), ...gone].filter(isWorthTelling);
}

function settingsOf({ name, filter, subscriptions, granted }: Application): ApplicationSettings {
  const sources = subscriptions.keys().flatMap((key): readonly SourceSetting[] => {
    const { kind, id } = parseSubject(key) ?? {};
    if (kind === undefined || id === undefined) return [];
    // Subscribed to where the object is.
    if ((kind === 'channel' || kind === 'bridge') && id !== '') return [];
    return [{ kind, id, count: subscriptions.countOf(kind, id), isGranted: granted.has(key) }];
  });
  return { name, filter, sources };
}

function isWorthTelling({ filter, sources }: ApplicationSettings): boolean {
  return sources.length > 0 || !isOpen(filter);
}

function isOpen({ allowed, disallowed }: EventFilter): boolean {
  return allowed.length === 0 && disallowed.length === 0;
}

/** Adds what is missing here; what was set here stays. */
export function addSettings({ name, filter, sources }: ApplicationSettings, applications: Settable): void {
  const outlives = sources.some(({ kind }) => kind !== 'deviceState');
  const application = applications.get(name) ?? (outlives ? applications.obtain(name) : undefined);
  if (application === undefined) {
    const devices = sources.map(({ id }) => id);
    applications.gone.remember(name, [...new Set([...applications.gone.take(name), ...devices])]);
    return;
  }
  if (isOpen(application.filter)) application.filter = filter;
  for (const { kind, id, count, isGranted } of sources) {
    for (let present = application.subscriptions.countOf(kind, id); present < count; present += 1)
      applications.subscribe(application, kind, id);
    if (isGranted) application.granted.add(subject(kind, id));
  }
}

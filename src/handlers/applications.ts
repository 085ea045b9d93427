import type { ApplicationsOperations } from '../../generated/operations';
import type { Refusal } from '../contract/handler';
import type { Application } from '../stasis/application';
import type { Applications } from '../stasis/applications';
import { changedFilter, maxFilterEntries } from '../stasis/event-filter';
import { presentApplication } from '../stasis/presenters/present-application';
import type { SubjectKind } from '../stasis/subject';
import { subject, subjectKinds } from '../stasis/subject';
import type { EventSource } from './event-sources';
import { readSources } from './event-sources';
import { quoted } from './quoted';
import { needRoom } from './room';
import type { SubjectDirectory } from './subject-directory';
import { mapInSlices } from '../shared/scheduling/map-in-slices';
import { when } from '../shared/scheduling/when';

export interface ApplicationHandlersDeps {
  readonly applications: Applications;
  readonly subjects: SubjectDirectory;
}

type Source = EventSource<SubjectKind>;

/** Every source of a list is checked before the first one takes effect: a list is applied as a whole or not at all. */
export const applicationHandlers = ({ applications, subjects }: ApplicationHandlersDeps): ApplicationsOperations => ({
  list: () => when(mapInSlices(applications.list(), presentApplication), (body) => ({ status: 200, body })),

  get: ({ applicationName }) => {
    const application = applications.get(applicationName);
    return application === undefined ? noApplication(applicationName) : shown(application);
  },

  subscribe: ({ applicationName, eventSource }, { applications: limits }) => {
    const application = applications.get(applicationName);
    if (application === undefined) return noApplication(applicationName);
    const sources = readSources(eventSource, subjectKinds);
    if ('status' in sources) return sources;
    const unknown = sources.find((source) => !exists(source, subjects));
    if (unknown !== undefined) return nothingThere(unknown);
    const added = sources.filter(({ kind, id }) => !application.subscriptions.holds(kind, id)).length;
    const present = Math.max(application.subscriptions.size, application.granted.size);
    if (added > 0) needRoom('subscriptions of the application', present, added);
    for (const { kind, id } of sources) {
      applications.subscribe(application, kind, id);
      // A user with all rights can subscribe other users' applications.
      if (limits === undefined && id !== '') application.granted.add(subject(kind, id));
    }
    return shown(application);
  },

  unsubscribe: ({ applicationName, eventSource }) => {
    const application = applications.get(applicationName);
    if (application === undefined) return noApplication(applicationName);
    const sources = readSources(eventSource, subjectKinds);
    if ('status' in sources) return sources;
    const foreign = sources.find(({ kind, id }) => !application.subscriptions.has(kind, id));
    if (foreign !== undefined) return notSubscribed(application, foreign);
    for (const { kind, id } of sources) applications.unsubscribe(application, kind, id);
    return shown(application);
  },

  filter: ({ applicationName, filter }) => {
    const application = applications.get(applicationName);
    if (application === undefined) return noApplication(applicationName);
    const changed = changedFilter(application.filter, filter);
    if (changed === undefined) return { status: 400, message: filterHelp };
    application.filter = changed;
    return shown(application);
  },
});

const filterHelp = `this is not an event filter: give {"allowed": [...], "disallowed": [...]}, either of them or both, with entries like {"type": "StasisStart"}, at most ${maxFilterEntries} in a list`;

export function noApplication(name: string): Refusal<404> {
  return {
    status: 404,
    message: `there is no application ${quoted(name)}: it is created when a websocket names it; GET /applications lists the existing ones`,
  };
}

function shown(application: Application) {
  return { status: 200, body: presentApplication(application) } as const;
}

/** A whole kind can be subscribed to before any object of it exists, and so can any device. */
function exists({ kind, id }: Source, subjects: SubjectDirectory): boolean {
  return kind === 'deviceState' || id === '' || subjects.exists(kind, id);
}

function nothingThere({ kind, text }: Source): Refusal<422> {
  return {
    status: 422,
    message: `the event source ${quoted(text)} does not exist, so nothing was subscribed to: ${kind}: alone subscribes to every ${kind}`,
  };
}

function notSubscribed({ name, subscriptions }: Application, { kind, id, text }: Source): Refusal<422> {
  const covered = id !== '' && subscriptions.has(kind, '');
  const hint = covered ? `only ${kind}: as a whole is, and can be taken back` : `GET /applications shows what is`;
  return {
    status: 422,
    message: `${quoted(text)} is not among the subscriptions of ${quoted(name)}, so nothing was taken back: ${hint}`,
  };
}

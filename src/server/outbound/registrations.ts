import type { Clock } from '../../shared/time/clock';
import type { EventSink } from '../../stasis/event-sink';
import { applicationEvents } from '../../stasis/application-events';
import type { Applications, Registration } from '../../stasis/applications';
import { addressed, EventSerializer } from '../../stasis/serialized-event';
import { subjectKinds } from '../../stasis/subject';

export interface RegistrationDeps {
  readonly applications: Applications;
  readonly clock: Clock;
  readonly entityId: string;
}

/**
 * The applications that one outbound socket serves. Registration events bypass the application's event filter and are
 * also sent for an application that another socket has taken meanwhile.
 */
export class Registrations {
  readonly #notices: EventSerializer;

  constructor(
    private readonly sink: EventSink,
    private readonly deps: RegistrationDeps,
  ) {
    this.#notices = new EventSerializer(deps.entityId);
  }

  /** Registers the application, also replacing an inbound socket: the last one to connect wins, as there. */
  take(name: string, { subscribeAll, view, redact, limits }: Omit<Registration, 'sink'>): void {
    const { applications } = this.deps;
    const held = applications.get(name);
    if (held?.sink === this.sink) {
      // The local user may have other rights than before.
      held.view = view;
      held.redact = redact;
      return;
    }
    const application = applications.register(name, { sink: this.sink, subscribeAll, view, redact, limits });
    // An application that outlived its last socket does not get them by registering.
    if (subscribeAll) for (const kind of subjectKinds) applications.subscribe(application, kind, '');
  }

  release(name: string): void {
    this.deps.applications.unregister(name, this.sink);
  }

  announcement(type: 'ApplicationRegistered' | 'ApplicationUnregistered', name: string): string {
    const notice = this.#notices.make({ type, at: this.deps.clock.now(), payload: applicationEvents[type]() });
    return addressed(notice, JSON.stringify(name));
  }
}

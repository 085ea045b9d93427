import type { Clock } from '../../src/shared/time/clock';
import type { Application } from '../../src/stasis/application';
import type { EventSink } from '../../src/stasis/event-sink';
import { Applications } from '../../src/stasis/applications';
import { EventSerializer } from '../../src/stasis/serialized-event';
import type { SubjectKind } from '../../src/stasis/subject';
import { subject } from '../../src/stasis/subject';

/** A socket that keeps what it was sent. */
class Inbox implements EventSink {
  readonly messages: Record<string, unknown>[] = [];

  send(text: string): void {
    this.messages.push(JSON.parse(text) as Record<string, unknown>);
  }

  get types(): unknown[] {
    return this.messages.map(({ type }) => type);
  }

  get numbers(): (number | undefined)[] {
    return this.messages.map(({ sequence }) => sequence as number | undefined);
  }
}

const startOfTime = 1_700_000_000_000;
/** Of the first event of a journal that begins then. */
const firstNumber = startOfTime * 1000 + 1;

/** A clock that stands still until it is moved. */
class HandClock implements Clock {
  #now = startOfTime;
  readonly #due = new Set<{ readonly at: number; readonly action: () => void }>();

  readonly now = (): number => this.#now;

  readonly after = (milliseconds: number, action: () => void): (() => void) => {
    const entry = { at: this.#now + milliseconds, action };
    this.#due.add(entry);
    return () => void this.#due.delete(entry);
  };

  move(milliseconds: number): void {
    this.#now += milliseconds;
    for (const entry of [...this.#due]) {
      if (entry.at > this.#now) continue;
      this.#due.delete(entry);
      entry.action();
    }
  }

  get pending(): number {
    return this.#due.size;
  }
}

function aStage() {
  const clock = new HandClock();
  const notices = new EventSerializer('02:00:00:00:00:01');
  const applications = new Applications({ clock, notices, journal: { events: 3, age: 60_000 } });
  const lamp = (name: string, ...subjects: [SubjectKind, string][]): void => {
    const device = { name, state: 'BUSY' } as const;
    const notice = notices.make({
      type: 'DeviceStateChanged',
      at: clock.now(),
      payload: { device_state: device },
      subjects: (subjects.length > 0 ? subjects : [['deviceState', name] as const]).map(([kind, id]) =>
        subject(kind, id),
      ),
    });
    for (const application of applications.audienceOf(notice.subjects) ?? [])
      application.tell(notice, { type: 'device-state-changed', at: clock.now(), device });
  };
  const join = (name: string, subscribeAll = false): { inbox: Inbox; application: Application } => {
    const inbox = new Inbox();
    return { inbox, application: applications.register(name, { sink: inbox, subscribeAll }) };
  };
  const resume = (name: string, seen?: number): Inbox => {
    const inbox = new Inbox();
    applications.register(name, { sink: inbox, subscribeAll: false, resume: { seen } });
    return inbox;
  };
  return { applications, clock, lamp, join, resume };
}

describe('an application', () => {
  it('hears what it is subscribed to, in an envelope of its own', () => {
    const { applications, join, lamp } = aStage();
    const { inbox, application } = join('desk');
    applications.subscribe(application, 'deviceState', 'Stasis:lamp');

    lamp('Stasis:lamp');
    lamp('Stasis:other');

    expect(inbox.messages).toEqual([
      {
        type: 'DeviceStateChanged',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d{4}$/) as string,
        device_state: { name: 'Stasis:lamp', state: 'BUSY' },
        asterisk_id: '02:00:00:00:00:01',
        application: 'desk',
      },
    ]);
  });

  it('gets an event once, however many of its subscriptions match', () => {
    const { applications, join, lamp } = aStage();
    const { inbox, application } = join('desk');
    applications.subscribe(application, 'channel', 'c1');
    applications.subscribe(application, 'bridge', 'b1');

    lamp('x', ['channel', 'c1'], ['bridge', 'b1'], ['channel', '']);

    expect(inbox.messages).toHaveLength(1);
  });

  it('passes to the socket that asks for it last; the one before is told and hears no more', () => {
    const { applications, join, lamp } = aStage();
    const { inbox: first, application } = join('desk');
    applications.subscribe(application, 'deviceState', 'x');
    const { inbox: second } = join('desk');

    lamp('x');
    applications.unregister('desk', first);
    lamp('x');

    expect(first.types).toEqual(['ApplicationReplaced']);
    expect(second.types).toEqual(['DeviceStateChanged', 'DeviceStateChanged']);
  });

  it('is gone with its socket unless a subscription keeps it', () => {
    const { applications, join } = aStage();
    const { inbox: idle } = join('idle');
    const { inbox, application } = join('busy');
    applications.subscribe(application, 'channel', 'c1');

    applications.unregister('idle', idle);
    applications.unregister('busy', inbox);

    expect(applications.list().map(({ name }) => name)).toEqual(['busy']);
    applications.forget('channel', 'c1');
    expect(applications.get('busy')).toBeUndefined();
  });

  it('loses its whole-kind subscriptions with the socket and keeps single ones', () => {
    const { applications, join } = aStage();
    const { inbox, application } = join('desk', false);
    applications.subscribe(application, 'channel', 'c1');
    applications.subscribe(application, 'bridge', '');

    applications.unregister('desk', inbox);

    expect(application.subscriptions.keys()).toEqual(['channel:c1']);
  });

  it('finds its device subscriptions again when it comes back, but not its filter', () => {
    const { applications, join, lamp } = aStage();
    const { inbox, application } = join('desk');
    applications.subscribe(application, 'deviceState', 'x');
    application.filter = { allowed: [{ type: 'StasisStart' }], disallowed: [] };
    applications.unregister('desk', inbox);
    expect(applications.list()).toEqual([]);

    const { inbox: back } = join('desk');
    lamp('x');

    expect(back.types).toEqual(['DeviceStateChanged']);
  });

  it('counts subscriptions to channels and not those to device states', () => {
    const { applications, join, lamp } = aStage();
    const { inbox, application } = join('desk');
    for (const id of ['a', 'a']) applications.subscribe(application, 'channel', id);
    for (const id of ['d', 'd']) applications.subscribe(application, 'deviceState', id);

    applications.unsubscribe(application, 'channel', 'a');
    applications.unsubscribe(application, 'deviceState', 'd');
    lamp('x', ['channel', 'a']);
    lamp('d');

    expect(inbox.messages).toHaveLength(1);
    expect(application.subscriptions.keys()).toEqual(['channel:a']);
  });

  it('absorbs single subscriptions once it is subscribed to the whole kind', () => {
    const { applications, join } = aStage();
    const { application } = join('watcher', true);

    applications.subscribe(application, 'channel', 'c1');

    expect(application.subscriptions.idsOf('channel')).toEqual(['__AST_CHANNEL_ALL_TOPIC']);
  });
});

describe('an application that resumes', () => {
  it('gets numbered events and, when it returns, what it missed in order', () => {
    const { applications, resume, lamp } = aStage();
    const first = resume('desk');
    const application = applications.get('desk') as Application;
    applications.subscribe(application, 'deviceState', 'x');
    lamp('x');
    applications.unregister('desk', first);
    lamp('x');
    lamp('x');

    const [number] = first.numbers;
    const second = resume('desk', number);

    expect(first.numbers).toEqual([firstNumber]);
    expect(second.numbers).toEqual([firstNumber + 1, firstNumber + 2]);
  });

  it('is told what is gone when more was missed than is kept', () => {
    const { applications, resume, lamp } = aStage();
    const first = resume('desk');
    applications.subscribe(applications.get('desk') as Application, 'deviceState', 'x');
    applications.unregister('desk', first);
    for (let count = 0; count < 5; count += 1) lamp('x');

    const second = resume('desk', 0);

    const numbers = { first_sequence: firstNumber, last_sequence: firstNumber + 1 };
    expect(second.messages[0]).toMatchObject({ type: 'EventsMissed', ...numbers });
    expect(second.numbers.slice(1)).toEqual([firstNumber + 2, firstNumber + 3, firstNumber + 4]);
  });

  it('is told that everything is gone when the numbers come from before a restart', () => {
    const { resume } = aStage();

    const inbox = resume('desk', 70);

    expect(inbox.messages).toEqual([
      expect.objectContaining({ type: 'EventsMissed', first_sequence: 71, last_sequence: firstNumber - 1 }),
    ]);
  });

  it('never gets a number again, even when it is forgotten and returns in the same instant', () => {
    const { applications, join, resume } = aStage();
    const first = resume('desk');
    const application = applications.get('desk') as Application;
    for (let count = 0; count < 3; count += 1) applications.send(application, 'ApplicationRegistered', {});
    join('desk');

    const second = resume('desk', firstNumber + 2);
    applications.send(application, 'ApplicationRegistered', {});

    expect(first.numbers.slice(0, 3)).toEqual([firstNumber, firstNumber + 1, firstNumber + 2]);
    expect(second.messages[0]).toMatchObject({ type: 'EventsMissed', first_sequence: firstNumber + 3 });
    expect(second.numbers.at(-1)).toBe(firstNumber + 4);
  });

  it('is forgotten when it does not come back in time, and leaves no timer', () => {
    const { applications, clock, resume } = aStage();
    const inbox = resume('desk');
    applications.unregister('desk', inbox);
    expect(applications.get('desk')).toBeDefined();

    clock.move(60_001);

    expect(applications.get('desk')).toBeUndefined();
    expect(clock.pending).toBe(0);
  });

  it('adds nothing to the events of those who did not ask', () => {
    const { applications, join, lamp } = aStage();
    const { inbox, application } = join('desk');
    applications.subscribe(application, 'deviceState', 'x');

    lamp('x');

    expect(inbox.messages[0]).not.toHaveProperty('sequence');
  });
});

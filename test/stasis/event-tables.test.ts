import type { Event } from '../../generated/models';
import { eventTypes } from '../../generated/models';
import type { EngineEvent } from '../../src/engine/engine-event';
import { applicationEvents } from '../../src/stasis/application-events';
import type { EventType } from '../../src/stasis/serialized-event';
import type { EngineEventType } from '../../src/stasis/presenters/present-engine-event';
import { presenters } from '../../src/stasis/presenters/present-engine-event';
import type { Presenters } from '../../src/stasis/presenters/presented';
import { internal } from '../../src/stasis/presenters/presented';

// The proofs in this file are made by the compiler: an @ts-expect-error that meets no error fails `tsc --noEmit`.

describe('the table of engine events', () => {
  it('does not compile without an entry for each of them', () => {
    const complete: Presenters<EngineEvent> = presenters;
    const { 'channel-created': removed, ...others } = presenters;
    // @ts-expect-error channel-created is neither presented nor internal
    const incomplete: Presenters<EngineEvent> = others;
    type Extended = EngineEvent | { readonly type: 'channel-teleported'; readonly at: number };
    // @ts-expect-error an event that is new in the engine has no entry yet
    const outdated: { readonly [Type in Extended['type']]: unknown } = presenters;

    expect([complete, incomplete, outdated, removed]).toHaveLength(4);
  });

  it('does not take a presenter of another event, nor one that shows what the spec does not declare', () => {
    const misplaced: Pick<Presenters<EngineEvent>, 'device-state-changed'> = {
      // @ts-expect-error nobody is dialled when a device changes
      'device-state-changed': presenters.dial,
    };
    const invented: Pick<Presenters<EngineEvent>, 'dial'> = {
      // @ts-expect-error the spec has no such event
      dial: () => ({ type: 'ChannelTeleported', payload: {} }),
    };

    expect([misplaced, invented]).toHaveLength(2);
  });

  it('gives a reason for each event that applications are not told of', () => {
    const reasons = Object.values(presenters).flatMap((entry) => ('internal' in entry ? [entry.internal] : []));

    expect(reasons.length).toBeGreaterThan(0);
    for (const reason of reasons) expect(reason.length).toBeGreaterThan(20);
    expect(internal('because')).toEqual({ internal: 'because' });
  });
});

describe('the events of the spec', () => {
  type FromApplications = keyof typeof applicationEvents;

  it('all have a presenter, for the engine or for applications; only answers to requests are written by their socket', () => {
    const everywhere = (type: EventType): EngineEventType | FromApplications | 'RESTResponse' => type;
    // @ts-expect-error an event that is new in the spec has no presenter yet
    const outdated = (type: Event['type'] | 'ChannelTeleported'): EngineEventType | FromApplications => type;

    expect([everywhere, outdated]).toHaveLength(2);
    expect(eventTypes).toEqual(expect.arrayContaining(Object.keys(applicationEvents)));
  });

  it('come from one side only', () => {
    type Both = Extract<EngineEventType, FromApplications>;
    const none: [Both] extends [never] ? true : false = true;

    expect(none).toBe(true);
  });
});

import fc from 'fast-check';
import type { EngineEvent } from '../../src/engine/engine-event';
import { enginePhases } from '../../src/engine/engine-event';
import { EventHub } from '../../src/shared/event-hub';

type Event = { readonly type: 'rang' | 'answered' };
type Phase = 'first' | 'second' | 'third';

function aHub(): { readonly hub: EventHub<Event, Phase>; readonly failures: unknown[] } {
  const failures: unknown[] = [];
  return { hub: new EventHub(['first', 'second', 'third'], (error) => failures.push(error)), failures };
}

describe('the listeners of a hub', () => {
  it('are called phase by phase, in whatever order they registered, for one type or for all', () => {
    const registrations = fc.shuffledSubarray(
      (['first', 'second', 'third'] as const).flatMap((phase) => [
        { phase, isForAll: true },
        { phase, isForAll: false },
      ]),
      { minLength: 6 },
    );

    fc.assert(
      fc.property(registrations, (given) => {
        const { hub } = aHub();
        const called: Phase[] = [];
        for (const { phase, isForAll } of given) {
          if (isForAll) hub.onAny(phase, () => called.push(phase));
          else hub.on(phase, 'rang', () => called.push(phase));
        }

        hub.emit({ type: 'rang' });

        expect(called).toEqual(['first', 'first', 'second', 'second', 'third', 'third']);
      }),
    );
  });

  it('are told of their type only', () => {
    const { hub } = aHub();
    const called: string[] = [];
    hub.on('first', 'answered', ({ type }) => called.push(type));

    hub.emit({ type: 'rang' });
    hub.emit({ type: 'answered' });

    expect(called).toEqual(['answered']);
  });

  it('may leave and join while an event is told, which counts from the next event on', () => {
    const { hub } = aHub();
    const called: string[] = [];
    const leave = hub.on('first', 'rang', () => {
      called.push('leaver');
      leave();
      hub.on('second', 'rang', () => called.push('joiner'));
    });

    hub.emit({ type: 'rang' });
    hub.emit({ type: 'rang' });

    expect(called).toEqual(['leaver', 'joiner']);
    expect(hub.size).toBe(1);
  });

  it('do not keep others from being told when they fail', () => {
    const { hub, failures } = aHub();
    const called: string[] = [];
    hub.on('first', 'rang', () => {
      throw new Error('bad listener');
    });
    hub.on('second', 'rang', () => called.push('told'));

    hub.emit({ type: 'rang' });

    expect([called, failures]).toEqual([['told'], [new Error('bad listener')]]);
  });
});

describe('an event that nobody wants', () => {
  it('is heard as long as one of its listeners may want it', () => {
    const { hub } = aHub();
    let wanted: readonly string[] = [];
    expect(hub.hears('rang')).toBe(false);

    hub.onAny(
      'first',
      () => undefined,
      (type) => wanted.includes(type),
    );
    expect(hub.hears('rang')).toBe(false);
    wanted = ['rang'];
    expect([hub.hears('rang'), hub.hears('answered')]).toEqual([true, false]);

    const leave = hub.on('second', 'answered', () => undefined);
    expect(hub.hears('answered')).toBe(true);
    leave();
    expect(hub.hears('answered')).toBe(false);
    hub.onAny('third', () => undefined);
    expect(hub.hears('answered')).toBe(true);
  });

  it('is told to all who listen nevertheless, where it is made', () => {
    const { hub } = aHub();
    const called: string[] = [];
    hub.onAny(
      'first',
      ({ type }) => called.push(type),
      () => false,
    );

    hub.emit({ type: 'rang' });

    expect(called).toEqual(['rang']);
  });
});

it('applications are told of an event before their subscriptions follow it', () => {
  const hub = new EventHub<EngineEvent, (typeof enginePhases)[number]>(enginePhases, () => undefined);
  const called: string[] = [];
  for (const phase of [...enginePhases].reverse()) hub.onAny(phase, () => called.push(phase));

  hub.emit({ type: 'global-variable-set', at: 0, name: 'A', value: 'b' });

  expect(called).toEqual([...enginePhases]);
  expect(called.indexOf('deliver')).toBeLessThan(called.indexOf('sessions'));
  expect(called.indexOf('legs')).toBeLessThan(called.indexOf('deliver'));
});

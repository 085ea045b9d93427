import { EventLedger } from './event-ledger';
import { Placeholders } from './placeholders';
import type { EventStep, JsonObject } from '../recording/trace';
import { textOf } from '../recording/trace';
import { ownFolder, readTraceFolder } from '../recording/trace-folder';

interface Told {
  readonly ws?: string;
  readonly type: string;
  readonly channel?: string;
  readonly bridge?: string;
  readonly device?: readonly [name: string, state: string];
  readonly cause?: number;
  readonly set?: readonly [variable: string, value: string];
  /** Milliseconds after our last action. */
  readonly later?: number;
}

function eventOf({ type, channel, bridge, device, cause, set }: Told): JsonObject {
  return {
    type,
    application: 'tapp',
    ...(channel === undefined ? {} : { channel: { id: channel } }),
    ...(bridge === undefined ? {} : { bridge: { id: bridge } }),
    ...(device === undefined ? {} : { device_state: { name: device[0], state: device[1] } }),
    ...(cause === undefined ? {} : { cause }),
    ...(set === undefined ? {} : { variable: set[0], value: set[1] }),
  };
}

function stepOf(told: Told): EventStep {
  return { ms: 0, kind: 'event', ws: told.ws ?? 'main', event: eventOf(told) };
}

function compared(recorded: readonly Told[], came: readonly Told[]): readonly string[] {
  const ledger = new EventLedger({ placeholders: new Placeholders(), isExplained: () => false });
  for (const told of recorded) ledger.expect(stepOf(told));
  for (const told of came) ledger.receive(told.ws ?? 'main', eventOf(told), 0);
  return ledger.differences().map(({ kind, subject, title }) => `${kind}: ${subject}: ${title}`);
}

/** Events and our actions in their order; an action is written as the moment at which it was recorded. */
type Course = readonly (Told | number)[];

/** The recorded course of things and ours, from action to action. */
function followed(recorded: Course, came: Course): readonly string[] {
  const ledger = new EventLedger({ placeholders: new Placeholders(), isExplained: () => false });
  const [there, here] = [windowsOf(recorded), windowsOf(came)];
  for (const [place, { at, events }] of there.entries()) {
    if (place > 0) ledger.nextWindow(`action ${place}`);
    // What was recorded after a long time within its window has its own moment.
    for (const told of events) ledger.expect({ ...stepOf(told), ms: at + (told.later ?? 0) });
    for (const told of here[place]?.events ?? [])
      ledger.receive(told.ws ?? 'main', eventOf(told), at + (told.later ?? 0));
    ledger.review();
  }
  return ledger
    .differences()
    .map(({ kind, subject, expected, got }) => `${kind}: ${subject}: ${textOf(expected)}, ${textOf(got)}`);
}

function windowsOf(course: Course): readonly { readonly at: number; readonly events: Told[] }[] {
  const windows: { at: number; events: Told[] }[] = [{ at: 0, events: [] }];
  for (const one of course)
    if (typeof one === 'number') windows.push({ at: one, events: [] });
    else windows.at(-1)?.events.push(one);
  return windows;
}

const start = { type: 'StasisStart', channel: 'c1' };
const end = { type: 'StasisEnd', channel: 'c1' };
const other = { type: 'StasisStart', channel: 'c2' };

describe('events held against the recorded ones', () => {
  it('may interleave with those of other objects', () => {
    expect(compared([start, end, other], [other, start, end])).toEqual([]);
  });

  it('keep their order about one object', () => {
    expect(compared([start, end], [end, start])).toEqual(['order: main channel:c1: StasisEnd']);
  });

  it('keep their order about each object they tell of', () => {
    const entered = { type: 'ChannelEnteredBridge', channel: 'c1', bridge: 'b1' };
    const destroyed = { type: 'BridgeDestroyed', bridge: 'b1' };

    expect(compared([entered, destroyed], [destroyed, entered])).toEqual(['order: main bridge:b1: BridgeDestroyed']);
  });

  it('are missed where they do not come, and noticed where they should not', () => {
    expect(compared([start, { ...start, ws: 'watch' }], [start, end])).toEqual([
      'extra event: main channel:c1: StasisEnd',
      'missing event: watch channel:c1: StasisStart',
    ]);
  });

  it('are paired with their equals before their likes', () => {
    const first = { type: 'ChannelHangupRequest', channel: 'c1', cause: 32 };
    const second = { ...first, cause: 16 };

    expect(compared([first, second], [second])).toEqual(['missing event: main channel:c1: ChannelHangupRequest(32)']);
    expect(compared([first], [second])).toEqual(['event field: main channel:c1: ChannelHangupRequest(32)']);
  });

  it('leave it open whether an offer comes before or after the steps of the dialplan, and nothing else', () => {
    const offer = { type: 'CallBroadcast', channel: 'c1' };
    const step = { type: 'ChannelDialplan', channel: 'c1' };

    expect(compared([step, offer, start], [offer, step, start])).toEqual([]);
    expect(compared([offer, start], [start, offer])).toEqual(['order: main channel:c1: StasisStart']);
    expect(compared([step, start], [start, step])).toEqual(['order: main channel:c1: StasisStart']);
  });

  it('name the peers in a bridge in any order', () => {
    const peers = (value: string): Told => ({ type: 'ChannelVarset', channel: 'c1', set: ['BRIDGEPEER', value] });

    expect(compared([peers('Local/a-1;1,Local/b-2;1')], [peers('Local/b-2;1,Local/a-1;1')])).toEqual([]);
    expect(compared([peers('Local/a-1;1')], [peers('Local/b-2;1')])).toHaveLength(1);
  });

  it('tell how long a call took in numbers of their own', () => {
    const took = (value: string): Told => ({ type: 'ChannelVarset', channel: 'c1', set: ['DIALEDTIME_MS', value] });

    expect(compared([took('1816')], [took('42')])).toEqual([]);
    expect(compared([took('1816')], [took('')])).toHaveLength(1);
  });

  it('leave what comes to those that are awaited, not to those that are known to be missing', () => {
    const created = (channel: string): Told => ({ type: 'ChannelCreated', channel });
    const ledger = new EventLedger({
      placeholders: new Placeholders(),
      isExplained: ({ kind, subject }) => kind === 'missing event' && subject.includes('<uniqueid-1>'),
    });
    ledger.expect(stepOf(created('<uniqueid-1>')));
    ledger.expect(stepOf(created('<uniqueid-2>')));
    ledger.receive('main', eventOf(created('1794704129.7')), 0);

    expect(ledger.review()).toBe('equal');
    expect(ledger.differences().map(({ subject }) => subject)).toEqual(['main channel:<uniqueid-1>']);
  });

  it('about devices of channels count by where they come to rest', () => {
    const device = (state: string): Told => ({ type: 'DeviceStateChanged', device: ['Local/s@default', state] });

    expect(compared([device('INUSE'), device('INUSE')], [device('NOT_INUSE'), device('INUSE')])).toEqual([]);
    expect(compared([device('INUSE')], [device('NOT_INUSE')])).toEqual([
      'device states: main device:Local/s@default: DeviceStateChanged',
    ]);
  });

  it('about devices of applications count one by one', () => {
    const device = (state: string): Told => ({ type: 'DeviceStateChanged', device: ['Stasis:lamp', state] });

    expect(compared([device('INUSE')], [device('INUSE'), device('INUSE')])).toEqual([
      'extra event: main device:Stasis:lamp: DeviceStateChanged',
    ]);
  });
});

describe('an event held against the action that caused it', () => {
  const hold = { type: 'ChannelHold', channel: 'c1' };

  it('comes after the same action', () => {
    expect(followed([1000, 2000, hold, 3000], [1000, 2000, hold, 3000])).toEqual([]);
  });

  it('is not taken for one that an earlier action has caused', () => {
    expect(followed([1000, 2000, hold, 3000], [1000, hold, 2000, 3000])).toEqual([
      'moment: main channel:c1: after action 2, after action 1',
    ]);
  });

  it('is not taken for one that a later action has caused', () => {
    expect(followed([1000, hold, 2000, 3000], [1000, 2000, hold, 3000])).toEqual([
      'moment: main channel:c1: after action 1, after action 2',
    ]);
  });

  it('may have been on its way while the next action was taken', () => {
    expect(followed([1000, 1010, { ...hold, later: 5 }], [1000, hold, 1010])).toEqual([]);
    expect(followed([1000, 1010, { ...hold, later: 500 }], [1000, hold, 1010])).toEqual([
      'moment: main channel:c1: after action 2, after action 1',
    ]);
  });

  it('counts once for each action', () => {
    expect(followed([1000, hold, 2000, hold], [1000, hold, hold, 2000])).toEqual([
      'moment: main channel:c1: after action 2, after action 1',
    ]);
  });
});

describe('every recording', () => {
  it('is equal to itself', () => {
    const unequal = readTraceFolder(ownFolder).traces.filter(({ steps }) => {
      const ledger = new EventLedger({ placeholders: new Placeholders(), isExplained: () => false });
      for (const step of steps) {
        if (step.kind === 'request') ledger.nextWindow(`request ${step.n}`);
        if (step.kind !== 'event') continue;
        ledger.expect(step);
        ledger.receive(step.ws, lived(step.event), step.ms);
        ledger.review();
      }
      return ledger.differences().length > 0;
    });

    expect(unequal.map(({ name }) => name)).toEqual([]);
  });
});

/** The event as a server would send it: every placeholder has a value of its kind. */
function lived(event: JsonObject): JsonObject {
  const text = JSON.stringify(event)
    .replace(/<seq-(\d+)>/g, (_all, n: string) => n.padStart(8, '0'))
    .replace(/<uniqueid-(\d+)>/g, (_all, n: string) => `1794704129.${n}`)
    .replace(/<uuid-(\d+)>/g, (_all, n: string) => `0b1c2d3e-0000-4000-8000-${n.padStart(12, '0')}`)
    .replace(/<ptr-(\d+)>/g, (_all, n: string) => `0x${n.padStart(8, '0')}`)
    .replaceAll('<asterisk-id>', '02:fc:00:00:00:01');
  return JSON.parse(text) as JsonObject;
}

import type { EndpointConfig } from '../../../src/config/pjsip/endpoint-options';
import type { DeviceCall } from '../../../src/drivers/pjsip/calls/call-states';
import { CallStates } from '../../../src/drivers/pjsip/calls/call-states';
import type { UseCounts } from '../../../src/engine/shared-uses';

class Call implements DeviceCall {
  deviceUse: DeviceCall['deviceUse'] = 'none';
  readonly endpoint: EndpointConfig;

  constructor(
    private readonly states: CallStates,
    { id = 'alice', busyAt = 0 } = {},
  ) {
    this.endpoint = { id, deviceStateBusyAt: busyAt } as EndpointConfig;
    states.add(this);
  }

  becomes(use: DeviceCall['deviceUse']): void {
    this.deviceUse = use;
    this.states.review(this);
  }
}

function someStates() {
  const told: string[] = [];
  const states = new CallStates((id) => void told.push(`${id} ${states.stateOf(id) ?? 'idle'}`));
  return { states, told };
}

describe('the device state of an endpoint', () => {
  it('follows its calls, and is told when it is another one', () => {
    const { states, told } = someStates();
    const [one, other] = [new Call(states), new Call(states)];
    one.becomes('ringing');
    other.becomes('ringing');
    one.becomes('in-use');
    other.becomes('in-use');
    one.becomes('on-hold');
    states.remove(other);
    states.remove(one);

    expect(told).toEqual(['alice RINGING', 'alice RINGINUSE', 'alice INUSE', 'alice ONHOLD', 'alice idle']);
    expect([states.size, states.stateOf('alice')]).toEqual([0, undefined]);
  });

  it('is BUSY from the configured number of calls on, and those that make no difference do not count', () => {
    const { states } = someStates();
    const calls = [1, 2, 3].map(() => new Call(states, { busyAt: 2 }));
    calls[0]?.becomes('in-use');
    const before = states.stateOf('alice');
    calls[1]?.becomes('on-hold');

    expect([before, states.stateOf('alice'), states.size]).toEqual(['INUSE', 'BUSY', 3]);
  });

  it('does not change with the calls of another endpoint, or with one that has ended', () => {
    const { states, told } = someStates();
    const call = new Call(states);
    new Call(states, { id: 'bob' }).becomes('in-use');
    states.remove(call);
    call.becomes('in-use');

    expect([told, states.stateOf('alice')]).toEqual([['bob INUSE'], undefined]);
  });

  it('counts calls on other nodes, which are told only what makes a difference to them', () => {
    const [told, noted] = [[] as string[], [] as unknown[]];
    let elsewhere: UseCounts | undefined;
    const states = new CallStates((id) => void told.push(`${id} ${states.stateOf(id) ?? 'idle'}`), {
      elsewhere: () => elsewhere,
      note: (_, counts) => void noted.push(counts === undefined ? 'none' : counts.ringing + counts.inUse),
    });
    const there = (counts: UseCounts | undefined): void => states.around('alice', () => void (elsewhere = counts));

    there({ ringing: 0, inUse: 1, onHold: 0, busyAt: 3 });
    const [one, other] = [new Call(states), new Call(states)];
    one.becomes('ringing');
    one.becomes('in-use');
    other.becomes('in-use');
    there(undefined);
    states.remove(other);
    states.remove(one);

    expect(told).toEqual(['alice INUSE', 'alice RINGINUSE', 'alice INUSE', 'alice BUSY', 'alice INUSE', 'alice idle']);
    expect(noted).toEqual([1, 1, 'none']);
  });
});

import type { AttendedDestination, AttendedTransferFacts } from '../../src/engine/calls/transfer/transfer-facts';
import { bridgeId } from '../../src/shared/ids';
import { presentBridge } from '../../src/stasis/presenters/present-bridge';
import { presentChannel } from '../../src/stasis/presenters/present-channel';
import { subject } from '../../src/stasis/subject';
import { aBridgeSnapshot, aChannelSnapshot } from '../support/calls/snapshots';
import type { Listener } from './api-rig';
import { ApiRig } from './api-rig';

let api: ApiRig;
beforeEach(() => {
  api = new ApiRig();
});
afterEach(() => api.close());

const [alice, bob, carol, local] = ['alice', 'bob', 'carol', 'local'].map((id) => aChannelSnapshot(id)) as [
  ReturnType<typeof aChannelSnapshot>,
  ReturnType<typeof aChannelSnapshot>,
  ReturnType<typeof aChannelSnapshot>,
  ReturnType<typeof aChannelSnapshot>,
];
const [first, second] = [aBridgeSnapshot('b1', ['alice', 'bob']), aBridgeSnapshot('b2', ['alice', 'carol'])];

/** An application for each of these, which is subscribed to it alone. */
function listeners(...sources: readonly (readonly ['channel' | 'bridge' | 'endpoint', string])[]): Listener[] {
  return sources.map(([kind, id]) => {
    const name = subject(kind, id);
    const listener = api.connect(name);
    const application = api.applications.get(name);
    if (application !== undefined) api.applications.subscribe(application, kind, id);
    return listener;
  });
}

const typesTold = (told: readonly Listener[]): unknown[][] => told.map(({ facts }) => facts.map(({ type }) => type));

describe('a transfer without asking first', () => {
  const transferred = {
    type: 'blind-transfer',
    at: 0,
    transferer: alice,
    target: { context: 'default', extension: '100' },
    result: 'success',
    isExternal: true,
    transferee: bob,
    replacement: local,
    bridge: first,
  } as const;

  it('is told with all that took part', () => {
    const [listener] = listeners(['bridge', 'b1']);

    api.engine.events.emit(transferred);

    expect(listener?.facts).toEqual([
      {
        type: 'BridgeBlindTransfer',
        channel: presentChannel(alice),
        exten: '100',
        context: 'default',
        result: 'Success',
        is_external: true,
        transferee: presentChannel(bob),
        replace_channel: presentChannel(local),
        bridge: presentBridge(first),
      },
    ]);
  });

  it('is told once to everyone subscribed to a channel, its endpoint or the bridge', () => {
    const told = listeners(
      ['channel', 'alice'],
      ['channel', 'bob'],
      ['channel', 'local'],
      ['endpoint', 'PJSIP/bob'],
      ['endpoint', 'PJSIP'],
      ['bridge', 'b1'],
      ['channel', 'carol'],
      ['bridge', 'b2'],
    );

    api.engine.events.emit(transferred);

    const once = ['BridgeBlindTransfer'];
    expect(typesTold(told)).toEqual([once, once, once, once, once, once, [], []]);
  });

  it.each([
    ['invalid', 'Invalid'],
    ['failed', 'Fail'],
    ['not-permitted', 'Not Permitted'],
  ] as const)('that comes to nothing shows no more than was asked: %s', (result, shown) => {
    const [listener] = listeners(['channel', 'alice']);
    const { type, at, transferer, target, isExternal } = transferred;

    api.engine.events.emit({ type, at, transferer, target, isExternal, result });

    expect(listener?.facts).toEqual([
      {
        type: 'BridgeBlindTransfer',
        channel: presentChannel(alice),
        exten: '100',
        context: 'default',
        result: shown,
        is_external: true,
      },
    ]);
  });
});

describe('a transfer after asking', () => {
  const facts: AttendedTransferFacts = {
    firstLeg: { channel: alice, bridge: first },
    secondLeg: { channel: aChannelSnapshot('alice2', 'alice'), bridge: second },
    result: 'success',
    isExternal: false,
    transferee: bob,
    target: carol,
    destination: { kind: 'link', firstLeg: local, secondLeg: aChannelSnapshot('local2') },
  };

  it('is told with both calls and what connects them', () => {
    const [listener] = listeners(['bridge', 'b2']);

    api.engine.events.emit({ type: 'attended-transfer', at: 0, ...facts });

    expect(listener?.facts).toEqual([
      {
        type: 'BridgeAttendedTransfer',
        transferer_first_leg: presentChannel(alice),
        transferer_second_leg: presentChannel(facts.secondLeg.channel),
        result: 'Success',
        is_external: false,
        transferee: presentChannel(bob),
        transfer_target: presentChannel(carol),
        transferer_first_leg_bridge: presentBridge(first),
        transferer_second_leg_bridge: presentBridge(second),
        destination_type: 'link',
        destination_link_first_leg: presentChannel(local),
        destination_link_second_leg: presentChannel(aChannelSnapshot('local2')),
      },
    ]);
  });

  it('is told to everyone subscribed to anything that took part, once', () => {
    const told = listeners(['channel', 'alice'], ['channel', 'carol'], ['channel', 'local2'], ['bridge', 'b1']);

    api.engine.events.emit({ type: 'attended-transfer', at: 0, ...facts });

    expect(typesTold(told)).toEqual(told.map(() => ['BridgeAttendedTransfer']));
  });

  it.each<[AttendedDestination, object]>([
    [{ kind: 'bridge', bridgeId: bridgeId('b1') }, { destination_bridge: 'b1' }],
    [{ kind: 'application', name: 'Stasis' }, { destination_application: 'Stasis' }],
    [
      { kind: 'threeway', channel: alice, bridge: first },
      { destination_threeway_channel: presentChannel(alice), destination_threeway_bridge: presentBridge(first) },
    ],
    [{ kind: 'fail' }, {}],
  ])('shows how the parties are connected: $kind', (destination, shown) => {
    const [listener] = listeners(['channel', 'alice']);

    api.engine.events.emit({ type: 'attended-transfer', at: 0, ...facts, destination });

    const [event = {}] = listener?.facts ?? [];
    const fields = Object.entries(event).filter(([name]) => name.startsWith('destination_'));
    expect(Object.fromEntries(fields)).toEqual({ destination_type: destination.kind, ...shown });
  });
});

describe('a transfer that the application is to carry out', () => {
  const request = {
    type: 'transfer-requested',
    at: 0,
    source: { channel: alice, connected: bob, bridge: first },
    target: { destination: '100', parameters: {} },
  } as const;

  it('is told to those of the channel, first as a request and then with each step', () => {
    const [owner, other] = listeners(['channel', 'alice'], ['channel', 'bob']);

    api.engine.events.emit(request);
    for (const progress of ['trying', 'transferred', 'declined'] as const)
      api.engine.events.emit({ ...request, progress });

    const told = {
      type: 'ChannelTransfer',
      refer_to: { requested_destination: { destination: '100' } },
      referred_by: {
        source_channel: presentChannel(alice),
        connected_channel: presentChannel(bob),
        bridge: presentBridge(first),
      },
    };
    expect(owner?.facts).toEqual([
      told,
      { ...told, state: 'channel_progress' },
      { ...told, state: 'channel_answered' },
      { ...told, state: 'channel_declined' },
    ]);
    expect(other?.facts).toEqual([]);
  });

  it('shows the call that it is to take over, as far as that is known', () => {
    const [owner] = listeners(['channel', 'alice']);
    const target = {
      protocolId: 'call-2',
      parameters: { from: 'a', to: 'b' },
      party: { channel: carol, connected: local, bridge: second },
    };

    api.engine.events.emit({ type: 'transfer-requested', at: 0, source: { channel: alice }, target });

    expect(owner?.facts).toEqual([
      {
        type: 'ChannelTransfer',
        refer_to: {
          requested_destination: {
            protocol_id: 'call-2',
            additional_protocol_params: [
              { parameter_name: 'from', parameter_value: 'a' },
              { parameter_name: 'to', parameter_value: 'b' },
            ],
          },
          destination_channel: presentChannel(carol),
          connected_channel: presentChannel(local),
          bridge: presentBridge(second),
        },
        referred_by: { source_channel: presentChannel(alice) },
      },
    ]);
  });
});

it('the merge of two bridges is reported to the subscribers of either', () => {
  const told = listeners(['bridge', 'b1'], ['bridge', 'b2'], ['channel', 'alice']);

  api.engine.events.emit({ type: 'bridge-merged', at: 0, bridge: first, from: second });

  const merged = { type: 'BridgeMerged', bridge: presentBridge(first), bridge_from: presentBridge(second) };
  expect(told.map(({ facts }) => facts)).toEqual([[merged], [merged], []]);
});

it('that a channel takes the place of another one is not told by itself', () => {
  const [listener] = listeners(['channel', 'alice']);

  api.engine.events.emit({ type: 'channel-replaced', at: 0, channel: alice, replaced: bob });

  expect(listener?.facts).toEqual([]);
});

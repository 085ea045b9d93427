import { channelId } from '../../../../src/shared/ids';
import type { Bridge } from '../../../../src/engine/calls/bridge/bridge';
import type { Channel } from '../../../../src/engine/calls/channel/channel';
import type { EngineEvent, TransferEvent } from '../../../../src/engine/engine-event';
import { carryOutTransfers } from '../../../../src/engine/calls/transfer/carry-out-transfer';
import { canBePickedUp, pickUp } from '../../../../src/engine/calls/transfer/pick-up';
import { placeReferral } from '../../../../src/engine/calls/transfer/place-referral';
import { replacingCall } from '../../../../src/engine/calls/transfer/replace-call';
import type { TransferProgress } from '../../../../src/engine/calls/transfer/transfer';
import type { TransferDeps } from '../../../../src/engine/calls/transfer/transfer-deps';
import { Transfers } from '../../../../src/engine/calls/transfer/transfers';
import { Applications } from '../../../../src/stasis/applications';
import { Belongings } from '../../../../src/stasis/belongings';
import { EventSerializer } from '../../../../src/stasis/serialized-event';
import { Sessions } from '../../../../src/stasis/sessions';
import { Listener } from '../../../handlers/api-rig';
import { aDialplanRig, rest } from './dial-rig';

const extensions = `[default]
exten => waits,1,Wait(600)
exten => dials,1,Dial(Local/now@called)
exten => external_replaces,1,Wait(600)
`;

/** What has a call: an application, one of its bridges, a bridge that Dial has made, or the dialplan. */
export type Where = 'application' | "application's bridge" | 'Dial' | 'dialplan';
/** A line of the test, or a local channel. */
export type Technology = 'line' | 'Local';

export interface PlacedCall {
  readonly channel: Channel;
  /** Who it talks to, in a bridge. */
  readonly partner: Channel | undefined;
}

/** Calls, applications and transfers as a server has them, on a clock that the test moves. */
export function aTransferRig() {
  const rig = aDialplanRig(extensions);
  const { bridges, events, log, clock, calls, runner, channels } = rig;
  const notices = new EventSerializer('02:00:00:00:00:01');
  const applications = new Applications({ clock, notices, journal: { events: 1, age: 1 } });
  const belongings = new Belongings({ applicationWith: () => undefined, bridges: () => bridges });
  const sessions = new Sessions({
    applications,
    bridges,
    belongings,
    dialplan: runner,
    events,
    log,
    openForCall: () => Promise.resolve({ outcome: 'not-configured' }),
    module: { name: 'app_stasis', isLoaded: () => true, hold: () => () => undefined },
  });
  applications.register('hello', { sink: new Listener(), subscribeAll: false });
  const deps: TransferDeps = {
    bridges,
    calls,
    events,
    now: clock.now,
    dialplan: runner,
    applications: sessions,
    sendOn: (...sent) => runner.sendOn(...sent) || sessions.sendOn(...sent),
  };
  const transfers = new Transfers({
    channels,
    bridges,
    events,
    now: clock.now,
    decide: carryOutTransfers(deps),
    replacing: (replaced) => replacingCall(replaced, deps),
    refer: (request) => placeReferral(request, deps),
    groupPickup: () => undefined,
    ringingInGroup: () => undefined,
    canBePickedUp: (called) => canBePickedUp(called, deps),
    pickUp: (called, by) => pickUp(called, by, deps),
  });
  const told: TransferEvent[] = [];
  const note = (event: EngineEvent): void => {
    if (event.type === 'blind-transfer' || event.type === 'attended-transfer') told.push(event);
  };
  events.onAny('drain', note);
  let made = 0;
  const nextId = (): string => `c${(made += 1)}`;

  /** A channel that nothing runs yet. */
  const newChannel = async (technology: Technology): Promise<Channel> => {
    if (technology === 'line') return rig.aChannel(nextId());
    const result = await calls.request({
      endpoint: 'Local/now@called',
      id: channelId(nextId()),
      otherId: undefined,
      formats: [],
      variables: [],
      originator: undefined,
    });
    if (result.outcome !== 'made') throw new Error(`no local channel: ${result.outcome}`);
    const options = { dialString: '', repeatsDialString: false, reportsHangup: false, timeout: undefined };
    calls.dial(result.channel, options);
    return result.channel;
  };
  const inApplication = (channel: Channel): void => {
    void calls.run(channel, (run) => sessions.run(run, 'hello', []));
  };
  const inBridge = (...members: readonly Channel[]): Bridge => {
    const type = { kind: 'mixing', videoMode: 'none', attributes: 'mixing' } as const;
    const bridge = bridges.make({ id: undefined, name: '', type, governedBy: 'stasis', creator: 'Stasis' });
    if (bridge === undefined) throw new Error('no bridge');
    for (const member of members) bridges.move(member, bridge);
    return bridge;
  };
  const inDialplan = (channel: Channel, extension: string): void => {
    void calls.run(channel, (run) => runner.run(run, { context: 'default', extension, priority: 1 }));
  };

  /** A call in such a place. */
  const place = async (where: Where, technology: Technology): Promise<PlacedCall> => {
    // Of a call that Dial has made, the far end is the local channel.
    const channel = await newChannel(where === 'Dial' ? 'line' : technology);
    switch (where) {
      case 'application':
        inApplication(channel);
        break;
      case 'dialplan':
        inDialplan(channel, 'waits');
        break;
      case "application's bridge": {
        const partner = await newChannel('line');
        for (const each of [channel, partner]) inApplication(each);
        inBridge(channel, partner);
        break;
      }
      case 'Dial':
        inDialplan(channel, 'dials');
    }
    await rest();
    await rig.pass(100);
    const partner = bridges
      .of(channel)
      ?.members()
      .find((member) => member !== channel);
    return where === 'Dial' && technology === 'Local' && partner !== undefined
      ? { channel: partner, partner: channel }
      : { channel, partner };
  };

  /** The far end of a call asks for a transfer to an extension, or to the partner of another call; what it was told. */
  const transfer = async (
    transferer: Channel,
    { extension, second }: { readonly extension: string; readonly second?: Channel | 'elsewhere' },
  ): Promise<TransferProgress[]> => {
    const progress: TransferProgress[] = [];
    const replaced = second === 'elsewhere' ? undefined : second;
    transfers.request({
      transferer,
      destination: extension,
      handledBy: 'server',
      referredBy: undefined,
      target: { context: 'called', extension },
      replaces: second && { protocolId: 'x', parameters: {}, channel: replaced },
      report: (reached) => void progress.push(reached),
    });
    await rest();
    return progress;
  };

  /** Everybody hangs up; nothing may be left. */
  const end = async (): Promise<unknown> => {
    for (const channel of channels.list()) channel.hangUp();
    await rest();
    for (const bridge of bridges.list()) bridge.destroy();
    await rig.pass(1000);
    return { ...rig.leftOvers(), sessions: sessions.size };
  };
  return { ...rig, sessions, transfers, told, place, transfer, end };
}

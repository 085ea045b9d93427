import { bridgeId } from '../../../../src/shared/ids';
import type { ChannelSignal } from '../../../../src/engine/calls/channel/signal';
import { BridgeMemberships } from '../../../../src/dialplan/applications/calling/bridge-memberships';
import { callApplications } from '../../../../src/dialplan/applications/calling/call-applications';
import type { Applications } from '../../../../src/dialplan/applications/application-deps';
import { LocalDriver } from '../../../../src/drivers/local/local-driver';
import { Bridges } from '../../../../src/engine/calls/bridge/bridges';
import { Calls } from '../../../../src/engine/calls/dialing/calls';
import type { Channel } from '../../../../src/engine/calls/channel/channel';
import type { DeviceStateName } from '../../../../src/engine/device-state';
import { carryOutTransfers } from '../../../../src/engine/calls/transfer/carry-out-transfer';
import { canBePickedUp, pickUp, ringingInGroup } from '../../../../src/engine/calls/transfer/pick-up';
import { placeReferral } from '../../../../src/engine/calls/transfer/place-referral';
import { replacingCall } from '../../../../src/engine/calls/transfer/replace-call';
import { Transfers } from '../../../../src/engine/calls/transfer/transfers';
import type { FeaturesConfig } from '../../../../src/config/server-config';
import type { TransferDeps } from '../../../../src/engine/calls/transfer/transfer-deps';
import type { EngineEvent } from '../../../../src/engine/engine-event';
import { soon } from '../../../../src/shared/scheduling/soon';
import type { RigOptions } from '../../run-rig';
import { aDialplan, noSound, settled } from '../../run-rig';
import { bridgeTechnologies } from '../../../support/provided';
import { technologiesOver } from '../../../support/calls/technologies';
import { openAdmission } from '../../../support/calls/open-admission';

const names = [
  'Dial',
  'RetryDial',
  'Bridge',
  'BridgeAdd',
  'BridgeWait',
  'Originate',
  'Page',
  'Pickup',
  'PickupChan',
  'ChanIsAvail',
  'ConfBridge',
  'ConfKick',
];

/** As without features.conf, and with keys for attended transfers. */
const features: FeaturesConfig = {
  pickupExtension: '*8',
  keyTimeout: 1000,
  extensionTimeout: 3000,
  answerTimeout: 15_000,
  blindTransfer: '#1',
  attendedTransfer: '*7',
  abort: '*1',
  complete: '*2',
  threeWay: '*3',
};

/** What those do who are called. */
const called = `[called]
exten => late,1,Ringing()
 same => n,Wait(0.6)
 same => n,Answer(,i)
 same => n,Wait(60)
exten => now,1,Answer(,i)
 same => n,Wait(60)
exten => short,1,Answer(,i)
 same => n,Wait(2)
 same => n,Hangup(16)
exten => early,1,Progress()
 same => n,Wait(60)
exten => deaf,1,Wait(60)
exten => rings,1,Ringing()
 same => n,Wait(60)
exten => busy,1,Hangup(17)
exten => busytone,1,Busy()
exten => jammed,1,Hangup(34)
exten => jamtone,1,Congestion()
exten => gone,1,Hangup(16)
exten => nowhere,1,Hangup(3)
`;

/** A server's calls with the Local technology, on a clock that the test moves. Its own contexts come first. */
export function aDialplanRig(extensions: string, options: RigOptions = {}) {
  let made: Applications = {};
  const late: Applications = Object.fromEntries(
    names.map((name) => [name, (channel, data, run) => made[name]?.(channel, data, run)]),
  );
  const notes: string[] = [];
  const note: Applications = { Note: (channel, data) => void notes.push(`${channel.id}: ${data}`) };
  const rig = aDialplan(`${extensions}\n${called}`, { ...options, applications: { ...late, ...note } });
  const { events, clock, log, channels, variables, runner } = rig;
  const technologies = technologiesOver({ events, now: clock.now, log });
  const calls = new Calls({
    channels,
    admission: openAdmission,
    technologies,
    variables,
    events,
    clock,
    soon,
    log,
  });
  void technologies.add(
    new LocalDriver({
      channels,
      calls,
      dialplan: runner,
      events,
      now: clock.now,
      language: 'en',
      canCarry: () => true,
    }),
  );
  let bridgesMade = 0;
  const bridges = new Bridges({
    technologies: bridgeTechnologies,
    events,
    now: clock.now,
    nextId: () => bridgeId(`bridge-${(bridgesMade += 1)}`),
  });
  const findApplication = (name: string) => {
    const run = { ...late, ...note }[name];
    return run && { name, run };
  };
  const transferring: TransferDeps = {
    bridges,
    calls,
    events,
    now: clock.now,
    dialplan: runner,
    sendOn: runner.sendOn,
    applications: { replacing: () => undefined, enteredBridge: () => undefined },
  };
  const states = new Map<string, DeviceStateName>();
  const sound = options.sound ?? (() => noSound);
  made = callApplications({
    memberships: new BridgeMemberships({ bridges, events, soon, sound }),
    calls,
    bridges,
    channels,
    dialplan: runner,
    findApplication,
    events,
    clock,
    soon,
    log,
    sound,
    conferences: rig.conferences,
    transfers: new Transfers({
      channels,
      bridges,
      events,
      now: clock.now,
      decide: carryOutTransfers(transferring),
      replacing: (replaced) => replacingCall(replaced, transferring),
      refer: (request) => placeReferral(request, transferring),
      groupPickup: () => undefined,
      ringingInGroup: (by) => ringingInGroup(by, { bridges, channels }),
      canBePickedUp: (called) => canBePickedUp(called, { bridges }),
      pickUp: (called, by) => pickUp(called, by, transferring),
    }),
    features: () => features,
    deviceState: (device) => states.get(device) ?? 'UNKNOWN',
  });

  /** A call that came in on a line of the test and runs through the dialplan to its end. */
  const comesIn = (extension: string, id = 'c1') => {
    const channel = rig.aChannel(id);
    channel.parties.setCaller({ name: 'D', number: '5' });
    const over = calls.run(channel, (run) => runner.run(run, { context: 'default', extension, priority: 1 }));
    return { channel, over };
  };
  /** Time passes in steps, so that what one moment starts can end in the next one. */
  const pass = async (milliseconds: number): Promise<void> => {
    for (let left = milliseconds; left > 0; left -= 100) {
      await rig.pass(Math.min(left, 100));
      await rest();
    }
  };
  const leftOvers = () => ({ channels: channels.size, bridges: bridges.size, timers: clock.running });
  return { ...rig, calls, bridges, states, notes, applications: made, comesIn, pass, leftOvers };
}

/** Everything that needs no time has happened, whatever it had to wait for. */
export async function rest(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await settled();
}

export const nothingLeft = { channels: 0, bridges: 0, timers: 0 };

export function value(channel: Channel, name: string): string | undefined {
  return channel.variables.get(name);
}

/** Events in one line each, with names for the channels that the call made. */
export function record(happened: readonly EngineEvent[], nicknames: Readonly<Record<string, string>> = {}): string[] {
  const nick = (id: string): string => nicknames[id] ?? id;
  return happened.flatMap((event) => {
    if (event.type === 'dial') {
      const { caller, peer, status, dialString } = event;
      const where = `${peer.place.extension} ${peer.state}`;
      return [`dial ${nick(caller?.id ?? '-')}>${nick(peer.id)} '${status}' '${dialString}' ${where}`];
    }
    if (event.type === 'device-state-changed') return [];
    if ('channel' in event && event.channel !== undefined) return [`${nick(event.channel.id)} ${factsOf(event)}`];
    return 'bridge' in event && event.bridge !== undefined
      ? [`${event.type} ${event.bridge.technology} ${event.bridge.videoMode}`]
      : [];
  });
}

function factsOf(event: Extract<EngineEvent, { channel: unknown }>): string {
  const { place, application, state, caller, connected } = event.channel;
  switch (event.type) {
    case 'channel-variable-set':
      return `${event.name}=${event.value}`;
    case 'channel-state-changed':
      return state;
    case 'channel-hangup-requested':
      return `hangup ${event.cause}${event.isSoft ? ' soft' : ''}`;
    case 'channel-destroyed':
      return `destroyed ${event.cause} ${application.name}`;
    case 'channel-dialplan':
      return `runs ${application.name}(${application.data}) at ${place.extension}`;
    case 'channel-caller-changed':
      return `caller ${caller.name}<${caller.number}>`;
    case 'channel-connected-changed':
      return `connected ${connected.name}<${connected.number}>`;
    case 'channel-entered-bridge':
    case 'channel-left-bridge':
      return `${event.type === 'channel-entered-bridge' ? 'enters' : 'leaves'} ${event.bridge.channels.length}`;
    default:
      return event.type;
  }
}

/** A dialplan whose extension `s` dials, and then says what came of it. */
export const dialling = (data: string, more = ''): string =>
  `[default]\nexten => s,1,Dial(${data})\n same => n,Set(AFTER=%{DIALSTATUS})\n same => n,Wait(100)\n${more}`;

/** A call that has just come to that dialplan. */
export async function aCall(data: string, more = '') {
  const rig = aDialplanRig(dialling(data, more));
  const { channel, over } = rig.comesIn('s');
  await rest();
  return { ...rig, channel, over };
}

/** What was sent along a line. */
export const signals = (line: { readonly sent: readonly ChannelSignal[] }): string[] =>
  line.sent.map(({ type }) => type);

import type { CelConfig, CelType } from '../../config/files/cel-conf';
import type { ChannelSnapshot } from '../../engine/calls/channel/channel-snapshot';
import type { EngineEvent, EngineEventSource } from '../../engine/engine-event';
import type { OwnEvent } from '../events/own-event';

export interface CelRecorderDeps {
  readonly events: EngineEventSource;
  readonly raise: (event: OwnEvent) => void;
}

type Extra = Readonly<Record<string, string | number>>;

interface CelFacts {
  readonly channel: ChannelSnapshot;
  readonly peer?: string;
  readonly extra?: Extra;
}

/** Writes the channel event log: what happened to each channel, in a form that billing and reporting know. */
export class CelRecorder {
  /** By the linked id: how many channels of a call there are. */
  readonly #calls = new Map<string, number>();
  /** By the id of a channel: what it runs, and the linked id that it counts for. */
  readonly #channels = new Map<string, { linkedId: string; application: string }>();
  readonly #members = new Map<string, string[]>();
  readonly #stop: () => void;

  constructor(
    private readonly config: CelConfig,
    private readonly deps: CelRecorderDeps,
  ) {
    this.#stop = deps.events.onAny('deliver', (event) => this.#record(event));
  }

  close(): void {
    this.#stop();
  }

  #record(event: EngineEvent): void {
    const { at } = event;
    switch (event.type) {
      case 'channel-created':
        this.#follow(event.channel, at);
        return this.#tell('CHAN_START', at, event);
      case 'channel-state-changed':
        this.#follow(event.channel, at);
        if (event.channel.state === 'Up') this.#tell('ANSWER', at, event);
        return;
      case 'channel-dialplan':
        return this.#application(event.channel, at);
      case 'channel-entered-bridge':
      case 'channel-left-bridge':
        return this.#bridge(event);
      case 'blind-transfer': {
        const { context, extension } = event.target;
        const extra = {
          extension,
          context,
          bridge_id: event.bridge?.id ?? '',
          transferee_channel_name: event.transferee?.name ?? '',
          transferee_channel_uniqueid: event.transferee?.id ?? '',
        };
        return this.#tell('BLINDTRANSFER', at, { channel: event.transferer, extra });
      }
      case 'attended-transfer':
        return this.#tell('ATTENDEDTRANSFER', at, { channel: event.firstLeg.channel, extra: attendedExtra(event) });
      case 'call-picked-up': {
        const { called, by } = event;
        const extra = { pickup_channel: by.name, pickup_channel_uniqueid: by.id };
        return this.#tell('PICKUP', at, { channel: called, peer: by.name, extra });
      }
      case 'dial':
        if (event.forwarded)
          this.#tell('FORWARD', at, { channel: event.peer, extra: { forward: event.forward ?? '' } });
        return;
      case 'channel-destroyed':
        return this.#ended(event);
      default:
    }
  }

  /** A channel counts for the call that it belongs to now. */
  #follow(channel: ChannelSnapshot, at: number): void {
    const { id, linkedId } = channel;
    const known = this.#channels.get(id);
    if (known?.linkedId === linkedId) return;
    this.#calls.set(linkedId, (this.#calls.get(linkedId) ?? 0) + 1);
    this.#channels.set(id, { linkedId, application: known?.application ?? '' });
    if (known !== undefined) this.#leave(known.linkedId, channel, at);
  }

  #leave(linkedId: string, channel: ChannelSnapshot, at: number): void {
    const left = (this.#calls.get(linkedId) ?? 1) - 1;
    if (left > 0) return void this.#calls.set(linkedId, left);
    this.#calls.delete(linkedId);
    this.#tell('LINKEDID_END', at, { channel: { ...channel, linkedId } });
  }

  #application(channel: ChannelSnapshot, at: number): void {
    this.#follow(channel, at);
    const known = this.#channels.get(channel.id);
    if (known === undefined) return;
    this.#endApplication(channel, at);
    const { name } = channel.application;
    if (!this.config.applications.has(name.toLowerCase())) return;
    known.application = name;
    this.#tell('APP_START', at, { channel });
  }

  #endApplication(channel: ChannelSnapshot, at: number): void {
    const known = this.#channels.get(channel.id);
    if (known === undefined || known.application === '') return;
    const application = { name: known.application, data: '' };
    known.application = '';
    this.#tell('APP_END', at, { channel: { ...channel, application } });
  }

  #bridge(event: Extract<EngineEvent, { type: 'channel-entered-bridge' | 'channel-left-bridge' }>): void {
    const { at, bridge, channel } = event;
    this.#follow(channel, at);
    const others = (this.#members.get(bridge.id) ?? []).filter((name) => name !== channel.name);
    const isIn = event.type === 'channel-entered-bridge';
    const members = isIn ? [...others, channel.name] : others;
    if (members.length === 0) this.#members.delete(bridge.id);
    else this.#members.set(bridge.id, members);
    const extra = { bridge_id: bridge.id, bridge_technology: bridge.technology };
    this.#tell(isIn ? 'BRIDGE_ENTER' : 'BRIDGE_EXIT', at, { channel, peer: others.join(','), extra });
  }

  #ended({ at, channel, cause }: Extract<EngineEvent, { type: 'channel-destroyed' }>): void {
    this.#endApplication(channel, at);
    this.#tell('HANGUP', at, { channel, extra: { hangupcause: cause, hangupsource: '', dialstatus: '' } });
    this.#tell('CHAN_END', at, { channel });
    const known = this.#channels.get(channel.id);
    this.#channels.delete(channel.id);
    if (known !== undefined) this.#leave(known.linkedId, channel, at);
  }

  #tell(name: CelType, at: number, { channel, peer = '', extra }: CelFacts): void {
    if (!this.config.events.has(name)) return;
    this.deps.raise({ type: 'cel', at, name, channel, peer, extra: extra === undefined ? '' : JSON.stringify(extra) });
  }
}

/** Which calls were connected; existing readers know these names. */
function attendedExtra(event: Extract<EngineEvent, { type: 'attended-transfer' }>): Extra {
  const { firstLeg, secondLeg, transferee, target } = event;
  const named = {
    bridge1_id: firstLeg.bridge?.id,
    channel2_name: secondLeg.channel.name,
    channel2_uniqueid: secondLeg.channel.id,
    bridge2_id: secondLeg.bridge?.id,
    transferee_channel_name: transferee?.name,
    transferee_channel_uniqueid: transferee?.id,
    transfer_target_channel_name: target?.name,
    transfer_target_channel_uniqueid: target?.id,
  };
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

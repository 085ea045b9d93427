import type { ChannelId } from '../../../shared/ids';
import type { EngineEventSink } from '../../engine-event';
import { Channel } from '../channel/channel';
import type { ChannelInit } from '../channel/channel-init';
import type { ChannelSnapshot } from '../channel/channel-snapshot';
import type { ChannelSignal } from '../channel/signal';
import type { TechnologyAudio } from '../technology/technology-channel';
import { causes } from '../channel/hangup-cause';

/** What an end of a trunk needs of the node that it is on. */
export interface TrunkEnd {
  /** Carries a signal to the other end. */
  readonly send: (signal: ChannelSignal) => void;
  readonly audio: () => TechnologyAudio | undefined;
  /** Takes what happens to the channel, which is not reported. */
  readonly events: EngineEventSink;
  readonly now: () => number;
}

/**
 * One end of a trunk between two nodes: a channel that bridges take like any other, but that is neither listed nor
 * reported. Where the bridge is, it shows the channel of the other node; there, it stands for the bridge.
 */
export class TrunkChannel extends Channel {
  #shown: ChannelSnapshot | undefined;

  constructor(facts: Omit<ChannelInit, 'line'>, end: TrunkEnd) {
    super(
      { ...facts, line: () => lineOf(end) },
      {
        events: { emit: (event) => end.events.emit(event), hears: () => true },
        now: end.now,
        endpoints: { channelMade: () => undefined, channelGone: () => undefined },
        shownVariables: () => [],
        read: (channel, name) => channel.variables.get(name),
        remove: () => undefined,
      },
    );
  }

  /** Shows a channel of another node. */
  static showing(shown: ChannelSnapshot, end: TrunkEnd): TrunkChannel {
    const { id, name, endpoint, state, place, language, linkedId, protocolId, caller, connected } = shown;
    const { technology, resource } = endpoint;
    const parties = { caller, connected };
    const facts = { id, name, technology, state, place, language, linkedId, protocolId, parties };
    const channel = new TrunkChannel(resource === undefined ? facts : { ...facts, endpoint: resource }, end);
    channel.#shown = shown;
    return channel;
  }

  /** Stands for a bridge of another node. */
  static towards(id: ChannelId, end: TrunkEnd): TrunkChannel {
    const place = { context: '', extension: '', priority: 1 };
    return new TrunkChannel({ id, name: `Trunk/${id}`, technology: 'Trunk', state: 'Up', place, language: '' }, end);
  }

  override snapshot(): ChannelSnapshot {
    return this.#shown ?? super.snapshot();
  }

  /** The channel of the other node has changed. */
  show(shown: ChannelSnapshot): void {
    this.#shown = shown;
    this.setState(shown.state);
    this.parties.setCaller(shown.caller);
    this.parties.setConnected(shown.connected);
  }
}

function lineOf(end: TrunkEnd): ReturnType<ChannelInit['line']> {
  return {
    dial: () => ({ outcome: 'unreachable', cause: causes.failure, technologyCause: undefined }),
    send: end.send,
    carries: () => true,
    hangUp: () => undefined,
    get audio() {
      return end.audio();
    },
  };
}

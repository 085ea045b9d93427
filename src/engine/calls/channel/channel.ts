import type { ChannelId } from '../../../shared/ids';
import type { EndpointName } from '../../endpoint';
import { ChannelAudio } from './channel-audio';
import type { ChannelDeps, ChannelInit, ChannelAttributes } from './channel-init';
import { ChannelReporter } from './channel-reporter';
import type { ChannelSnapshot } from './channel-snapshot';
import type { ChannelState } from './channel-state';
import { ChannelHold } from './channel-hold';
import { ChannelParties } from './channel-parties';
import { ChannelVariables } from './channel-variables';
import { DialplanPosition } from './dialplan-position';
import type { Ending, FarEndHangup, HangupReason, HangupRequest } from './ending';
import { ChannelEnding } from './ending';
import { softHangup } from './hangup-cause';
import type { TechnologyChannel } from '../technology/technology-channel';
import type { ChannelSignal, HoldSignal, Indication } from './signal';
import { ListenerList } from '../../../shared/listener-list';
import type { StopSignal } from '../../../shared/scheduling/stop-signal';

type SignalListener = (signal: ChannelSignal) => void;
type SignalPhase = 'dialling' | 'other';
type IndicationListener = (indication: Indication) => void;

/**
 * One leg of a call. It is run by exactly one thing at a time, a dialplan or an application, and `signal` tells that
 * one when it has to end. What changes is changed by methods, which report it.
 */
export class Channel {
  readonly id: ChannelId;
  readonly name: string;
  readonly endpoint: EndpointName;
  readonly createdAt: number;
  readonly protocolId: string;
  readonly variables: ChannelVariables;
  /** Hold in both directions. */
  readonly hold: ChannelHold;
  readonly audio = new ChannelAudio();
  /** Who is at its ends. */
  readonly parties: ChannelParties;
  /** Where it is in the dialplan, and what it does there. */
  readonly position: DialplanPosition;
  readonly line: TechnologyChannel;
  /** What the dialplan keeps about it. A member, because entries of a WeakMap stay until a full garbage collection. */
  notes: unknown;
  readonly #reporter: ChannelReporter;
  readonly #attributes: ChannelAttributes;
  readonly #ending = new ChannelEnding();
  readonly #signalListeners: Readonly<Record<SignalPhase, ListenerList<ChannelSignal>>> = {
    dialling: new ListenerList(),
    other: new ListenerList(),
  };
  readonly #indicationListeners = new ListenerList<Indication>();
  readonly #destroyedListeners = new ListenerList<void>();
  #state: ChannelState;
  #isAnnounced = false;
  #isGone = false;
  #isAboutToEnd = false;

  constructor(
    facts: ChannelInit,
    private readonly deps: ChannelDeps,
  ) {
    this.id = facts.id;
    this.name = facts.name;
    this.endpoint = { technology: facts.technology, resource: facts.endpoint };
    this.protocolId = facts.protocolId ?? '';
    this.createdAt = deps.now();
    this.#state = facts.state;
    this.#reporter = new ChannelReporter(this, deps);
    this.position = new DialplanPosition(facts.place, this.#reporter);
    this.variables = new ChannelVariables(this.#reporter);
    this.parties = new ChannelParties(facts.parties ?? {}, this.#reporter);
    this.#attributes = attributesOf(facts);
    this.line = facts.line(this);
    this.hold = new ChannelHold(this.line, this.#reporter);
  }

  get state(): ChannelState {
    return this.#state;
  }

  get attributes(): Readonly<ChannelAttributes> {
    return this.#attributes;
  }

  /** Fires when the channel is to end; whatever runs it has to come to its end then. */
  get signal(): StopSignal {
    return this.#ending.signal;
  }

  /** Whether the channel has been hung up. From then on it takes no commands, though it may exist a moment longer. */
  get isEnding(): boolean {
    return this.#ending.signal.aborted;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Why it ends, as far as is known by now. */
  get ending(): HangupReason {
    return this.#ending;
  }

  snapshot(): ChannelSnapshot {
    return this.#reporter.snapshot();
  }

  /** Raises the event of its creation. Separate from the constructor, so that both ends of a pair exist first. */
  announce(): void {
    this.#isAnnounced = true;
    this.deps.endpoints.channelMade(this);
    this.#reporter.report('channel-created');
  }

  setState(state: ChannelState): void {
    if (state === this.#state || this.#isGone) return;
    this.#state = state;
    this.#reporter.changed();
    this.#reporter.report('channel-state-changed');
    this.line.stateChanged?.();
  }

  setAttributes(attributes: Partial<ChannelAttributes>): void {
    const { accountCode: before } = this.#attributes;
    Object.assign(this.#attributes, attributes);
    this.#reporter.changed();
    if (!this.#isAnnounced || before === this.#attributes.accountCode) return;
    this.deps.events.emit({ type: 'channel-account-changed', at: this.deps.now(), channel: this.snapshot(), before });
  }

  /** Something has come from the far end. */
  receive(signal: ChannelSignal): void {
    if (this.#isGone) return;
    switch (signal.type) {
      case 'digit':
        this.#reporter.digit(signal);
        break;
      case 'hold':
      case 'unhold':
        if (!this.hold.receive(signal)) return;
        break;
      case 'connected-line':
        this.parties.setCaller(signal.party);
        break;
      case 'redirecting':
        this.parties.setRedirecting(signal.redirecting);
        break;
      case 'redirect':
        if (this.#signalListeners.dialling.size === 0) return this.farEndHungUp(signal.ending);
        break;
      default:
    }
    this.#tellListeners(signal);
  }

  /** Hold that another channel of ours passes on. It is intercepted where it was asked for, and nowhere else. */
  receivePassedOnHold(signal: HoldSignal): void {
    this.#tellListeners(signal);
  }

  /**
   * What runs the channel, or bridges it, listens to what comes from the far end. What calls out on it hears of it
   * first: the others see the state that the signal brings about.
   */
  onSignal(listener: SignalListener, phase: SignalPhase = 'other'): () => void {
    return this.#signalListeners[phase].add(listener);
  }

  /** The channel learns what its call has come to, also when its far end is told by a tone or knows already. */
  indicated(indication: Indication): void {
    this.#indicationListeners.tell(indication);
  }

  onIndication(listener: IndicationListener): () => void {
    return this.#indicationListeners.add(listener);
  }

  /** The server ends the channel. The request shows the flag; the cause is what the far end and the records get. */
  hangUp(ending: number | Partial<Ending> = {}, flag: number = softHangup.asked): void {
    if (this.#isGone) return;
    this.#beforeEnd();
    // What the far end has said before is told with every request.
    const { technologyCause } = this.#ending;
    this.#ending.set(ending);
    this.#requestHangup({ cause: flag, technologyCause }, true);
  }

  /** The far end has gone. Its causes count unless others are known already. */
  farEndHungUp(hangup: FarEndHangup): void {
    if (this.#isGone) return;
    this.#beforeEnd();
    this.#requestHangup(this.#ending.farEnd(hangup), false);
  }

  /** Ends the channel without a hangup request, because its purpose has failed. */
  endSilently(cause: number): void {
    if (this.#isGone) return;
    this.#ending.set({ cause });
    this.#ending.begin();
  }

  /** The end of whatever was run: the far end is told, and then there is no channel any more. Twice is harmless. */
  destroy(): void {
    if (this.#isGone) return;
    this.#beforeEnd();
    this.#isGone = true;
    this.#ending.begin();
    this.#destroyedListeners.tell();
    this.#ending.told(this.line.hangUp(this.#ending.both));
    this.position.rest();
    this.deps.remove(this);
    const { cause, technologyCause } = this.#ending;
    this.deps.events.emit({
      type: 'channel-destroyed',
      at: this.deps.now(),
      channel: this.snapshot(),
      cause,
      technologyCause,
    });
    this.deps.endpoints.channelGone(this);
    this.#destroyedListeners.clear();
    this.#indicationListeners.clear();
    this.#signalListeners.dialling.clear();
    this.#signalListeners.other.clear();
  }

  /** Called when the channel goes, for what it owns. */
  onDestroyed(onDestroyed: () => void): () => void {
    return this.#destroyedListeners.add(onDestroyed);
  }

  #beforeEnd(): void {
    if (this.#isAboutToEnd) return;
    this.#isAboutToEnd = true;
    this.line.beforeEnd?.();
  }

  #requestHangup(request: HangupRequest, isSoft: boolean): void {
    const { cause, technologyCause } = request;
    if (this.deps.events.hears('channel-hangup-requested'))
      this.deps.events.emit({
        type: 'channel-hangup-requested',
        at: this.deps.now(),
        channel: this.snapshot(),
        cause,
        technologyCause,
        isSoft,
      });
    this.#ending.begin();
  }

  #tellListeners(signal: ChannelSignal): void {
    if (this.#isGone) return;
    const { dialling, other } = this.#signalListeners;
    dialling.tell(signal);
    other.tell(signal);
  }
}

function attributesOf({ id, language, linkedId = id, attributes = {} }: ChannelInit): ChannelAttributes {
  const { accountCode = '', tenantId = '', musicClass = '', toneZone = '' } = attributes;
  const { callGroup = '', pickupGroup = '', namedCallGroup = '', namedPickupGroup = '' } = attributes;
  return {
    callGroup,
    pickupGroup,
    namedCallGroup,
    namedPickupGroup,
    language: attributes.language ?? language,
    accountCode,
    tenantId,
    musicClass,
    toneZone,
    linkedId: attributes.linkedId ?? linkedId,
  };
}

import type { ChannelId } from '../../../shared/ids';
import { channelId } from '../../../shared/ids';
import type { EndpointName } from '../../endpoint';
import { ChannelAudio } from './channel-audio';
import type { ChannelDeps, ChannelInit, ChannelAttributes } from './channel-init';
import type { ChannelSnapshot } from './channel-snapshot';
import type { ChannelState } from './channel-state';
import { ChannelParties } from './channel-parties';
import { ChannelVariables } from './channel-variables';
import type { DialplanPlace, RunningApplication } from './dialplan-place';
import { DialplanPosition } from './dialplan-position';
import type { Ending, FarEndHangup, HangupRequest } from './ending';
import { ChannelEnding } from './ending';
import { causes, softHangup } from './hangup-cause';
import type { TechnologyChannel } from '../technology/technology-channel';
import type { Party } from './party';
import type { HoldSignal, ChannelSignal } from './signal';
import type { StopSignal } from '../../../shared/scheduling/stop-signal';

type SignalListener = (signal: ChannelSignal) => void;
type SignalPhase = 'dialling' | 'other';

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
  readonly variables = new ChannelVariables();
  readonly audio = new ChannelAudio();
  /** Who is at its ends. */
  readonly parties: ChannelParties;
  /** Where it is in the dialplan, and what it does there. */
  readonly position: DialplanPosition;
  readonly line: TechnologyChannel;
  readonly #attributes: ChannelAttributes;
  readonly #ending = new ChannelEnding();
  readonly #signalListeners: Readonly<Record<SignalPhase, Set<SignalListener>>> = {
    dialling: new Set(),
    other: new Set(),
  };
  readonly #destroyedListeners = new Set<() => void>();
  #state: ChannelState;
  #isAnnounced = false;
  #isGone = false;
  #isAboutToEnd = false;
  #interceptsHold = false;
  #snapshot: ChannelSnapshot | undefined;

  constructor(
    facts: ChannelInit,
    private readonly deps: ChannelDeps,
  ) {
    this.id = channelId(facts.id);
    this.name = facts.name;
    this.endpoint = { technology: facts.technology, resource: facts.endpoint };
    this.protocolId = facts.protocolId ?? '';
    this.createdAt = deps.now();
    this.#state = facts.state;
    const changed = (): void => this.#changed();
    this.position = new DialplanPosition(facts.place, { changed, report: () => this.#report('channel-dialplan') });
    this.parties = new ChannelParties(facts.parties ?? {}, {
      changed,
      report: (change) => this.#report(`channel-${change}-changed`),
    });
    this.#attributes = attributesOf(facts);
    this.line = facts.line(this);
  }

  get technology(): string {
    return this.endpoint.technology;
  }

  get state(): ChannelState {
    return this.#state;
  }

  get caller(): Party {
    return this.parties.caller;
  }

  get connected(): Party {
    return this.parties.connected;
  }

  get place(): DialplanPlace {
    return this.position.place;
  }

  get application(): RunningApplication {
    return this.position.application;
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
  get hangupCause(): number {
    return this.#ending.cause;
  }

  /** The same in the numbers of its technology. */
  get technologyCause(): number | undefined {
    return this.#ending.technologyCause;
  }

  snapshot(): ChannelSnapshot {
    return (this.#snapshot ??= this.#take());
  }

  /** Raises the event of its creation. Separate from the constructor, so that both ends of a pair exist first. */
  announce(): void {
    this.#isAnnounced = true;
    this.deps.endpoints.channelMade(this);
    this.#report('channel-created');
  }

  setState(state: ChannelState): void {
    if (state === this.#state || this.#isGone) return;
    this.#state = state;
    this.#changed();
    this.#report('channel-state-changed');
    this.line.stateChanged?.();
  }

  setAttributes(attributes: Partial<ChannelAttributes>): void {
    const { accountCode: before } = this.#attributes;
    Object.assign(this.#attributes, attributes);
    this.#changed();
    if (!this.#isAnnounced || before === this.#attributes.accountCode) return;
    this.deps.events.emit({ type: 'channel-account-changed', at: this.deps.now(), channel: this.snapshot(), before });
  }

  /** Sets a plain variable; without a value removes it silently. `_` and `__` in front say who inherits it. */
  setVariable(given: string, value: string | undefined, isShown?: boolean): void {
    const name = this.variables.set(given, value);
    if (isShown !== undefined) this.showVariable(name, isShown);
    if (value === undefined) this.#changed();
    else this.variableChanged(given, value);
  }

  /** Says that a variable has a new value, wherever that is kept. */
  variableChanged(name: string, value: string): void {
    if (this.#showsVariables) this.#changed();
    this.deps.events.emit({
      type: 'channel-variable-set',
      at: this.deps.now(),
      channel: this.snapshot(),
      name,
      value,
    });
  }

  /** Shows a variable or function with the channel from now on, or no longer. */
  showVariable(name: string, isShown: boolean): void {
    this.variables.show(name, isShown);
    this.#changed();
  }

  /** Intercepts hold: reports it instead of passing it on. */
  interceptHold(isOn: boolean): void {
    this.#interceptsHold = isOn;
  }

  /** Puts the far end on hold, or ends that. False when its technology has no way to tell it. */
  hold(signal: HoldSignal): boolean {
    if (!this.#interceptsHold && !this.line.carries(signal.type)) return false;
    if (this.#interceptsHold) this.#reportHold(signal);
    else this.line.send(signal);
    return true;
  }

  /** Something has come from the far end. */
  receive(signal: ChannelSignal): void {
    if (this.#isGone) return;
    switch (signal.type) {
      case 'digit':
        this.#reportDigit(signal);
        break;
      case 'hold':
      case 'unhold':
        this.#reportHold(signal);
        if (this.#interceptsHold) return;
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
  receivePassedOn(signal: HoldSignal): void {
    if (!this.#isGone) this.#tellListeners(signal);
  }

  /**
   * What runs the channel, or bridges it, listens to what comes from the far end. What calls out on it hears of it
   * first: the others see the state that the signal brings about.
   */
  onSignal(listener: SignalListener, phase: SignalPhase = 'other'): () => void {
    const listeners = this.#signalListeners[phase];
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  /** The server ends the channel. The request shows the flag; the cause is what the far end and the records get. */
  hangUp(ending: number | Partial<Ending> = {}, flag: number = softHangup.asked): void {
    if (this.#isGone) return;
    this.#beforeEnd();
    // What the far end has said before is told with every request.
    const { technology } = this.#ending;
    this.#ending.set(typeof ending === 'number' ? { cause: ending } : ending);
    this.#requestHangup({ cause: flag, ...technology }, true);
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

  /** Takes note of why the channel is going to end, without ending it yet. */
  setHangupCause(ending: number | Ending): void {
    this.#ending.set(typeof ending === 'number' ? { cause: ending } : ending);
  }

  /** The channel was in a bridge: that is how it ends unless it is told otherwise. */
  wasBridged(): void {
    this.#ending.setDefault(causes.normal);
  }

  /** The end of whatever was run: the far end is told, and then there is no channel any more. Twice is harmless. */
  destroy(): void {
    if (this.#isGone) return;
    this.#beforeEnd();
    this.#isGone = true;
    this.#ending.begin();
    for (const onDestroyed of [...this.#destroyedListeners]) onDestroyed();
    this.#ending.told(this.line.hangUp(this.#ending.both));
    this.position.rest();
    this.deps.remove(this);
    const facts = { at: this.deps.now(), channel: this.snapshot(), ...this.#ending.technology };
    this.deps.events.emit({ type: 'channel-destroyed', ...facts, cause: this.hangupCause });
    this.deps.endpoints.channelGone(this);
    this.#destroyedListeners.clear();
    for (const listeners of Object.values(this.#signalListeners)) listeners.clear();
  }

  /** Called when the channel goes, for what it owns. */
  onDestroyed(onDestroyed: () => void): () => void {
    this.#destroyedListeners.add(onDestroyed);
    return () => void this.#destroyedListeners.delete(onDestroyed);
  }

  #beforeEnd(): void {
    if (this.#isAboutToEnd) return;
    this.#isAboutToEnd = true;
    this.line.beforeEnd?.();
  }

  #requestHangup(request: HangupRequest, isSoft: boolean): void {
    const facts = { at: this.deps.now(), channel: this.snapshot() };
    this.deps.events.emit({ type: 'channel-hangup-requested', ...facts, ...request, isSoft });
    this.#ending.begin();
  }

  #report(
    type:
      | 'channel-created'
      | 'channel-state-changed'
      | 'channel-caller-changed'
      | 'channel-connected-changed'
      | 'channel-dialplan',
  ): void {
    this.deps.events.emit({ type, at: this.deps.now(), channel: this.snapshot() });
  }

  get #showsVariables(): boolean {
    const { shownVariables, managerVariables } = this.deps;
    return this.variables.shown.size > 0 || shownVariables().length > 0 || (managerVariables?.().length ?? 0) > 0;
  }

  #reportDigit({ digit, milliseconds }: Extract<ChannelSignal, { type: 'digit' }>): void {
    const facts = { at: this.deps.now(), channel: this.snapshot() };
    this.deps.events.emit({ type: 'channel-digit', ...facts, digit, milliseconds });
  }

  #tellListeners(signal: ChannelSignal): void {
    const { dialling, other } = this.#signalListeners;
    for (const listener of [...dialling, ...other]) listener(signal);
  }

  #reportHold(signal: HoldSignal): void {
    const facts = { at: this.deps.now(), channel: this.snapshot() };
    if (signal.type === 'unhold') this.deps.events.emit({ type: 'channel-unheld', ...facts });
    else this.deps.events.emit({ type: 'channel-held', ...facts, musicClass: signal.musicClass });
  }

  #changed(): void {
    this.#snapshot = undefined;
  }

  #take(): ChannelSnapshot {
    const { language, accountCode, tenantId, linkedId } = this.#attributes;
    return {
      id: this.id,
      name: this.name,
      endpoint: this.endpoint,
      state: this.#state,
      protocolId: this.protocolId,
      caller: this.caller,
      connected: this.connected,
      redirectedFrom: this.parties.redirectedFrom,
      accountCode,
      tenantId,
      linkedId,
      place: this.place,
      application: this.application,
      createdAt: this.createdAt,
      language,
      variables: this.#shownVariables(),
      managerVariables: this.#managerVariables(),
    };
  }

  #managerVariables(): Readonly<Record<string, string>> | undefined {
    const names = this.deps.managerVariables?.() ?? [];
    if (names.length === 0) return undefined;
    return Object.fromEntries(names.map((name) => [name, this.deps.read(this, name) ?? '']));
  }

  #shownVariables(): Readonly<Record<string, string>> | undefined {
    const configured = this.deps.shownVariables();
    if (this.variables.shown.size === 0 && configured.length === 0) return undefined;
    const chosen = [...this.variables.shown].filter((name) => !configured.includes(name));
    return Object.fromEntries([
      ...configured.map((name) => [name, this.deps.read(this, name) ?? '']),
      // A client asked for it, and must not see more than it may read.
      ...chosen.map((name) => [name, this.deps.read(this, name, 'outside') ?? '']),
    ]) as Readonly<Record<string, string>>;
  }
}

function attributesOf({ id, language, linkedId = id, attributes = {} }: ChannelInit): ChannelAttributes {
  const { accountCode = '', tenantId = '', musicClass = '', toneZone = '' } = attributes;
  return {
    language: attributes.language ?? language,
    accountCode,
    tenantId,
    musicClass,
    toneZone,
    linkedId: attributes.linkedId ?? linkedId,
  };
}

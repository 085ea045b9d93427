import type { EndpointName } from '../endpoint';
import { ChannelAudio } from './channel-audio';
import type { ChannelDeps, ChannelFacts, ChannelTraits } from './channel-facts';
import type { ChannelSnapshot } from './channel-snapshot';
import type { ChannelState } from './channel-state';
import { ChannelVariables } from './channel-variables';
import type { DialplanPlace, RunningApplication } from './dialplan-place';
import { idle } from './dialplan-place';
import { causes, softHangup } from './hangup-cause';
import type { Line } from './line';
import type { Party } from './party';
import { looksLike, nobody } from './party';
import type { HoldSignal, LineSignal } from './signal';
import type { StopSignal } from '../../shared/stop-signal';
import { Stopper } from '../../shared/stop-signal';

/**
 * One leg of a call. It is run by exactly one thing at a time, a dialplan or an application, and `signal` tells that
 * one when it has to end. What changes is changed by methods, which report it.
 */
export class Channel {
  readonly id: string;
  readonly name: string;
  readonly endpoint: EndpointName;
  readonly createdAt: number;
  readonly protocolId: string;
  readonly variables = new ChannelVariables();
  readonly audio = new ChannelAudio();
  readonly line: Line;
  readonly #traits: ChannelTraits;
  readonly #ending = new Stopper();
  readonly #signalListeners = new Set<(signal: LineSignal) => void>();
  readonly #farewells = new Set<() => void>();
  #state: ChannelState;
  #caller = nobody;
  #connected = nobody;
  #redirectedFrom: string | undefined;
  #place: DialplanPlace;
  #application = idle;
  /** What it shows when nothing runs: for a line that was called out on, that it is one. */
  #restingApplication = idle;
  #cause: number | undefined;
  /** Why it ends, in the numbers of its technology. */
  #technologyCause: number | undefined;
  #isGone = false;
  #interceptsHold = false;
  #snapshot: ChannelSnapshot | undefined;

  constructor(
    facts: ChannelFacts,
    private readonly deps: ChannelDeps,
  ) {
    this.id = facts.id;
    this.name = facts.name;
    this.endpoint = { technology: facts.technology, resource: facts.endpoint };
    this.protocolId = facts.protocolId ?? '';
    this.createdAt = deps.now();
    this.#state = facts.state;
    this.#place = facts.place;
    const { language, linkedId = facts.id } = facts;
    this.#traits = { language, accountCode: '', tenantId: '', musicClass: '', toneZone: '', linkedId };
    this.line = facts.line(this);
  }

  get technology(): string {
    return this.endpoint.technology;
  }

  get state(): ChannelState {
    return this.#state;
  }

  get caller(): Party {
    return this.#caller;
  }

  get connected(): Party {
    return this.#connected;
  }

  get redirectedFrom(): string | undefined {
    return this.#redirectedFrom;
  }

  get place(): DialplanPlace {
    return this.#place;
  }

  get application(): RunningApplication {
    return this.#application;
  }

  get traits(): Readonly<ChannelTraits> {
    return this.#traits;
  }

  /** Fires when the channel is to end; whatever runs it has to come to its end then. */
  get signal(): StopSignal {
    return this.#ending.signal;
  }

  /** Whether somebody has hung up. From then on the channel takes no commands, though it may live a moment longer. */
  get isEnding(): boolean {
    return this.#ending.signal.aborted;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Why it ends, as far as is known by now. */
  get hangupCause(): number {
    return this.#cause ?? causes.unknown;
  }

  snapshot(): ChannelSnapshot {
    return (this.#snapshot ??= this.#take());
  }

  /** Tells everybody that it exists. Separate from its making, so that both ends of a pair exist first. */
  announce(): void {
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

  setCaller(party: Partial<Party>): void {
    const before = this.#caller;
    this.#caller = { ...before, ...party };
    this.#changed();
    if (!looksLike(before, this.#caller)) this.#report('channel-caller-changed');
  }

  setConnected(party: Partial<Party>): void {
    const before = this.#connected;
    this.#connected = { ...before, ...party };
    this.#changed();
    if (!looksLike(before, this.#connected)) this.#report('channel-connected-changed');
  }

  /**
   * Changes who is at both ends at once, and reports it afterwards: each report shows both. `between` is for what has
   * to be reported before.
   */
  identify(parties: { readonly caller?: Party; readonly connected?: Party }, between?: () => void): void {
    const before = { caller: this.#caller, connected: this.#connected };
    this.#caller = parties.caller ?? before.caller;
    this.#connected = parties.connected ?? before.connected;
    this.#changed();
    between?.();
    if (!looksLike(before.caller, this.#caller)) this.#report('channel-caller-changed');
    if (!looksLike(before.connected, this.#connected)) this.#report('channel-connected-changed');
  }

  setRedirectedFrom(number: string | undefined): void {
    this.#redirectedFrom = number;
    this.#changed();
  }

  setTraits(traits: Partial<ChannelTraits>): void {
    Object.assign(this.#traits, traits);
    this.#changed();
  }

  /** Changes what the dialplan shows without anything being run. */
  moveTo({ context, extension, priority }: Partial<DialplanPlace>): void {
    const before = this.#place;
    this.#place = {
      context: context ?? before.context,
      extension: extension ?? before.extension,
      priority: priority ?? before.priority,
    };
    this.#changed();
  }

  /** Shows that an application runs, at the present place or at another one. */
  runs(application: RunningApplication, place: DialplanPlace = this.#place): void {
    this.shows(application, place);
    this.#report('channel-dialplan');
  }

  /** Like `runs`, for what is not a step of its own. */
  shows(application: RunningApplication, place: DialplanPlace = this.#place): void {
    this.#application = application;
    this.#place = place;
    this.#changed();
  }

  /** What it shows from now on whenever nothing runs. */
  rests(application: RunningApplication): void {
    this.#restingApplication = application;
  }

  /** Sets a plain variable; without a value removes it, unheard. `_` and `__` in front say who inherits it. */
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

  /** Keeps hold to itself, whoever asks for it, and reports it instead of passing it on. */
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
  receive(signal: LineSignal): void {
    if (this.#isGone) return;
    if (signal.type === 'digit') this.#reportDigit(signal);
    if (this.#interceptsHold && (signal.type === 'hold' || signal.type === 'unhold')) return this.#reportHold(signal);
    this.#tellListeners(signal);
  }

  /** Hold that another channel of ours passes on. It is intercepted where it was asked for, and nowhere else. */
  receivePassedOn(signal: HoldSignal): void {
    if (!this.#isGone) this.#tellListeners(signal);
  }

  /** Whoever runs the channel, or bridges it, listens to what comes from the far end. */
  onSignal(listener: (signal: LineSignal) => void): () => void {
    this.#signalListeners.add(listener);
    return () => void this.#signalListeners.delete(listener);
  }

  /** The server ends the channel. The request shows the flag; the cause is what the far end and the records get. */
  hangUp(cause: number | undefined = undefined, flag: number = softHangup.asked): void {
    if (this.#isGone) return;
    this.#cause = cause ?? this.#cause;
    this.#requestHangup({ cause: flag, isSoft: true });
  }

  /** The far end has gone. Where its technology has a number for that, no other one is kept. */
  farEndHungUp(cause: number, technologyCause?: number): void {
    if (this.#isGone) return;
    // What is no cause of the network is no cause of the channel's end either.
    if (technologyCause === undefined) this.#cause ??= Math.max(cause, causes.unknown);
    else this.#technologyCause ??= technologyCause;
    this.#requestHangup({ cause, isSoft: false, ...this.#technologyFacts });
  }

  /** Ends the channel without anybody having asked for it: what it was for has come to nothing. */
  giveUp(cause: number): void {
    if (this.#isGone) return;
    this.#cause = cause;
    this.#ending.abort();
  }

  /** Takes note of why the channel is going to end, without ending it yet. */
  willEndWith(cause: number): void {
    this.#cause = cause;
  }

  /** The end of whatever was run: the far end is told, and then there is no channel any more. Twice is harmless. */
  destroy(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#ending.abort();
    for (const farewell of [...this.#farewells]) farewell();
    this.line.hangUp(this.hangupCause);
    this.#application = this.#restingApplication;
    this.#changed();
    this.deps.remove(this);
    const facts = { at: this.deps.now(), channel: this.snapshot(), ...this.#technologyFacts };
    this.deps.events.emit({ type: 'channel-destroyed', ...facts, cause: this.hangupCause });
    this.deps.endpoints.channelGone(this);
    this.#farewells.clear();
    this.#signalListeners.clear();
  }

  /** Called when the channel goes, for what it owns. */
  onGone(farewell: () => void): () => void {
    this.#farewells.add(farewell);
    return () => void this.#farewells.delete(farewell);
  }

  #requestHangup(request: {
    readonly cause: number;
    readonly isSoft: boolean;
    readonly technologyCause?: number;
  }): void {
    const facts = { at: this.deps.now(), channel: this.snapshot() };
    this.deps.events.emit({ type: 'channel-hangup-requested', ...facts, ...request });
    this.#ending.abort();
  }

  get #technologyFacts(): { readonly technologyCause?: number } {
    return this.#technologyCause === undefined ? {} : { technologyCause: this.#technologyCause };
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
    return this.variables.shown.size > 0 || this.deps.shownVariables().length > 0;
  }

  #reportDigit({ digit, milliseconds }: Extract<LineSignal, { type: 'digit' }>): void {
    const facts = { at: this.deps.now(), channel: this.snapshot() };
    this.deps.events.emit({ type: 'channel-digit', ...facts, digit, milliseconds });
  }

  #tellListeners(signal: LineSignal): void {
    for (const listener of [...this.#signalListeners]) listener(signal);
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
    const { language, accountCode, tenantId, linkedId } = this.#traits;
    return {
      id: this.id,
      name: this.name,
      endpoint: this.endpoint,
      state: this.#state,
      protocolId: this.protocolId,
      caller: this.#caller,
      connected: this.#connected,
      redirectedFrom: this.#redirectedFrom,
      accountCode,
      tenantId,
      linkedId,
      place: this.#place,
      application: this.#application,
      createdAt: this.createdAt,
      language,
      variables: this.#shownVariables(),
    };
  }

  #shownVariables(): Readonly<Record<string, string>> | undefined {
    if (!this.#showsVariables) return undefined;
    const configured = this.deps.shownVariables();
    const chosen = [...this.variables.shown].filter((name) => !configured.includes(name));
    return Object.fromEntries([
      ...configured.map((name) => [name, this.deps.read(this, name) ?? '']),
      // A client asked for it, and must not see more than it may read.
      ...chosen.map((name) => [name, this.deps.read(this, name, 'outside') ?? '']),
    ]) as Readonly<Record<string, string>>;
  }
}

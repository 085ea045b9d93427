import type { Channel } from './channel';
import type { HoldReporter } from './channel-hold';
import type { ChannelDeps } from './channel-init';
import type { PartiesObserver } from './channel-parties';
import type { ChannelSnapshot } from './channel-snapshot';
import type { VariablesObserver } from './channel-variables';
import type { PositionObserver } from './dialplan-position';
import type { ChannelSignal, HoldSignal } from './signal';

type PlainEvent =
  | 'channel-created'
  | 'channel-state-changed'
  | 'channel-caller-changed'
  | 'channel-connected-changed'
  | 'channel-dialplan';

/**
 * What is seen of a channel: its snapshot, and the events that show it. The parts of the channel say what they change. One object
 * for all of them: a call that does nothing consists of little else.
 */
export class ChannelReporter implements VariablesObserver, PositionObserver, PartiesObserver, HoldReporter {
  #snapshot: ChannelSnapshot | undefined;

  constructor(
    private readonly channel: Channel,
    private readonly deps: ChannelDeps,
  ) {}

  snapshot(): ChannelSnapshot {
    return (this.#snapshot ??= this.#take());
  }

  changed(): void {
    this.#snapshot = undefined;
  }

  report(type: PlainEvent): void {
    if (!this.deps.events.hears(type)) return;
    this.deps.events.emit({ type, at: this.deps.now(), channel: this.snapshot() });
  }

  applicationStarted(): void {
    this.report('channel-dialplan');
  }

  partyChanged(party: 'caller' | 'connected'): void {
    this.report(`channel-${party}-changed`);
  }

  variableSet(name: string, value: string): void {
    if (this.#showsVariables()) this.changed();
    // A call sets dozens of them.
    if (!this.deps.events.hears('channel-variable-set')) return;
    this.deps.events.emit({
      type: 'channel-variable-set',
      at: this.deps.now(),
      channel: this.snapshot(),
      name,
      value,
    });
  }

  held(signal: HoldSignal): void {
    const { events, now } = this.deps;
    if (signal.type === 'unhold') events.emit({ type: 'channel-unheld', at: now(), channel: this.snapshot() });
    else events.emit({ type: 'channel-held', at: now(), channel: this.snapshot(), musicClass: signal.musicClass });
  }

  digit({ digit, milliseconds }: Extract<ChannelSignal, { type: 'digit' }>): void {
    this.deps.events.emit({
      type: 'channel-digit',
      at: this.deps.now(),
      channel: this.snapshot(),
      digit,
      milliseconds,
    });
  }

  #showsVariables(): boolean {
    const { shownVariables, managerVariables } = this.deps;
    const { shown } = this.channel.variables;
    return shown.size > 0 || shownVariables().length > 0 || (managerVariables?.().length ?? 0) > 0;
  }

  #take(): ChannelSnapshot {
    const { id, name, endpoint, state, protocolId, createdAt, parties, position } = this.channel;
    const { language, accountCode, tenantId, linkedId } = this.channel.attributes;
    return {
      id,
      name,
      endpoint,
      state,
      protocolId,
      caller: parties.caller,
      connected: parties.connected,
      redirectedFrom: parties.redirectedFrom,
      accountCode,
      tenantId,
      linkedId,
      place: position.place,
      application: position.application,
      createdAt,
      language,
      variables: this.#shownVariables(),
      managerVariables: this.#managerVariables(),
    };
  }

  #managerVariables(): Readonly<Record<string, string>> | undefined {
    const names = this.deps.managerVariables?.() ?? [];
    if (names.length === 0) return undefined;
    return Object.fromEntries(names.map((name) => [name, this.deps.read(this.channel, name) ?? '']));
  }

  #shownVariables(): Readonly<Record<string, string>> | undefined {
    const { channel, deps } = this;
    const { shown } = channel.variables;
    const configured = deps.shownVariables();
    if (shown.size === 0 && configured.length === 0) return undefined;
    const chosen = [...shown].filter((name) => !configured.includes(name));
    return Object.fromEntries([
      ...configured.map((name) => [name, deps.read(channel, name) ?? '']),
      // A client asked for it, and must not see more than it may read.
      ...chosen.map((name) => [name, deps.read(channel, name, 'outside') ?? '']),
    ]) as Readonly<Record<string, string>>;
  }
}

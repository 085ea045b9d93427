import { lineOf } from './call-events';
import type { Message } from '../sockets/socket-peer';

interface ChannelLife {
  isGone: boolean;
  /** The bridge it is in. */
  bridge: string | undefined;
}

interface BridgeLife {
  isGone: boolean;
  readonly members: Set<string>;
}

/**
 * Holds what an application that hears of all channels and bridges is told against the order in which it may be told:
 * a life begins with its creation, ends with its destruction and has nothing behind that, who enters leaves, and a
 * bridge is empty at its end.
 */
export class LegalEvents {
  readonly violations: string[] = [];
  readonly #channels = new Map<string, ChannelLife>();
  readonly #bridges = new Map<string, BridgeLife>();
  readonly #types = new Set<string>();

  /** Types of all events so far. */
  get types(): ReadonlySet<string> {
    return this.#types;
  }

  take(message: Message): void {
    const line = lineOf(message);
    this.#types.add(message.type);
    for (const field of ['channel', 'peer', 'caller'])
      if (typeof message[field] === 'object') this.#ofChannel(idIn(message[field]), line, message.type);
    if (typeof message['bridge'] === 'object') this.#ofBridge(idIn(message['bridge']), line, message.type);
    if (message.type === 'ChannelEnteredBridge') this.#enter(idIn(message['channel']), idIn(message['bridge']), line);
    if (message.type === 'ChannelLeftBridge') this.#leave(idIn(message['channel']), idIn(message['bridge']), line);
  }

  /** Everything that was created must be gone by now. */
  finish(): readonly string[] {
    for (const [id, { isGone }] of [...this.#channels, ...this.#bridges])
      if (!isGone) this.violations.push(`${id} has no end`);
    return this.violations;
  }

  #ofChannel(id: string, line: string, type: string): void {
    const life = this.#channels.get(id);
    if (type === 'ChannelCreated') {
      if (life?.isGone === false) this.violations.push(`${line}: it is there already`);
      this.#channels.set(id, { isGone: false, bridge: undefined });
      return;
    }
    if (life === undefined) this.violations.push(`${line}: ${id} was not created`);
    else if (life.isGone) this.violations.push(`${line}: ${id} is gone`);
    if (type !== 'ChannelDestroyed' || life === undefined) return;
    if (life.bridge !== undefined) this.violations.push(`${line}: it is still in ${life.bridge}`);
    life.isGone = true;
  }

  #ofBridge(id: string, line: string, type: string): void {
    const life = this.#bridges.get(id);
    if (type === 'BridgeCreated') {
      if (life?.isGone === false) this.violations.push(`${line}: it is there already`);
      this.#bridges.set(id, { isGone: false, members: new Set() });
      return;
    }
    if (life === undefined) this.violations.push(`${line}: ${id} was not created`);
    else if (life.isGone) this.violations.push(`${line}: ${id} is gone`);
    if (type !== 'BridgeDestroyed' || life === undefined) return;
    if (life.members.size > 0) this.violations.push(`${line}: ${[...life.members].join()} are still inside`);
    life.isGone = true;
  }

  #enter(channel: string, bridge: string, line: string): void {
    const life = this.#channels.get(channel);
    if (life?.bridge !== undefined) this.violations.push(`${line}: it is in ${life.bridge} already`);
    if (life !== undefined) life.bridge = bridge;
    this.#bridges.get(bridge)?.members.add(channel);
  }

  #leave(channel: string, bridge: string, line: string): void {
    const life = this.#channels.get(channel);
    if (life?.bridge !== bridge) this.violations.push(`${line}: it is in ${life?.bridge ?? 'none'}`);
    if (life !== undefined) life.bridge = undefined;
    this.#bridges.get(bridge)?.members.delete(channel);
  }
}

/** The order of what an application is told about its own channels, over one socket. */
export class LegalVisits {
  readonly violations: string[] = [];
  readonly #inside = new Map<string, boolean>();
  readonly #asked = new Set<string>();

  /** An application that comes back may hear of the end of visits whose beginning it missed or saw long ago. */
  constructor(private readonly isFirst: boolean) {}

  take(message: Message): void {
    // Ids may be used again, and not every application hears of the end of a channel; names are never used again.
    const { name: id = '' } = (message['channel'] ?? {}) as { readonly name?: string };
    if (message.type === 'ChannelHangupRequest') this.#asked.add(id);
    if (message.type === 'ChannelDestroyed') {
      if (this.#inside.get(id) === true) this.violations.push(`${lineOf(message)}: it did not leave the application`);
      this.#inside.delete(id);
      this.#asked.delete(id);
    }
    if (message.type === 'StasisStart') {
      if (this.#inside.get(id) === true) this.violations.push(`${lineOf(message)}: it is inside already`);
      if (this.#asked.has(id)) this.violations.push(`${lineOf(message)}: it has been hung up`);
      this.#inside.set(id, true);
    }
    if (message.type === 'StasisEnd') {
      const was = this.#inside.get(id);
      if (was === false || (was === undefined && this.isFirst))
        this.violations.push(`${lineOf(message)}: it was not inside`);
      this.#inside.set(id, false);
    }
  }
}

function idIn(value: unknown): string {
  const { id = '' } = (value ?? {}) as { readonly id?: string };
  return id;
}

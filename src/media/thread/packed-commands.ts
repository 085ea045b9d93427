import type { LegId } from '../../shared/ids';
import type { NetworkPlace } from '../../shared/network/network-place';
import type { CommandOf, MediaCommand, MemberRole } from '../protocol';
import type { RtcpRoute, RtpMedia } from '../protocol-rtp';
import type { RtpTerms } from './rtp-terms';
import { isSameTerms, readTerms, termsText } from './rtp-terms';

/**
 * Commands on their way to the media thread, as one list. Objects are copied member by member and with the names of all
 * members, which was most of what the thread did for a short call. So the commands of every call go as their word and
 * the values behind it, and what many legs have in common goes as one text, which the thread reads once. All others go
 * as they are.
 */
export type PackedCommands = readonly PackedValue[];

type PackedValue = string | number | boolean | undefined | SharedArrayBuffer | MediaCommand;

/** Terms that are remembered: a server has a few for each kind of phone. */
const mostTerms = 500;

const unprotected: RtpMedia['security'] = { kind: 'none' };

/** Packs the commands for one thread, all of them and in their order. Undone by `CommandReader`. */
export class CommandPacker {
  /** Of the last board. */
  #memory: SharedArrayBuffer | undefined;
  /** Of the last configuration. */
  #terms: RtpMedia | undefined;

  /** In a list without holes, which is copied faster. */
  pack(commands: readonly MediaCommand[]): PackedCommands {
    const values: PackedValue[] = [];
    for (const command of commands) this.#add(command, values);
    return values;
  }

  #add(command: MediaCommand, values: PackedValue[]): unknown {
    switch (command.do) {
      case 'reserve-rtp':
        return this.#addReservation(command, values);
      case 'configure-rtp':
        return this.#addConfiguration(command, values);
      case 'start-leg':
      case 'close-leg':
        return values.push(command.do, command.leg);
      case 'open-bridge':
        return values.push(command.do, command.bridge, command.mixes);
      case 'join-bridge':
        return values.push(command.do, command.bridge, command.leg, command.role.isMuted, command.role.isAnnouncer);
      case 'leave-bridge':
        return values.push(command.do, command.bridge, command.leg);
      case 'close-bridge':
        return values.push(command.do, command.bridge);
      default:
        return values.push(command);
    }
  }

  /** The memory of the board is left out where it is the same as before. */
  #addReservation(command: CommandOf<'reserve-rtp'>, values: PackedValue[]): unknown {
    const { leg, rate, local, ports, board } = command;
    if (local.kind !== 'towards') return values.push(command);
    const { host, port } = local.remote;
    const memory = board === undefined || board.memory === this.#memory ? undefined : board.memory;
    this.#memory = memory ?? this.#memory;
    return values.push('reserve-rtp', leg, rate, host, port, ports.first, ports.last, board?.index, memory);
  }

  /** Terms are left out where they are the same as before. Keys are of one call only: commands with them stay as they are. */
  #addConfiguration(command: CommandOf<'configure-rtp'>, values: PackedValue[]): unknown {
    const { leg, media } = command;
    const { remote, rtcp, security } = media;
    if (security.kind !== 'none') return values.push(command);
    const reports = rtcp.kind === 'place' ? rtcp.place : undefined;
    const terms = this.#terms !== undefined && isSameTerms(media, this.#terms) ? undefined : termsText(media);
    this.#terms = media;
    return values.push('configure-rtp', leg, terms, remote?.host, remote?.port, reports?.host, reports?.port);
  }
}

/** Reads packed commands. Legs with the same terms share the objects of these. */
export class CommandReader {
  readonly #known = new Map<string, RtpTerms>();
  /** Of the last board. */
  #memory: SharedArrayBuffer | undefined;
  /** Of the last configuration. */
  #terms: RtpTerms | undefined;

  read(packed: PackedCommands, apply: (command: MediaCommand) => void): void {
    const values = new PackedValues(packed);
    while (values.hasMore) apply(this.#next(values));
  }

  /** The members of an object are read in the order in which they are written here. */
  #next(values: PackedValues): MediaCommand {
    const first = values.next();
    switch (first) {
      case 'reserve-rtp':
        return this.#readReservation(values);
      case 'configure-rtp':
        return this.#readConfiguration(values);
      case 'start-leg':
        return { do: 'start-leg', leg: values.leg() };
      case 'close-leg':
        return { do: 'close-leg', leg: values.leg() };
      case 'open-bridge':
        return { do: 'open-bridge', bridge: values.text(), mixes: values.next() as 'all' | 'announcers' };
      case 'join-bridge':
        return { do: 'join-bridge', bridge: values.text(), leg: values.leg(), role: readRole(values) };
      case 'leave-bridge':
        return { do: 'leave-bridge', bridge: values.text(), leg: values.leg() };
      case 'close-bridge':
        return { do: 'close-bridge', bridge: values.text() };
      default:
        return first as MediaCommand;
    }
  }

  #readReservation(values: PackedValues): MediaCommand {
    const leg = values.leg();
    const rate = values.number();
    const local = { kind: 'towards', remote: { host: values.text(), port: values.number() } } as const;
    const ports = { first: values.number(), last: values.number() };
    const index = values.next() as number | undefined;
    const given = values.next() as SharedArrayBuffer | undefined;
    const memory = (this.#memory = given ?? this.#memory);
    return index === undefined || memory === undefined
      ? { do: 'reserve-rtp', leg, rate, local, ports }
      : { do: 'reserve-rtp', leg, rate, local, ports, board: { memory, index } };
  }

  #readConfiguration(values: PackedValues): MediaCommand {
    const leg = values.leg();
    const terms = this.#termsOf(values.next() as string | undefined);
    const remote = values.place();
    const place = values.place();
    const { rate, direction, packetTime, send, receive, sender, watch } = terms;
    const rtcp: RtcpRoute = place === undefined ? terms.rtcp : { kind: 'place', place };
    return {
      do: 'configure-rtp',
      leg,
      media: { rate, remote, rtcp, direction, packetTime, send, receive, sender, watch, security: unprotected },
    };
  }

  /** Those of the last configuration, unless others are given. */
  #termsOf(given: string | undefined): RtpTerms {
    if (given === undefined && this.#terms !== undefined) return this.#terms;
    const text = given ?? '';
    this.#terms = this.#known.get(text) ?? this.#learn(text);
    return this.#terms;
  }

  #learn(text: string): RtpTerms {
    if (this.#known.size >= mostTerms) this.#known.clear();
    const terms = readTerms(text);
    this.#known.set(text, terms);
    return terms;
  }
}

/** Packed values one after the other, each as what it was packed as. */
class PackedValues {
  #at = 0;

  constructor(private readonly values: PackedCommands) {}

  get hasMore(): boolean {
    return this.#at < this.values.length;
  }

  next(): PackedValue {
    const value = this.values[this.#at];
    this.#at += 1;
    return value;
  }

  text(): string {
    return this.next() as string;
  }

  number(): number {
    return this.next() as number;
  }

  leg(): LegId {
    return this.next() as LegId;
  }

  place(): NetworkPlace | undefined {
    const host = this.next() as string | undefined;
    const port = this.next() as number | undefined;
    return host === undefined || port === undefined ? undefined : { host, port };
  }
}

function readRole(values: PackedValues): MemberRole {
  return { isMuted: values.next() as boolean, isAnnouncer: values.next() as boolean };
}

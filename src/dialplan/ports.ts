import type { Channel } from '../engine/calls/channel/channel';
import type { DialplanPlace } from '../engine/calls/channel/dialplan-place';
import type { DeviceStateName, SettableState } from '../engine/device-state';

/** The variables that every call sees. */
export interface GlobalsPort {
  /** Undefined when it is neither set nor built in. */
  readonly find: (name: string) => string | undefined;
  /** Without a value the variable is removed. */
  readonly set: (name: string, value: string | undefined) => unknown;
}

export interface ChannelsPort {
  /** By id or by name. */
  readonly find: (idOrName: string) => Channel | undefined;
  readonly list: () => readonly Channel[];
}

export interface DevicesPort {
  readonly stateOf: (device: string) => DeviceStateName;
  /** For the devices that dialplans keep for themselves; false for all others. */
  readonly set: (device: string, state: SettableState) => boolean;
}

/** What the dialplan's own contents tell. */
export interface PlanPort {
  readonly hasContext: (context: string) => boolean;
  readonly hasExtension: (context: string, extension: string) => boolean;
  readonly hasPriority: (place: DialplanPlace) => boolean;
  /** The devices that tell whether an extension is busy. */
  readonly findHint: (context: string, extension: string) => readonly string[] | undefined;
}

/** What is outside of the telephone system. */
export interface SystemPort {
  readonly environment: (name: string) => string | undefined;
  readonly setEnvironment: (name: string, value: string) => void;
  /** What the command prints; undefined when it cannot be run. */
  readonly shell: (command: string) => string | undefined;
  /** Undefined when there is no such file. */
  readonly readFile: (path: string) => string | undefined;
  readonly stat: (path: string) => FileFacts | undefined;
}

export interface FileFacts {
  readonly kind: 'file' | 'folder' | 'other';
  readonly size: number;
  readonly mode: number;
  readonly createdAt: number;
  readonly changedAt: number;
  readonly readAt: number;
}

import type { NotifyOptions } from './files/pjsip-notify-conf';
import type { AddressRule } from '../shared/network/address-rules';
import type { ManagerFilter } from './files/interfaces/manager-filter';
import type { TlsConfig } from './server-config';

/** manager.conf. */
export interface ManagerConfig {
  readonly enabled: boolean;
  readonly bindAddress: string;
  readonly port: number;
  readonly tls: TlsConfig | undefined;
  /** Milliseconds that a connection has to log in. */
  readonly authTimeout: number;
  /** Connections that are not logged in at the same time. */
  readonly authLimit: number;
  /** Whether it is served by the HTTP listener, too. */
  readonly webEnabled: boolean;
  /** Milliseconds without a request after which a session over HTTP ends. */
  readonly webTimeout: number;
  /** Whether events carry the time at which they happened. */
  readonly timestampEvents: boolean;
  /** Variables that are shown with every channel. */
  readonly channelVars: readonly string[];
  readonly users: readonly ManagerUserConfig[];
  /** What phones can be sent by the action PJSIPNotify. */
  readonly notifyOptions: NotifyOptions;
}

export interface ManagerUserConfig {
  readonly name: string;
  readonly password: string;
  readonly passwordFormat: 'plain' | 'crypt' | 'scrypt';
  readonly rules: readonly AddressRule[];
  /** Bits of the classes whose events it receives, and whose actions it may use. */
  readonly read: number;
  readonly write: number;
  readonly filters: readonly ManagerFilter[];
  /** Set on every channel that it originates. */
  readonly variables: readonly { readonly name: string; readonly value: string }[];
  /** Milliseconds that it may read nothing of what waits for it. */
  readonly writeTimeout: number;
  readonly displayConnects: boolean;
  readonly allowMultipleLogin: boolean;
}

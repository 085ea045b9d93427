import type { DeviceStateName } from '../../../engine/device-state';

/** An extension as its watchers are told of it. */
export interface ShownExtension {
  /** `sip:100@example.com` */
  readonly entity: string;
  readonly extension: string;
  readonly state: DeviceStateName;
  /** Whether a phone that rings during another call is shown as ringing. */
  readonly showsSecondCall: boolean;
  /** Counts what one watcher was told. */
  readonly version: number;
}

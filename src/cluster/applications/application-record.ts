import type { UserLimits } from '../../stasis/applications';
import type { BucketEntry } from '../cluster-link';

/** Where a socket of an application is, and what its user may see. */
export interface SocketRecord extends UserLimits {
  readonly node: string;
  readonly incarnation: number;
  readonly subscribeAll: boolean;
  /** The epoch of an application that can resume. */
  readonly resume?: string | undefined;
  /** Of one whose node is gone: how long its events are still kept, in milliseconds since 1970. */
  readonly awayUntil?: number | undefined;
}

/** One of several sockets that share an application. */
export interface SharedSocketRecord extends SocketRecord {
  /** Its id in the application. */
  readonly id: string;
  /** Tells it from an earlier socket of the same id. */
  readonly connection: string;
}

/** The socket that has an application alone, or the sockets that share it. */
export type ApplicationRecord = SocketRecord | { readonly shared: readonly SharedSocketRecord[] };

/** Undefined for an application without a socket. */
export function readRecord({ value }: Pick<BucketEntry, 'value'>): ApplicationRecord | undefined {
  return value === undefined ? undefined : (JSON.parse(value) as ApplicationRecord);
}

export function sharedIn(record: ApplicationRecord | undefined): readonly SharedSocketRecord[] {
  return record !== undefined && 'shared' in record ? record.shared : [];
}

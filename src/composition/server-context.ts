import type { Persistence } from '../storage/persistence';
import type { LogChannels } from '../logging/log-channels';
import type { InForce } from './settings/in-force';
import type { ClusterBase } from './parts/cluster-base';
import type { PatchbayOptions } from './patchbay-options';

/** What every part of a server may need while it is wired. */
export interface ServerContext {
  readonly options: PatchbayOptions;
  readonly logs: LogChannels;
  readonly database: Persistence;
  /** Undefined for a server that is alone. */
  readonly cluster: ClusterBase | undefined;
  /** Called in reverse order. */
  readonly closers: (() => unknown)[];
  /** Milliseconds that calls get to end by themselves. */
  readonly grace: InForce<number>;
}

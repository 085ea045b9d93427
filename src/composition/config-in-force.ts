import type { ServerConfig } from '../config/server-config';

/** The configuration of the interface as it counts now. A reload replaces it. */
export class ConfigInForce {
  constructor(public current: ServerConfig) {}
}

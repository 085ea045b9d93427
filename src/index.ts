import type { EmbeddedOptions } from './composition/embedded';
import { startEmbedded } from './composition/embedded';

export type { EmbeddedOptions as PatchbayOptions };

/** A running server. */
export interface PatchbayServer {
  /** Where its interface is: `http://127.0.0.1:12345`. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** Reads the configuration again, after `configure` has changed it. Never rejects. */
  readonly reload: () => Promise<void>;
  /** Changes configuration files; a reload reads them. */
  readonly configure: (files: Readonly<Record<string, string>>) => void;
  /** Ends all calls and closes everything. Idempotent. */
  readonly close: () => Promise<void>;
}

/** Starts a server in this process. */
export async function startPatchbay(options: EmbeddedOptions = {}): Promise<PatchbayServer> {
  const { patchbay, url, user, password, configure, close } = await startEmbedded(options);
  return { url, user, password, configure, close, reload: () => patchbay.reload() };
}

import { createRequire } from 'node:module';
import type { NatsLibrary } from './nats-api';

const packages = ['@nats-io/transport-node', '@nats-io/jetstream', '@nats-io/kv'] as const;

/** Loaded when cluster.conf asks for it: a server that is alone neither needs nor loads the client. */
export function loadNats(): NatsLibrary {
  const load = createRequire(__filename);
  try {
    return Object.assign({}, ...packages.map((name) => load(name) as object)) as NatsLibrary;
  } catch (error) {
    throw new Error(`cluster.conf is enabled and the NATS client is not installed: npm install ${packages.join(' ')}`, {
      cause: error,
    });
  }
}

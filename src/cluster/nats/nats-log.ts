import type { EventLog } from '../cluster-link';
import type { JetStream, PushConsumer, StreamManager } from './nats-api';

/** What JetStream answers when a stream has another configuration. */
const streamInUse = 10_058;

/** Milliseconds that all entries have to come. */
const readTimeout = 5000;

/** Makes the stream, or gives it this configuration. */
export async function openStream({ streams }: StreamManager, name: string, limits: object): Promise<void> {
  const config = { storage: 'file', retention: 'limits', discard: 'old', ...limits };
  try {
    await streams.add({ name, ...config });
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== streamInUse) throw error;
    await streams.update(name, config);
  }
}

export interface NatsLogDeps {
  readonly jetstream: JetStream;
  readonly stream: string;
  /** In front of the names of lists. */
  readonly subject: string;
}

/** Lists of entries, kept by JetStream. */
export function natsLog({ jetstream, stream, subject }: NatsLogDeps): EventLog {
  const subjectOf = (name: string): string => `${subject}.${Buffer.from(name, 'utf8').toString('base64url')}`;
  return {
    append: async (name, id, data) => {
      await jetstream.publish(subjectOf(name), data, { msgID: id });
    },
    read: async (name) => {
      const consumer = await jetstream.consumers.getPushConsumer(stream, {
        filter_subject: subjectOf(name),
        deliver_policy: 'all',
        ack_policy: 'none',
      });
      try {
        return await stored(consumer);
      } finally {
        // Without this it would go by itself after some minutes.
        consumer.delete().catch(() => undefined);
      }
    },
  };
}

async function stored(consumer: PushConsumer): Promise<readonly string[]> {
  const entries: string[] = [];
  const { num_pending: count } = await consumer.info(true);
  if (count === 0) return entries;
  const messages = await consumer.consume();
  const timer = setTimeout(() => messages.stop(), readTimeout);
  try {
    for await (const { data, info } of messages) {
      entries.push(Buffer.from(data).toString('utf8'));
      if (info.pending === 0) return entries;
    }
    throw new Error(`no more than ${entries.length} of ${count} entries came in time`);
  } finally {
    clearTimeout(timer);
    messages.stop();
  }
}

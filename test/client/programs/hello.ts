// Answers every call that enters the application `hello`, plays a greeting and hangs up. SIGINT ends it.
import { once } from 'node:events';
import type { Client } from '../../../generated/client';
import { connect } from '../../../generated/client';
import type { PlaybackFinished, StasisStart } from '../../../generated/models';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function greet(client: Client, { channel: { id: channelId, caller } }: StasisStart): Promise<void> {
  say(`call from ${caller.number === '' ? 'an unknown number' : caller.number}`);
  await client.channels.answer({ channelId });
  await client.channels.play({ channelId, media: ['sound:hello-world'] });
}

async function hangUp(client: Client, { playback }: PlaybackFinished): Promise<void> {
  const channelId = playback.target_uri.replace(/^channel:/, '');
  await client.channels.hangup({ channelId });
}

async function main(): Promise<void> {
  const client = await connect({
    url: process.env['PATCHBAY_URL'] ?? '',
    user: 'demo',
    password: 'patchbay-demo',
    apps: ['hello'],
    // A caller may hang up at any moment; the call is over then, and nothing else is.
    onListenerError: (error) => say(`call ended early: ${String(error)}`),
  });
  client.on('StasisStart', (event) => greet(client, event));
  client.on('PlaybackFinished', (event) => hangUp(client, event));
  client.connection.on('reconnecting', ({ delayMs, reason }) => say(`${reason}; next attempt in ${delayMs} ms`));
  client.connection.on('stopped', ({ reason }) => say(reason));
  say('waiting for calls');
  await once(process, 'SIGINT');
  await client.close();
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});

import type { Client } from 'patchbay/client';

/** The greeting, and ten seconds to press a key. */
const greeting = ['sound:hello-world', ...Array<string>(10).fill('sound:silence/1')];

/** Greets callers and thanks those who press 1. Hangs up on those who press nothing for ten seconds. */
export function greet(client: Client): void {
  /** Callers who have pressed 1. */
  const thanked = new Set<string>();

  client.on('StasisStart', async ({ channel }) => {
    await client.channels.answer({ channelId: channel.id });
    await client.channels.playWithId({ channelId: channel.id, playbackId: `greeting-${channel.id}`, media: greeting });
  });

  client.on('ChannelDtmfReceived', async ({ channel, digit }) => {
    if (digit !== '1') return;
    thanked.add(channel.id);
    await client.channels.play({ channelId: channel.id, media: ['sound:thank-you'] });
    await client.playbacks.stop({ playbackId: `greeting-${channel.id}` });
  });

  client.on('PlaybackFinished', async ({ playback }) => {
    const channelId = playback.target_uri.replace('channel:', '');
    // A playback that is stopped ends like any other.
    if (playback.id === `greeting-${channelId}` && thanked.has(channelId)) return;
    await client.channels.hangup({ channelId });
  });

  client.on('StasisEnd', ({ channel }) => void thanked.delete(channel.id));
}

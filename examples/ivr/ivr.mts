import { connect } from 'patchbay/client';

const client = await connect({
  url: 'http://127.0.0.1:8088',
  user: 'demo',
  password: 'patchbay-demo',
  apps: ['ivr'],
});

/** The menu, and five seconds to choose. */
const menu = ['sound:demo-greeting', ...Array<string>(5).fill('sound:silence/1')];

/** The menu that each caller hears now, and how often they have chosen nothing. */
const menus = new Map<string, string>();
const silences = new Map<string, number>();

async function ask(channelId: string): Promise<void> {
  const { id } = await client.channels.play({ channelId, media: menu });
  menus.set(channelId, id);
}

async function say(channelId: string, sound: string): Promise<void> {
  await client.channels.play({ channelId, media: [`sound:${sound}`] });
}

client.on('StasisStart', async ({ channel }) => {
  console.log(`${channel.caller.name}: welcome`);
  await client.channels.answer({ channelId: channel.id });
  await ask(channel.id);
});

client.on('ChannelDtmfReceived', async ({ channel, digit }) => {
  console.log(`${channel.caller.name}: ${digit}`);
  silences.delete(channel.id);
  // Callers who know the menu do not have to hear it to its end.
  const playbackId = menus.get(channel.id);
  menus.delete(channel.id);
  if (playbackId !== undefined) await client.playbacks.stop({ playbackId });
  if (digit === '1') {
    await say(channel.id, 'thank-you');
    await ask(channel.id);
  } else if (digit === '2') {
    await client.channels.continueInDialplan({ channelId: channel.id, extension: 'office' });
  } else {
    await say(channel.id, 'invalid');
    await ask(channel.id);
  }
});

client.on('PlaybackFinished', async ({ playback }) => {
  const channelId = playback.target_uri.replace('channel:', '');
  if (menus.get(channelId) !== playback.id) return;
  const count = (silences.get(channelId) ?? 0) + 1;
  silences.set(channelId, count);
  if (count < 2) await ask(channelId);
  else await client.channels.hangup({ channelId });
});

client.on('StasisEnd', ({ channel }) => {
  menus.delete(channel.id);
  silences.delete(channel.id);
  console.log(`${channel.caller.name}: left the menu`);
});

console.log('waiting for calls');

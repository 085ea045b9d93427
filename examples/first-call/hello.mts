import { connect } from 'patchbay/client';

const client = await connect({
  url: 'http://127.0.0.1:8088',
  user: 'demo',
  password: 'patchbay-demo',
  apps: ['hello'],
});

client.on('StasisStart', async ({ channel }) => {
  console.log(`${channel.caller.name} calls`);
  await client.channels.answer({ channelId: channel.id });
  await client.channels.play({ channelId: channel.id, media: ['sound:hello-world'] });
});

client.on('ChannelDtmfReceived', async ({ channel, digit }) => {
  console.log(`${channel.caller.name} presses ${digit}`);
  await client.channels.hangup({ channelId: channel.id });
});

client.on('StasisEnd', ({ channel }) => console.log(`the call of ${channel.caller.name} is over`));

console.log('waiting for calls');

import { connect } from 'patchbay/client';

const client = await connect({
  url: 'http://127.0.0.1:8088',
  user: 'demo',
  password: 'patchbay-demo',
  apps: ['conference'],
});

const bridgeId = 'room';
const recording = 'meeting';
await client.bridges.createWithId({ bridgeId, type: 'mixing' });

client.on('StasisStart', async ({ channel, args }) => {
  await client.channels.answer({ channelId: channel.id });
  if (args[0] === 'listen') await client.channels.play({ channelId: channel.id, media: [`recording:${recording}`] });
  else await client.bridges.addChannel({ bridgeId, channel: [channel.id] });
});

client.on('ChannelEnteredBridge', async ({ bridge, channel }) => {
  console.log(`${channel?.caller.name} is in, ${bridge.channels.length} in the room`);
  // The first member waits for company; what is worth keeping begins with the second.
  if (bridge.channels.length === 2)
    await client.bridges.record({ bridgeId, name: recording, format: 'wav', ifExists: 'overwrite', beep: true });
});

client.on('ChannelLeftBridge', async ({ bridge, channel }) => {
  console.log(`${channel.caller.name} is out, ${bridge.channels.length} in the room`);
  if (bridge.channels.length === 0) await client.recordings.stop({ recordingName: recording });
});

client.on('RecordingFinished', ({ recording: { name, duration = 0 } }) => {
  console.log(`${name}.wav has ${duration} seconds`);
});

client.on('ChannelDtmfReceived', ({ channel, digit }) => console.log(`${channel.caller.name} presses ${digit}`));

console.log('the room is open');

const ari = require('ari-client');

ari.connect('http://127.0.0.1:8088', 'demo', 'patchbay-demo', (error, client) => {
  if (error) throw error;
  client.on('StasisStart', (event, channel) => {
    console.log(`${channel.name} with ${event.args[0]}`);
    channel.answer().then(() => channel.play({ media: 'sound:hello-world' }));
  });
  client.on('ChannelDtmfReceived', (event, channel) => {
    console.log(`pressed ${event.digit}`);
    channel.hangup();
  });
  client.start('hello').then(() => console.log('waiting for calls'));
});

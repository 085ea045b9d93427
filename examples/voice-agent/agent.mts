import { WebSocket } from 'ws';
import { connect } from 'patchbay/client';
import { EchoModel } from './model.mjs';

const server = 'http://127.0.0.1:8088';
const client = await connect({ url: server, user: 'demo', password: 'patchbay-demo', apps: ['agent'] });

client.on('StasisStart', async ({ channel: { id } }) => {
  if (id.startsWith('agent-')) return join(id.replace('agent-', ''));
  await client.channels.answer({ channelId: id });
  await client.bridges.createWithId({ bridgeId: `bridge-${id}`, type: 'mixing' });
  const media = await client.channels.externalMedia({
    channelId: `agent-${id}`,
    app: 'agent',
    encapsulation: 'none',
    transport: 'websocket',
    connection_type: 'server',
    format: 'slin16',
  });
  const connection = media.channelvars?.['MEDIA_WEBSOCKET_CONNECTION_ID'] as string;
  talk(new WebSocket(`${server}/media/${connection}`, 'media'));
});

/** The websocket is open: brings both ends together and greets. */
async function join(id: string): Promise<void> {
  await client.bridges.addChannel({ bridgeId: `bridge-${id}`, channel: [id, `agent-${id}`] });
  await client.channels.play({ channelId: id, media: ['sound:hello-world'] });
}

client.on('StasisEnd', async ({ channel: { id } }) => {
  if (id.startsWith('agent-')) return;
  console.log('the caller has left');
  await client.channels.hangup({ channelId: `agent-${id}` });
  await client.bridges.destroy({ bridgeId: `bridge-${id}` });
});

function talk(socket: WebSocket): void {
  /** Marks that have not been reached: what the caller has not heard to its end. */
  const pending = new Set<string>();
  let replies = 0;

  const model = new EchoModel({
    onTalking: () => {
      if (pending.size === 0) return;
      console.log(`interrupted before: ${[...pending].join(', ')}`);
      pending.clear();
      socket.send('FLUSH_MEDIA');
    },
    onReply: (sentences) => {
      replies += 1;
      for (const [index, sentence] of sentences.entries()) {
        const mark = `reply-${replies}.${index + 1}`;
        pending.add(mark);
        socket.send(sentence);
        socket.send(`MARK_MEDIA ${mark}`);
      }
    },
  });

  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) return model.hear(data);
    const [event, mark = ''] = data.toString().split(' ');
    if (event === 'MEDIA_MARK_PROCESSED' && pending.delete(mark)) console.log(`heard: ${mark}`);
  });
}

console.log('waiting for calls');

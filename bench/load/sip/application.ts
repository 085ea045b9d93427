import type { Endpoint } from '../job';
import { WebSocketClient } from '../websocket';
import { clientFrame, opcodes } from '../websocket-frames';

const started = Buffer.from('"type":"StasisStart"');

/** An application that answers every call and hangs it up. The result ends it. */
export async function openApplication(
  endpoint: Endpoint,
  upgrade: string,
  onFailure: (error: Error) => void,
): Promise<() => void> {
  const client = await WebSocketClient.open({
    endpoint,
    upgrade,
    onFailure,
    onMessage: (payload) => {
      if (!payload.includes(started)) return;
      const { channel } = JSON.parse(payload.toString()) as { readonly channel: { readonly id: string } };
      const ask = (method: string, uri: string): Buffer =>
        clientFrame(opcodes.text, Buffer.from(JSON.stringify({ type: 'RESTRequest', request_id: 'x', method, uri })));
      client.write(
        Buffer.concat([ask('POST', `channels/${channel.id}/answer`), ask('DELETE', `channels/${channel.id}`)]),
      );
    },
  });
  return () => client.close();
}

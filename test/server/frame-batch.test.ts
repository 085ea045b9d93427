import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { FrameBatch, frameLength } from '../../src/server/socket/frame-batch';

/** A client of a websocket library, and a batch for what is sent to it. */
async function aPair(): Promise<{ client: WebSocket; batch: FrameBatch; writes: () => number; close: () => void }> {
  const library = new WebSocketServer({ noServer: true });
  const server: Server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const upgraded = new Promise<Socket>((resolve) => {
    server.on('upgrade', (request, stream: Socket, head) =>
      library.handleUpgrade(request, stream, head, () => resolve(stream)),
    );
  });
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [stream] = await Promise.all([upgraded, once(client, 'open')]);
  let count = 0;
  const batch = new FrameBatch({
    write: (bytes) => {
      count += 1;
      return stream.write(bytes);
    },
  });
  const close = (): void => {
    client.terminate();
    library.close();
    server.close();
  };
  return { client, batch, writes: () => count, close };
}

function messages(client: WebSocket, count: number): Promise<string[]> {
  const heard: string[] = [];
  return new Promise((resolve, reject) => {
    client.on('error', reject).on('message', (data: Buffer, isBinary: boolean) => {
      heard.push(isBinary ? 'binary' : data.toString('utf8'));
      if (heard.length === count) resolve(heard);
    });
  });
}

function bytesOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + frameLength(Buffer.byteLength(text), false), 0);
}

describe('a batch of frames', () => {
  it('brings texts of every kind of length to a client, in their order and by one write', async () => {
    const { client, batch, writes, close } = await aPair();
    const texts = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000].map((length) => 'x'.repeat(length));
    const heard = messages(client, texts.length);
    for (const text of texts) batch.add(text);
    batch.flush();
    expect(await heard).toEqual(texts);
    expect(writes()).toBe(1);
    close();
  });

  it('counts bytes and not characters', async () => {
    const { client, batch, close } = await aPair();
    const texts = ['é', '€'.repeat(60), `${'a'.repeat(124)}ü`, '🙂', 'a lone \ud83d half'];
    const heard = messages(client, texts.length);
    for (const text of texts) batch.add(text);
    expect(batch.maxSize).toBeGreaterThanOrEqual(bytesOf(texts));
    expect(batch.flush()).toBe(bytesOf(texts));
    expect(await heard).toEqual(texts.map((text) => Buffer.from(text).toString()));
    close();
  });

  it('sends nothing twice, and nothing at all when there is nothing', async () => {
    const { client, batch, writes, close } = await aPair();
    const heard = messages(client, 2);
    batch.flush();
    batch.add('one');
    batch.flush();
    batch.flush();
    batch.add('two');
    batch.flush();
    expect(await heard).toEqual(['one', 'two']);
    expect(writes()).toBe(2);
    expect(batch.maxSize).toBe(0);
    close();
  });
});

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import type { MediaSocket, MediaSocketEnd } from '../../../src/engine/audio/legs/media-socket';
import { MediaPeers } from '../../../src/server/media-socket/media-peers';
import { systemClock } from '../../../src/shared/time/clock';
import { makeLogger } from '../../../src/shared/logger';

describe('a media websocket', () => {
  let server: WebSocketServer;
  let peers: MediaPeers;
  let lines: string[];
  let ends: MediaSocketEnd[];
  let gone: Promise<void>;
  beforeEach(async () => {
    server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    lines = [];
    ends = [];
    const log = makeLogger((_level, _fields, sentence) => void lines.push(sentence));
    peers = new MediaPeers({ clock: systemClock, log, pingInterval: 0, maxQueue: 1_000_000, writeTimeout: 0 });
  });
  afterEach(async () => {
    peers.close();
    for (const socket of server.clients) socket.terminate();
    await new Promise((resolve) => server.close(resolve));
  });

  async function connect(
    onText: (near: MediaSocket, text: string) => void = () => undefined,
  ): Promise<{ near: MediaSocket; ours: WebSocket; far: WebSocket }> {
    const far = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const [ours] = (await once(server, 'connection')) as [WebSocket];
    if (far.readyState !== WebSocket.OPEN) await once(far, 'open');
    far.on('error', () => undefined);
    let near: MediaSocket | undefined;
    gone = new Promise((resolve) => {
      peers.open(
        ours,
        (opened) => {
          near = opened;
          return {
            onText: (text) => onText(opened, text),
            onBytes: () => undefined,
            onEnd: (end) => void ends.push(end),
          };
        },
        { onDestroyed: resolve, openedBy: 'peer' },
      );
    });
    if (near === undefined) throw new Error('the socket was not handed over');
    return { near, ours, far };
  }

  it('keeps little for a far end that reads nothing, and goes on when it reads again', async () => {
    const { near, ours, far } = await connect();
    far.pause();
    for (let frame = 0; frame < 5000; frame += 1) {
      near.sendBytes(new Uint8Array(7680));
      if (frame % 100 === 0) await new Promise(setImmediate);
    }
    expect(ours.bufferedAmount).toBeLessThan(300 * 1024);
    expect(lines).toEqual(['a media websocket reads too slowly, audio for it is dropped']);

    const texts: string[] = [];
    far.on('message', (data: Buffer, isBinary: boolean) => isBinary || texts.push(data.toString('utf8')));
    near.sendText('MEDIA_XON');
    far.resume();
    while (texts.length === 0) await once(far, 'message');
    expect(texts).toEqual(['MEDIA_XON']);
    far.close();
    await gone;
    expect(lines.at(-1)).toBe('audio for a media websocket was dropped');
    expect(ends).toEqual(['closed']);
  });

  it('is not read while its far end does not read what it was answered', async () => {
    let heard = 0;
    const { ours, far } = await connect((near) => {
      heard += 1;
      near.sendText('x'.repeat(200));
    });
    far.pause();
    const count = 100_000;
    for (let asked = 0; asked < count; asked += 1) far.send('GET_STATUS');
    while (ours.bufferedAmount < 64 * 1024) await new Promise(setImmediate);
    // What is read at once, 64 KiB, has a few thousand of them.
    expect(heard).toBeLessThan(count);
    expect(ours.isPaused).toBe(true);

    const before = heard;
    far.resume();
    while (heard === before) await new Promise(setImmediate);
    expect(ends).toEqual([]);
    far.close();
    await gone;
  });

  it('is read no faster than its messages can be dealt with', async () => {
    let heard = 0;
    const { ours, far } = await connect(() => (heard += 1));
    const count = 50_000;
    for (let asked = 0; asked < count; asked += 1) far.send('x');
    let pauses = 0;
    const pause = jest.spyOn(ours, 'pause').mockImplementation(() => {
      pauses += 1;
      WebSocket.prototype.pause.call(ours);
    });
    while (heard < count) await new Promise(setImmediate);
    pause.mockRestore();

    // What is read at once, 64 KiB, has no more than nine thousand of them.
    expect(pauses).toBeGreaterThan(3);
    far.close();
    await gone;
  });

  it('is ended when the far end asks without end and reads no answers', async () => {
    const { near, far } = await connect();
    far.pause();
    const answer = 'x'.repeat(1024);
    for (let asked = 0; ends.length === 0 && asked < 100_000; asked += 1) {
      near.sendText(answer);
      if (asked % 100 === 0) await new Promise(setImmediate);
    }
    await gone;

    expect(ends).toEqual(['broken']);
    far.terminate();
  });

  it('is closed when its channel no longer waits for it', async () => {
    const far = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const [ours] = (await once(server, 'connection')) as [WebSocket];
    peers.open(ours, () => undefined, { openedBy: 'peer' });

    expect((await once(far, 'close'))[0]).toBe(1001);
  });

  it('reports an invalid message of the far end', async () => {
    const { far } = await connect();
    const { _socket: wire } = far as unknown as { readonly _socket: { write: (bytes: Buffer) => void } };
    wire.write(Buffer.from([0x83, 0x80, 0, 0, 0, 0]));
    await gone;

    expect(ends).toEqual(['unsupported']);
  });
});

import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { SlowReaders } from '../../../../src/server/http/connections/slow-readers';
import { VirtualTime } from '../../../../src/testing/virtual-time';
import { eventually } from '../../../support/eventually';

const window = 30_000;

describe('a peer that does not read its answers', () => {
  let server: Server;
  let near: Socket;
  let far: Socket;
  beforeEach(async () => {
    server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    near = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
    [far] = (await once(server, 'connection')) as [Socket];
    for (const socket of [near, far]) socket.on('error', () => undefined);
  });
  afterEach(async () => {
    near.destroy();
    far.destroy();
    server.close();
    await once(server, 'close');
  });

  const pass = (time: VirtualTime, milliseconds: number): void => {
    const end = time.now() + milliseconds;
    while (time.step(end) !== undefined) continue;
    time.reach(end);
  };

  it('is cut after its window by the given clock, and not before', async () => {
    const time = new VirtualTime();
    const cuts: string[] = [];
    const readers = new SlowReaders({ window, clock: time, onCut: (_socket, reason) => void cuts.push(reason) });
    readers.watch(far);
    // More than the buffers of a connection take.
    far.write(Buffer.alloc(32 * 1024 * 1024));

    pass(time, window - 1);
    expect([readers.cuts, far.destroyed]).toEqual([0, false]);
    pass(time, window);
    await eventually(
      () => far.destroyed,
      () => 'the connection was not cut',
    );

    expect([readers.cuts, cuts]).toEqual([1, ['its answers were not read']]);
    readers.close();
  });

  it('leaves no timer behind when it goes by itself', async () => {
    const time = new VirtualTime();
    const readers = new SlowReaders({ window, clock: time, onCut: () => undefined });
    readers.watch(far);
    near.destroy();
    far.resume();
    await once(far, 'close');

    expect(time.step(time.now() + 10 * window)).toBe(undefined);
  });
});

import { once } from 'node:events';
import { connect as connectTo, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { Client, RestClient } from '../../generated/client';
import { createClient } from '../../generated/client';
import type { TestBay } from '../../src/testing/start';
import { startPatchbay } from '../../src/testing/start';

/** Stands before a server and breaks connections in place of their first answers. */
class LossyLine {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  /** Answers that are still to be lost. */
  losses = 0;

  constructor(port: number) {
    this.#server = createServer((near) => {
      const far = connectTo(port, '127.0.0.1');
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
      }
      near.pipe(far);
      far.on('data', (data) => {
        if (this.losses === 0) return void near.write(data);
        this.losses -= 1;
        near.resetAndDestroy();
        far.destroy();
      });
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
    });
  }

  async open(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

describe('a command whose answer is lost', () => {
  const call = { endpoint: 'Local/100@default', context: 'default', extension: '100' } as const;
  let bay: TestBay;
  let line: LossyLine;
  let client: RestClient;
  beforeEach(async () => {
    bay = await startPatchbay({ dialplan: 'exten => 100,1,Answer()\n same => n,Wait(600)' });
    line = new LossyLine(Number(new URL(bay.url).port));
    client = createClient({ url: await line.open(), user: bay.user, password: bay.password });
  });
  afterEach(async () => {
    await client.close();
    await line.close();
    await bay.close();
  });
  const calls = async (): Promise<number> =>
    (await client.channels.list()).filter(({ name }) => name.endsWith(';1')).length;

  it('fails, as nothing says that it may be sent again', async () => {
    line.losses = 1;

    await expect(client.channels.originate(call)).rejects.toMatchObject({ trouble: 'dropped' });
    expect(await calls()).toBe(1);
  });

  it('is sent again with the same key when it may be, and carried out once', async () => {
    line.losses = 2;
    const { id } = await client.channels.originate(call, { retries: 2 });

    expect(await calls()).toBe(1);
    expect((await client.channels.get({ channelId: id })).id).toBe(id);
  });

  it('fails after as many attempts as it may have', async () => {
    line.losses = 2;

    await expect(client.channels.originate(call, { retries: 1 })).rejects.toMatchObject({ trouble: 'dropped' });
    expect([await calls(), line.losses]).toEqual([1, 0]);
  });

  it('gets the first answer when its caller repeats it with its own key', async () => {
    line.losses = 1;
    const options = { idempotencyKey: 'order-17' };
    await expect(client.channels.originate(call, options)).rejects.toMatchObject({ trouble: 'dropped' });
    const [first, second] = [
      await client.channels.originate(call, options),
      await client.channels.originate(call, options),
    ];

    expect([await calls(), first.id]).toEqual([1, second.id]);
    await expect(client.channels.originate({ ...call, extension: '101' }, options)).rejects.toMatchObject({
      status: 400,
    });
  });

  it('is repeated on the next event socket, too', async () => {
    const events: Client = await bay.connect('ivr', { rest: 'socket', retries: 5, reconnect: { firstMs: 1 } });
    bay.faults.dropBeforeAnswer('POST /channels');
    await events.channels.originate(call);

    expect(await calls()).toBe(1);
  });

  it('is not sent again once its caller has given it up', async () => {
    line.losses = 1000;
    const stop = new AbortController();
    const asked = client.channels.originate(call, { retries: 1000, signal: stop.signal });
    stop.abort(new Error('not needed any more'));

    await expect(asked).rejects.toThrow('not needed any more');
    line.losses = 0;
  });
});

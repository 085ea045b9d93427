import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A TCP road to a server that can be broken up and mended, for clients that have to find their way back. */
export class LeakyRoad {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isBroken = false;
  #target: URL;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((near) => {
      this.#keep(near);
      if (this.#isBroken) return void near.destroy();
      const { hostname, port } = this.#target;
      const far = this.#keep(connect(Number(port), hostname));
      near.pipe(far).pipe(near);
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
    });
  }

  static async to(target: string): Promise<LeakyRoad> {
    const road = new LeakyRoad(target);
    await new Promise<void>((resolve) => road.#server.listen(0, '127.0.0.1', resolve));
    return road;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Cuts everybody off; until it is mended nobody gets through. */
  breakUp(): void {
    this.#isBroken = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Lets travellers through again, to another server if there is one. */
  mend(target?: string): void {
    if (target !== undefined) this.#target = new URL(target);
    this.#isBroken = false;
  }

  async close(): Promise<void> {
    this.breakUp();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
    return socket;
  }
}

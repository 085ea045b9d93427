import type { Channel } from '../../../generated/models';
import type { PatchbayOptions } from '../../../src/composition/patchbay-options';
import type { MediaLink } from '../../../src/media/protocol';
import { until } from './call-events';
import { eventually } from '../eventually';
import type { ConfFiles } from '../server/running-server';
import { RunningServer } from '../server/running-server';
import type { AppSocket } from '../sockets/socket-peer';
import { Sockets } from '../sockets/socket-peer';
import { Rest } from '../sockets/socket-rest';

/** The far ends that calls of these tests reach. None of them needs time for what it does. */
const farEnds = `
[default]
exten => up,1,Answer(,i)
 same => n,Wait(600)
exten => ringing,1,Ringing()
 same => n,Wait(600)
exten => silent,1,Wait(600)
exten => busy,1,Busy(600)
exten => congestion,1,Congestion(600)
exten => rejects,1,Hangup(21)
`;

export interface CallRigOptions {
  readonly media?: MediaLink;
  readonly technologies?: PatchbayOptions['technologies'];
  /** Its timers and dialogs may live longer than calls, until the far end has answered: they are not waited for. */
  readonly usesSip?: boolean;
}

/** A server with a dialplan to call, and the ways to it. */
export class CallRig {
  readonly #sockets: Sockets;
  readonly #listeners: number;
  readonly rest: Rest;

  private constructor(
    readonly server: RunningServer,
    private readonly usesSip: boolean,
  ) {
    this.rest = new Rest(server.origin);
    this.#sockets = new Sockets(() => server.origin);
    this.#listeners = server.counts().listeners;
  }

  /** `dialplan` comes behind the far ends that are there in any case, in the same context unless it begins another. */
  static async start(
    dialplan = '',
    files: ConfFiles = {},
    { media, technologies, usesSip = false }: CallRigOptions = {},
  ): Promise<CallRig> {
    const all = { 'extensions.conf': `${farEnds}${dialplan}`, ...files };
    return new CallRig(await RunningServer.start(all, undefined, undefined, media, technologies), usesSip);
  }

  /** Opens the socket of an application, or of several: `hello`, `hello,world&subscribeAll=yes`. */
  open(application: string): Promise<AppSocket> {
    return this.#sockets.open(`app=${application}`);
  }

  /** Calls an extension of the default context for the application `hello`; the call is not answered yet then. */
  async originate(id: string, extension: string, query = ''): Promise<Channel> {
    const target = `/channels/${id}?endpoint=Local/${extension}@default&app=hello${query}`;
    const { status, body } = await this.rest.post(target);
    if (status !== 200) throw new Error(`${target}: ${status} ${JSON.stringify(body)}`);
    return body as Channel;
  }

  /** Has an answered call in the application `hello`, all of its events heard so far. */
  async call(id: string, socket: AppSocket): Promise<void> {
    await this.originate(id, 'up');
    await until(socket, `StasisStart ${id}`);
  }

  async status(method: 'post' | 'delete' | 'get', target: string): Promise<number> {
    return (await this.rest[method](target)).status;
  }

  /** Waits until the server knows of this many open sockets: it hears of the end of one a moment after its client. */
  async sockets(count: number): Promise<void> {
    for (;;) {
      const metrics = await (await fetch(`${this.server.origin}/metrics`)).text();
      if (metrics.includes(`patchbay_sockets ${count}\n`)) return;
    }
  }

  /** Ends every call, bridge and socket, and waits until nothing is left of them. */
  async clear(): Promise<void> {
    for (const kind of ['channels', 'bridges'])
      for (const { id } of (await this.rest.get(`/${kind}`)).body as readonly { readonly id: string }[])
        await this.rest.delete(`/${kind}/${encodeURIComponent(id)}`);
    await this.#sockets.closeAll();
    await this.quiet();
  }

  /** Waits until nothing is left of any call or application. */
  async quiet(): Promise<void> {
    let left: Readonly<Record<string, number>> = {};
    const isQuiet = async (): Promise<boolean> => {
      left = await this.#left();
      return Object.values(left).every((count) => count === 0);
    };
    await eventually(isQuiet, () => `something is left: ${JSON.stringify(left)}`);
  }

  async #left(): Promise<Readonly<Record<string, number>>> {
    // A connection is open after a request, and one timer watches whether all connections are read.
    await this.rest.get('/asterisk/ping');
    const counts = this.server.counts();
    return {
      ...counts,
      // Some listen to the engine for as long as the server lives.
      listeners: counts.listeners - this.#listeners,
      ...(this.usesSip ? { timers: 0, sipDialogs: 0 } : { timers: counts.timers - 1 }),
    };
  }

  async close(): Promise<void> {
    await this.#sockets.closeAll();
    await this.server.close();
  }
}

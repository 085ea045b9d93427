import type { Channel } from '../../../src/engine/calls/channel/channel';
import type { AgiConnection } from '../../support/agi-server';
import { AgiServer } from '../../support/agi-server';
import type { RigOptions, TestLine } from '../run-rig';
import { aDialplan, lines, settled } from '../run-rig';

export type AgiRun = Awaited<ReturnType<AgiRig['run']>>;

/** Calls that a FastAGI server of the test controls, on a clock that the test moves. */
export class AgiRig {
  private constructor(readonly server: AgiServer) {}

  static async start(): Promise<AgiRig> {
    return new AgiRig(await AgiServer.start());
  }

  /** Runs steps on a channel. `URL` stands for the address of the server. */
  dial(steps: readonly string[], options: RigOptions & { readonly prepare?: (channel: Channel) => void } = {}) {
    const dialplan = aDialplan(lines(...steps).replaceAll('URL', this.server.url), options);
    const channel: Channel & { readonly line: TestLine } = dialplan.aChannel();
    options.prepare?.(channel);
    const over = dialplan.start(channel);
    return { dialplan, channel, over };
  }

  /** The same, and the server has been told who calls. */
  async run(...[steps, options]: Parameters<AgiRig['dial']>) {
    const run = this.dial(steps, options);
    const agi: AgiConnection = await this.server.connection();
    const environment = await agi.environment();
    return { ...run, agi, environment };
  }

  /** Waits for what the network does, which no clock of ours moves. */
  async until(isSo: () => boolean): Promise<void> {
    const deadline = Date.now() + 10_000;
    while (!isSo()) {
      if (Date.now() > deadline) throw new Error(`it does not become so: ${isSo.toString()}`);
      await settled();
    }
  }

  close(): Promise<void> {
    return this.server.close();
  }
}

import { randomUUID } from 'node:crypto';
import type { ClusterLink } from '../../src/cluster/cluster-link';
import { connectNats } from '../../src/cluster/nats/nats-link';
import type { NodeRecord } from '../../src/cluster/node-record';
import type { ChannelFacts, TrunkAnswer, TrunkMessage, TrunkRequest } from '../../src/cluster/trunks/trunk-protocol';
import { makeLogger } from '../../src/shared/logger';

export type EnterRequest = Extract<TrunkRequest, { readonly ask: 'enter' }>;

const limits = { heartbeat: 200, suspectAfter: 900, deadAfter: 2000, requestTimeout: 1000, replicas: 1 };
const noSecrets = { user: '', password: '', token: '', credentialsFile: '', caFile: '', mediaAddress: '' };

/** A node of a cluster that the test plays itself: it has one channel, and sees every packet that is sent to it. */
export class OtherNode {
  /** How it was asked to let its channel enter a bridge. */
  entered: EnterRequest | undefined;
  /** The key that the node of the bridge has taken since. */
  newKey: string | undefined;

  private constructor(
    private readonly link: ClusterLink,
    private readonly id: string,
  ) {}

  static async join(id: string, server: string): Promise<OtherNode> {
    const config = { name: 'patchbay', node: id, servers: [server], ...limits, ...noSecrets };
    const node = new OtherNode(await connectNats({ config, uuid: randomUUID, log: makeLogger(() => undefined) }), id);
    const incarnation = Date.now();
    const record: NodeRecord = { id, incarnation, state: 'up', version: 'test', startedAt: incarnation };
    node.link.answer(`ping.${id}`, () => String(incarnation));
    await (await node.link.bucket('nodes')).put(id, JSON.stringify(record));
    return node;
  }

  /** What a node says about one of its channels. */
  async factsOf(node: string, channel: string): Promise<ChannelFacts> {
    const { answer } = this.link.request(`enter.${node}`, JSON.stringify({ ask: 'look', channel }));
    const said = JSON.parse((await answer).toString('utf8')) as TrunkAnswer;
    if (said.outcome !== 'there') throw new Error(`${node} has no channel ${channel}`);
    return said.facts;
  }

  /** Has this channel from now on, with these ends of its trunk. */
  lend(facts: ChannelFacts, far: { readonly port: number; readonly key: string }): void {
    const place = { host: '127.0.0.1', port: far.port };
    this.link.answer(`enter.${this.id}`, (data): string => {
      const request = JSON.parse(data.toString('utf8')) as TrunkRequest;
      if (request.ask === 'enter') this.entered = request;
      const answer: TrunkAnswer =
        request.ask === 'enter'
          ? { outcome: 'entered', facts, place, key: far.key, format: 'ulaw' }
          : { outcome: 'there', facts };
      return JSON.stringify(answer);
    });
  }

  /** Tells a node that the media thread was started again here. */
  tellReopened(node: string): void {
    this.link.subscribe(`trunk.${this.id}`, (data) => {
      const message = JSON.parse(data.toString('utf8')) as TrunkMessage;
      if (message.tell === 'key') this.newKey = message.key;
    });
    const message: TrunkMessage = { tell: 'reopened', trunk: this.entered?.trunk ?? '' };
    this.link.publish(`trunk.${node}`, JSON.stringify(message));
  }

  async leave(): Promise<void> {
    await (await this.link.bucket('nodes')).remove(this.id);
    await this.link.close();
  }
}

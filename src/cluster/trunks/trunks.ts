import type { ClusterLink } from '../cluster-link';
import type { NodeRequests } from '../node-requests';
import type { LentChannelsDeps } from './lent-channels';
import { LentChannels } from './lent-channels';
import type { RemoteMembersDeps } from './remote-members';
import { RemoteMembers } from './remote-members';
import type { TrunkAnswer, TrunkMessage, TrunkRequest } from './trunk-protocol';

type Ends = Omit<LentChannelsDeps, 'ask' | 'post'> & Omit<RemoteMembersDeps, 'node' | 'ask' | 'post'>;

export interface TrunksDeps extends Ends {
  readonly link: ClusterLink;
  readonly requests: Pick<NodeRequests, 'ask'>;
  readonly members: { readonly id: string; readonly live: readonly string[] };
}

const none: ReadonlySet<string> = new Set();

/** The trunks between this node and others: for channels elsewhere in bridges here, and the other way round. */
export class Trunks {
  readonly remote: RemoteMembers;
  readonly lent: LentChannels;

  constructor(private readonly deps: TrunksDeps) {
    const { members, link } = deps;
    const post = (node: string, message: TrunkMessage): void => link.publish(`trunk.${node}`, JSON.stringify(message));
    const ask = (node: string, request: TrunkRequest): Promise<TrunkAnswer | undefined> => this.#ask(node, request);
    this.remote = new RemoteMembers({ ...deps, node: members.id, post, ask });
    this.lent = new LentChannels({ ...deps, post, ask });
  }

  /** Serves other nodes until the result is called. */
  start(): () => void {
    const { link, members } = this.deps;
    link.answer(`enter.${members.id}`, async (data) => {
      const request = JSON.parse(data.toString('utf8')) as TrunkRequest;
      return JSON.stringify(
        await (request.ask === 'transfer' ? this.remote.transfer(request) : this.lent.answer(request)),
      );
    });
    link.subscribe(`trunk.${members.id}`, (data) => this.#receive(JSON.parse(data.toString('utf8')) as TrunkMessage));
    const stops = [this.remote.start(), this.lent.start()];
    return () => stops.forEach((stop) => stop());
  }

  /** A node is gone. */
  lost(node: string): void {
    this.remote.keepOnly(node, none);
    this.lent.keepOnly(node, none);
  }

  /** The connection was lost, and the end of a trunk may have been missed: both sides compare what they have. */
  announceAgain(): void {
    const { link, members } = this.deps;
    for (const node of members.live) {
      const trunks = [...this.remote.trunksWith(node), ...this.lent.trunksWith(node)];
      const message: TrunkMessage = { tell: 'trunks', node: members.id, trunks };
      link.publish(`trunk.${node}`, JSON.stringify(message));
    }
  }

  #receive(message: TrunkMessage): void {
    if (message.tell === 'trunks') {
      const trunks = new Set(message.trunks);
      this.remote.keepOnly(message.node, trunks);
      this.lent.keepOnly(message.node, trunks);
      return;
    }
    this.remote.receive(message);
    this.lent.receive(message);
  }

  async #ask(node: string, request: TrunkRequest): Promise<TrunkAnswer | undefined> {
    const answer = await this.deps.requests.ask(node, 'enter', JSON.stringify(request));
    return typeof answer === 'string' ? undefined : (JSON.parse(answer.toString('utf8')) as TrunkAnswer);
  }
}

import type { ApiReply, ApiRequest } from '../../api/dispatcher';
import type { BinaryBody } from '../../contract/handler';
import type { ClusterLink } from '../cluster-link';
import type { NoAnswer, NodeRequestsDeps } from '../node-requests';
import { NodeRequests } from '../node-requests';
import type { FilePart, WireReply } from './request-codec';
import { decodeRequest, encodeReply, encodeRequest, isFile } from './request-codec';

export interface ForwarderDeps extends NodeRequestsDeps {
  readonly link: ClusterLink;
  readonly members: NodeRequestsDeps['members'] & { readonly id: string; readonly incarnation: number };
  readonly refuse: (status: number, message: string) => ApiReply;
}

/** Bytes of a file that are fetched at once. */
const partSize = 256 * 1024;
/** Milliseconds between attempts to reach a node that does not listen, and how many there are. */
const [retryDelay, attempts] = [150, 5];

/** Passes requests on to other nodes, and serves those of others. */
export class Forwarder {
  readonly #requests: NodeRequests;
  /** The last request of each socket of another node, until it is answered. */
  readonly #lines = new Map<string, Promise<unknown>>();

  constructor(private readonly deps: ForwarderDeps) {
    this.#requests = new NodeRequests(deps);
  }

  /** Answers what other nodes pass on: requests of one socket in their order, each when the one before is answered. */
  serve(dispatch: (request: ApiRequest) => ApiReply | Promise<ApiReply>): void {
    this.deps.link.answer(`rest.${this.deps.members.id}`, (data) => {
      const { request, part, line } = decodeRequest(data);
      const carryOut = async (): Promise<string | Buffer> => {
        const reply = await dispatch(request);
        if (part === undefined) return encodeReply(reply);
        return isFile(reply.body) ? readPart(reply.body, part) : Buffer.alloc(0);
      };
      return line === undefined ? carryOut() : this.#inLine(line, carryOut);
    });
  }

  #inLine<Answer>(line: string, carryOut: () => Promise<Answer>): Promise<Answer> {
    const before = this.#lines.get(line);
    const answer = before === undefined ? carryOut() : before.then(carryOut);
    const settled = answer.then(nothing, nothing);
    // In a later microtask the answer has been sent.
    const sent = settled.then(() => {
      if (this.#lines.get(line) === sent) this.#lines.delete(line);
    });
    this.#lines.set(line, sent);
    return answer;
  }

  /** The answer of the node, however long it takes while the node lives; 503 when it does not. */
  async forward(node: string, request: ApiRequest): Promise<ApiReply> {
    const { order } = request;
    const { id, incarnation } = this.deps.members;
    // The sockets of a later process have the same numbers.
    const line = order === undefined ? undefined : `${id}.${incarnation}.${order.line}`;
    const text = encodeRequest(request, { line });
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#ask(node, text);
      if (typeof outcome !== 'string') return this.#read(outcome, node, request);
      // A request that was not received can be sent again, one that only reads in any case.
      const mayRepeat = outcome === 'not-received' || request.method === 'GET';
      if (!mayRepeat || attempt >= attempts || !this.deps.link.isUp()) return this.#unreachable(node, outcome);
      if (order?.isFollowed !== true) await this.#pause(retryDelay);
      // The node may have received those behind it.
      if (order?.isFollowed === true) return this.#unreachable(node, outcome);
    }
  }

  /** The answer of the node if it comes in time. */
  async forwardInTime(node: string, request: ApiRequest): Promise<ApiReply | undefined> {
    const pending = this.deps.link.request(`rest.${node}`, encodeRequest(request));
    const stop = this.deps.clock.after(this.deps.timeout, pending.cancel);
    return pending.answer
      .then(
        (data) => this.#read(data, node, request),
        () => undefined,
      )
      .finally(stop);
  }

  #ask(node: string, text: string): Promise<Buffer | NoAnswer> {
    return this.#requests.ask(node, 'rest', text);
  }

  #read(data: Buffer, node: string, request: ApiRequest): ApiReply {
    const { file, ...reply } = JSON.parse(data.toString('utf8')) as WireReply;
    if (file === undefined) return reply;
    const open: BinaryBody['open'] = (range) => this.#fetch(node, request, range ?? wholeOf(file));
    return { ...reply, body: { ...file, open } };
  }

  async *#fetch(node: string, request: ApiRequest, range: FilePart): AsyncIterable<Uint8Array> {
    for (let { start } = range; start <= range.end; start += partSize) {
      const part = { start, end: Math.min(start + partSize - 1, range.end) };
      const data = await this.#ask(node, encodeRequest(request, { part }));
      if (typeof data === 'string' || data.length !== part.end - part.start + 1)
        throw new Error(`node ${node} did not send the rest of a file`);
      yield data;
    }
  }

  #unreachable(node: string, outcome: NoAnswer): ApiReply {
    const { link, refuse } = this.deps;
    if (!link.isUp()) return refuse(503, `node ${node} cannot be reached: the connection between the nodes is lost`);
    const doubt = outcome === 'lost' ? '; it may have carried out the request' : '';
    return refuse(503, `node ${node} does not answer${doubt}`);
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.deps.clock.after(milliseconds, resolve));
  }
}

function nothing(): void {}

function wholeOf({ length }: Pick<BinaryBody, 'length'>): FilePart {
  return { start: 0, end: length - 1 };
}

async function readPart(body: BinaryBody, part: FilePart): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body.open(part)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

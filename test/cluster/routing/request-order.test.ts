import type { ApiReply, ApiRequest, PlacedRequest, RequestOrder } from '../../../src/api/dispatcher';
import type { ForwarderDeps } from '../../../src/cluster/routing/forwarder';
import { Forwarder } from '../../../src/cluster/routing/forwarder';
import type { PlacementDeps } from '../../../src/cluster/routing/placement';
import { NodePlacement } from '../../../src/cluster/routing/placement';
import { encodeRequest } from '../../../src/cluster/routing/request-codec';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const never = (): never => {
  throw new Error('must not be called');
};

function aRequest(path: string, order?: RequestOrder): ApiRequest {
  const rights = { applications: undefined, seesKeys: true };
  const context = { user: 'anna', door: 'socket' };
  return { method: 'POST', path, query: new URLSearchParams(), rights, context, order } as unknown as ApiRequest;
}

/** A node that gets requests of others, and carries each out when the test says so. */
function aServingNode() {
  const started: string[] = [];
  const finish = new Map<string, () => void>();
  let receive: (data: Buffer) => unknown = never;
  const link = { answer: (_: string, answer: typeof receive) => void (receive = answer) };
  const forwarder = new Forwarder({ link, members: { id: 'b' } } as unknown as ForwarderDeps);
  forwarder.serve(({ path }) => {
    started.push(path);
    return new Promise((resolve) => finish.set(path, () => resolve({ status: 204 })));
  });
  const send = (path: string, line?: string): void =>
    void receive(Buffer.from(encodeRequest(aRequest(path), { line })));
  return { started, send, finish: (path: string) => finish.get(path)?.() };
}

describe('requests that other nodes pass on', () => {
  it('are carried out in their order when they come from one socket', async () => {
    const { started, send, finish } = aServingNode();
    for (const path of ['/one', '/two']) send(path, 'a.1');
    send('/other', 'a.2');
    send('/alone');
    expect(started).toEqual(['/one', '/other', '/alone']);

    finish('/one');
    await turn();

    expect(started.slice(3)).toEqual(['/two']);
  });
});

/** The placement of node a, where channels are on the node that their name begins with. */
function placementOfA() {
  const passedOn: string[] = [];
  const deps = {
    forwarder: {
      forward: async (node: string, { path }: ApiRequest): Promise<ApiReply> => {
        passedOn.push(`${path} to ${node}`);
        return { status: 204 };
      },
    },
    locator: {
      locate: async (_: string, id: string) => (id.startsWith('a') ? { at: 'here' } : { at: 'node', node: id[0] }),
    },
  } as unknown as PlacementDeps;
  const placement = new NodePlacement(deps);
  const here = (): ApiReply => {
    passedOn.push('here');
    return { status: 200 };
  };
  const place = (id: string, order: RequestOrder): void => {
    const route = { owner: { kind: 'channel', parameter: 'channelId' }, parameters: [] };
    const placed = { route, params: { channelId: id }, request: aRequest(`/${id}`, order) };
    void placement.carryOut(placed as unknown as PlacedRequest, here);
  };
  return { passedOn, place };
}

function anOrder(behind?: RequestOrder['behind']) {
  const told: string[] = [];
  const order: RequestOrder = { line: 1, behind, isFollowed: false, onPassedOn: (node) => void told.push(node) };
  return { order, told };
}

describe('a request behind others that are not answered', () => {
  it('follows them to their node', async () => {
    const { passedOn, place } = placementOfA();
    const { order, told } = anOrder({ node: 'b', answered: new Promise(() => undefined) });

    place('b-1', order);
    await turn();

    expect({ passedOn, told }).toEqual({ passedOn: ['/b-1 to b'], told: ['b'] });
  });

  it.each([
    ['c-1', '/c-1 to c'],
    ['a-1', 'here'],
  ])('waits for their answers when it is for another node: %s', async (id, expected) => {
    const { passedOn, place } = placementOfA();
    let answer: () => void = never;
    const { order } = anOrder({ node: 'b', answered: new Promise((resolve) => (answer = resolve)) });
    place(id, order);
    await turn();
    expect(passedOn).toEqual([]);

    answer();
    await turn();

    expect(passedOn).toEqual([expected]);
  });
});

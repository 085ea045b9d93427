import { ClusterRig, hasNats, natsHint, patientTimes } from '../support/cluster-rig';
import { eventually } from '../support/eventually';
import type { ServedProcess } from '../support/server/served-process';
import type { AppSocket, Message } from '../support/sockets/socket-peer';

const suite = hasNats ? describe : describe.skip;

/** What a client has seen, as it says it when it comes back. */
class Seen {
  #sequence = 0;
  readonly #origins = new Map<string, string>();

  take(messages: readonly Message[]): readonly string[] {
    for (const { sequence, origin } of messages) {
      if (typeof sequence === 'number') this.#sequence = sequence;
      if (typeof origin === 'string') this.#origins.set(origin.split('-')[0] ?? '', origin);
    }
    return messages.map(nameOf);
  }

  get lastSequence(): string {
    return [this.#sequence, ...this.#origins.values()].join(',');
  }
}

/** Events that are kept for an application. */
const kept = 20;

const nameOf = ({ type, eventname }: Message): string => (typeof eventname === 'string' ? eventname : type);
/** The events of one node. */
const of = (names: readonly string[], node: string): readonly string[] => names.filter((name) => name.startsWith(node));

suite(`resuming on another node${natsHint}`, () => {
  let rig: ClusterRig;
  let anchors: readonly string[];
  beforeAll(async () => {
    const users = '[asterisk]\ntype = user\npassword = asterisk\n';
    const files = { 'ari.conf': `[general]\nenabled = yes\nresume_events = ${kept}\n\n${users}` };
    rig = await ClusterRig.start(['a', 'b', 'c'], files, patientTimes);
    for (const node of rig.nodes)
      await eventually(
        async () => ((await node.rest.get('/cluster')).body as { nodes: readonly unknown[] }).nodes.length === 3,
        () => 'the nodes do not see each other',
      );
    await rig.node(1).open('app=keeper');
    // A user event about a channel happens on the node that has the channel.
    anchors = await Promise.all(rig.nodes.map((node) => channelOn(node)));
  });
  afterAll(() => rig.close());

  async function channelOn({ rest }: ServedProcess): Promise<string> {
    const { body } = await rest.post('/channels/create?endpoint=Local/up@default&app=keeper');
    return (body as { readonly id: string }).id;
  }

  /** Has events happen on a node. */
  async function say(node: number, names: readonly string[]): Promise<void> {
    for (const name of names) {
      const target = `/events/user/${name}?application=desk&source=channel:${anchors[node] ?? ''}`;
      expect((await rig.node(node).rest.post(target)).status).toBe(204);
    }
  }

  /** A request to another node goes over the same connection as the events before it: NATS has these when it is answered. */
  async function stored(node: number): Promise<void> {
    expect((await rig.node(node).rest.get(`/channels/${anchors[1] ?? ''}`)).status).toBe(200);
  }

  /** Waits until a node has so many sockets left; one of the second node is for the channels. */
  async function untilAway(node: number, left = node === 1 ? 1 : 0): Promise<void> {
    await eventually(
      async () => (await rig.node(node).page('/metrics')).text.includes(`patchbay_sockets ${left}\n`),
      () => 'the socket is still open',
    );
  }

  const resume = (node: number, more = ''): Promise<AppSocket> => rig.node(node).open(`app=desk&resume=true${more}`);

  it('brings everything that was missed, in the order of each node and once', async () => {
    const seen = new Seen();
    const first = await resume(0);
    await rig.node(2).rest.post('/applications/desk/subscription?eventSource=deviceState:Stasis:lamp');
    await rig.node(2).rest.put('/applications/desk/eventFilter', { disallowed: [{ type: 'DeviceStateChanged' }] });
    await say(0, ['a1', 'a2']);
    await say(1, ['b1']);
    expect(seen.take(await first.take(3))).toEqual(['a1', 'a2', 'b1']);
    await first.abort();
    await untilAway(0);
    await say(0, ['a3', 'a4']);
    await say(1, ['b2', 'b3', 'b4']);
    await say(2, ['c1']);

    const second = await resume(1, `&lastSequence=${seen.lastSequence}`);
    // The filter holds there, too.
    await rig.node(1).rest.put('/deviceStates/Stasis:lamp?deviceState=BUSY');
    await say(0, ['a5']);
    await say(2, ['c2']);
    const names = seen.take(await second.take(8));

    expect(of(names, 'a')).toEqual(['a3', 'a4', 'a5']);
    expect(of(names, 'b')).toEqual(['b2', 'b3', 'b4']);
    expect(of(names, 'c')).toEqual(['c1', 'c2']);
    await second.abort();
    await untilAway(1);
    await say(1, ['b5']);
    const third = await resume(0, `&lastSequence=${seen.lastSequence}`);
    await say(0, ['a6']);
    expect(seen.take(await third.take(2))).toEqual(['b5', 'a6']);
    expect((await third.sofar()).map(nameOf)).toEqual([]);
    await third.close();
    await untilAway(0);
  }, 120_000);

  it('brings nothing from before an application that connected without resuming', async () => {
    const seen = new Seen();
    const first = await resume(0);
    await say(1, ['b10']);
    await first.take(1);
    await first.close();
    const second = await resume(0);
    await say(0, ['a10']);
    seen.take(await second.take(1));
    await second.close();
    await untilAway(0);

    const third = await resume(2, `&lastSequence=${seen.lastSequence}`);
    await say(1, ['b11']);

    expect((await third.take(1)).map(nameOf)).toEqual(['b11']);
    await third.close();
    await untilAway(2);
  }, 120_000);

  it('brings what was stored after its node is killed, and what happens elsewhere until it is back', async () => {
    const seen = new Seen();
    const first = await resume(0);
    await say(0, ['a30']);
    await say(1, ['b30']);
    expect(seen.take(await first.take(2))).toEqual(['a30', 'b30']);
    await first.abort();
    await untilAway(0);
    await say(0, ['a31', 'a32']);
    await say(1, ['b31']);
    await stored(0);
    rig.node(0).signal('SIGKILL');
    await say(1, ['b32']);
    await eventually(
      async () => JSON.stringify((await rig.node(2).rest.get('/cluster')).body).includes('"id":"a","state":"dead"'),
      () => 'the node is not considered dead',
    );
    await say(1, ['b33']);

    const second = await resume(2, `&lastSequence=${seen.lastSequence}`);
    const names = (await second.take(5)).map(nameOf);
    await say(2, ['c30']);

    expect(of(names, 'a')).toEqual(['a31', 'a32']);
    expect(of(names, 'b')).toEqual(['b31', 'b32', 'b33']);
    expect((await second.take(1)).map(nameOf)).toEqual(['c30']);
    await second.close();
    await untilAway(2);
  }, 120_000);

  it('says what is missing when more has happened than is kept, and its node is killed', async () => {
    const seen = new Seen();
    const first = await resume(2);
    await say(2, ['c40']);
    expect(seen.take(await first.take(1))).toEqual(['c40']);
    await first.abort();
    await untilAway(2);
    const names = Array.from({ length: kept + 5 }, (_, index) => `c${index + 41}`);
    await say(2, names);
    await say(1, ['b40']);
    await stored(2);
    rig.node(2).signal('SIGKILL');

    const second = await resume(1, `&lastSequence=${seen.lastSequence}`);
    const [gap, ...others] = (await second.take(kept + 1)).map(nameOf);

    expect(gap).toBe('EventsMissed');
    expect(of(others, 'c')).toEqual(names.slice(-(kept - 1)));
    expect(of(others, 'b')).toEqual(['b40']);
  }, 120_000);
});

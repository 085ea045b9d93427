import { PhoneCall, sdpAt } from '../../../test/support/calls/phone-call';
import { eventually } from '../../../test/support/eventually';
import { referTo, requestsOf } from '../../../test/support/sip/transfer-calls';
import type { Message } from '../../../test/support/sockets/socket-peer';
import type { PhoneName } from '../phones';
import type { Scene } from '../scene';
import { channelIn } from '../witness';
import { unlessLate } from './time-limit';

/** Milliseconds that a round waits for a transfer before it goes on: its node may be lost. */
const longestTransfer = 8000;
/** Milliseconds within which the phone asks for it. */
const longestPause = 700;
const audioPort = 40_000;

interface Leg {
  readonly id: string;
  readonly call: PhoneCall;
}

/** A call of alice with bob on one node, in a bridge of the first application; alice transfers bob to carol. */
export class PhoneTransfer {
  readonly node: number;
  readonly #isAttended: boolean;
  #alice: Leg | undefined;
  #bob: Leg | undefined;
  /** The call of alice with carol, for an attended transfer. */
  #asked: { readonly alice: Leg; readonly carol: Leg } | undefined;
  /** Resolves to what alice was told in the end. */
  #told: Promise<string> = Promise.reject(new Error('the transfer was not asked for'));

  constructor(
    private readonly scene: Scene,
    { node, isAttended }: { readonly node: number; readonly isAttended: boolean },
  ) {
    this.node = node;
    this.#isAttended = isAttended;
    this.#told.catch(() => undefined);
  }

  async prepare(): Promise<void> {
    this.#alice = await this.#enters();
    this.#bob = await this.#isCalled('bob');
    await this.#connect(this.#alice, this.#bob);
    if (!this.#isAttended) return;
    this.#asked = { alice: await this.#enters(), carol: await this.#isCalled('carol') };
    await this.#connect(this.#asked.alice, this.#asked.carol);
  }

  async run(): Promise<void> {
    await this.scene.pause(longestPause);
    this.#told = this.#transfer();
    await unlessLate(this.#told, longestTransfer);
  }

  /** What is wrong with a transfer on a node that lives: it succeeds, bob talks on, and nothing is left when all hang up. */
  async judge(mayMiss: boolean): Promise<readonly string[]> {
    const kind = this.#isAttended ? 'attended' : 'blind';
    const title = `${kind} transfer on node ${this.scene.world.nameOf(this.node)}`;
    try {
      const told = await this.#told;
      if (!told.startsWith('SIP/2.0 200')) return [`${title}: alice is told ${told}`];
      await this.#isStatusOf(this.#alice, 404);
      await this.#isStatusOf(this.#bob, 200);
      await this.#allHangUp();
      return (await this.#wrongEnds(mayMiss)).map((wrong) => `${title}: ${wrong}`);
    } catch (error) {
      return [`${title}: ${error instanceof Error ? error.message : String(error)}`];
    }
  }

  async #transfer(): Promise<string> {
    const { call } = defined(this.#alice);
    const target = referTo(call, 'carol', this.#asked?.alice.call);
    const { status } = await call.ask('REFER', { 'Refer-To': target });
    if (status !== 202) return String(status);
    const last = await call.phone.until(
      () =>
        requestsOf(call, 'NOTIFY').find(({ headers }) => headers.raw('Subscription-State')?.startsWith('terminated')),
      () => 'the phone that transfers is not told how it ends',
    );
    const told = last.body.toString().trim();
    if (told.startsWith('SIP/2.0 200')) await call.bye();
    return told;
  }

  /** The phones that are left end their calls: nothing of them stays on the node. */
  async #allHangUp(): Promise<void> {
    const { scene, node } = this;
    const phones = scene.world.phones(node);
    await defined(this.#bob).call.bye();
    await phones.phone('carol').call.bye();
    const prefix = `${scene.world.nameOf(node)}-`;
    let left: readonly string[] = [];
    await eventually(
      async () => {
        const { body } = await scene.ask(node, 'get', '/channels');
        if (!Array.isArray(body)) return false;
        left = (body as readonly { readonly id: string; readonly name: string }[])
          .filter(({ id, name }) => id.startsWith(prefix) && this.#goesBy(name))
          .map(({ name }) => name);
        return left.length === 0;
      },
      () => `all phones have hung up, and ${left.join(', ')} are left`,
    );
  }

  /** Local channels that connect two bridges of an application are its own to end. */
  #goesBy(name: string): boolean {
    return name.startsWith('PJSIP/') || (!this.#isAttended && name.startsWith('Local/carol@'));
  }

  async #wrongEnds(mayMiss: boolean): Promise<readonly string[]> {
    const { first } = this.scene;
    const legs = [this.#alice, this.#bob, this.#asked?.alice, this.#asked?.carol];
    const ids = legs.flatMap((leg) => (leg === undefined ? [] : [leg.id]));
    const wrong = (): readonly string[] =>
      ['StasisEnd', 'ChannelDestroyed'].flatMap((type) =>
        ids.flatMap((id) => {
          const count = first.count(type, id);
          return count === 1 || (mayMiss && count === 0) ? [] : [`${id}: ${count} ${type}`];
        }),
      );
    await eventually(
      () => wrong().length === 0,
      () => '',
    ).catch(() => undefined);
    return wrong();
  }

  async #isStatusOf(leg: Leg | undefined, wanted: number): Promise<void> {
    const { scene, node } = this;
    let found: number | undefined;
    await eventually(
      async () => (found = (await scene.ask(node, 'get', `/channels/${defined(leg).id}`)).status) === wanted,
      () => `${defined(leg).id} is answered with ${String(found)}, not with ${wanted}`,
    );
  }

  /** Alice calls the application, which answers. */
  async #enters(): Promise<Leg> {
    const { scene, node } = this;
    const tag = scene.name('leg');
    const { sip } = scene.world.phones(node).phone('alice');
    const placing = PhoneCall.place(sip, `app*${scene.first.application}*${tag}`, { sdp: this.#sdp });
    const id = await this.#started(({ args }) => (args as readonly string[] | undefined)?.[0] === tag);
    // That a channel of the dialplan is destroyed, only those are told that have subscribed to it.
    await scene.ask(node, 'post', `/applications/${scene.first.application}/subscription?eventSource=channel:${id}`);
    await scene.ask(node, 'post', `/channels/${id}/answer`);
    const call = await placing;
    await call.answered();
    return { id, call };
  }

  /** The application calls a phone, which answers. */
  async #isCalled(name: PhoneName): Promise<Leg> {
    const { scene, node } = this;
    const phone = scene.world.phones(node).phone(name);
    const target = `/channels?endpoint=PJSIP/${name}&app=${scene.first.application}`;
    const { body } = await scene.ask(node, 'post', target);
    const { id } = (body ?? {}) as { readonly id?: string };
    await this.#started((message) => channelIn(message) === id);
    return { id: id ?? '', call: phone.call };
  }

  async #connect(one: Leg, other: Leg): Promise<void> {
    const { scene, node } = this;
    const bridge = scene.name('bridge');
    await scene.ask(node, 'post', `/bridges/${bridge}`);
    await scene.ask(node, 'post', `/bridges/${bridge}/addChannel?channel=${one.id},${other.id}`);
    await eventually(
      () => [one, other].every(({ id }) => scene.first.count('ChannelEnteredBridge', id) > 0),
      () => `the phones of node ${scene.world.nameOf(node)} are not connected`,
    );
  }

  /** The id of the channel that enters the application. */
  async #started(isIt: (message: Message) => boolean): Promise<string> {
    const { first, world } = this.scene;
    const found = (): Message | undefined =>
      first.told.find((message) => message.type === 'StasisStart' && isIt(message));
    await eventually(
      () => found() !== undefined,
      () => `a call of a phone of node ${world.nameOf(this.node)} does not enter its application`,
    );
    return channelIn(defined(found())) ?? '';
  }

  get #sdp(): string {
    return sdpAt(audioPort, { address: this.scene.world.phones(this.node).phone('alice').sip.host });
  }
}

function defined<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the call was not prepared');
  return value;
}

import { inThreadMedia } from '../../../src/media/thread/media-in-thread';
import type { InThreadLink } from '../../../src/media/thread/media-in-thread';
import { ReplayClock } from '../../contract/traces/replay/replay-clock';
import { PhoneCall, sdpAt } from '../calls/phone-call';
import { Wire } from '../server/http-wire';
import { RunningServer } from '../server/running-server';
import { AppSocket } from '../sockets/socket-peer';
import type { Message } from '../sockets/socket-peer';
import { Rest } from '../sockets/socket-rest';
import { StagePhone } from './stage-phone';

/** What has a call: an application, one of its bridges, a bridge of Dial whose caller or called transfers, or the dialplan. */
export type Where = 'application' | "application's bridge" | 'Dial' | 'Dial, called' | 'dialplan';

/** A call of the transferer, and its partner there. */
export interface StagedCall {
  readonly call: PhoneCall;
  readonly partner: PhoneCall | undefined;
}

const names = ['alice', 'bob', 'dave'] as const;
type Name = (typeof names)[number];

const endpoint = (name: string): string => `
[${name}]
type = endpoint
context = default
aors = ${name}
auth = ${name}
disallow = all
allow = ulaw
[${name}]
type = aor
max_contacts = 1
maximum_expiration = 86400
[${name}]
type = auth
username = ${name}
password = ${name}
`;

const files = {
  'pjsip.conf': `[udp]\ntype = transport\nprotocol = udp\nbind = 127.0.0.1:0\n${names.map(endpoint).join('')}`,
  'rtp.conf': '[general]\nrtpstart = 20000\nrtpend = 29999\n',
  'extensions.conf': `
[default]
exten => app,1,Stasis(hello)
 same => n,Hangup()
exten => waits,1,Answer(,i)
 same => n,Wait(600)
${names.map((name) => `exten => ${name},1,Dial(PJSIP/${name},20)\n same => n,Hangup()\n`).join('')}
`,
};

/** Turns of the event loop after which everything has happened that needs no time. */
const settlingTurns = 12;
/** Milliseconds of the machine's clock. */
const tickInterval = 5;
/** Milliseconds of the server's clock: longer than any timer of a call that has ended. */
const longest = 40_000;

/**
 * A server whose time passes only when the test says so, three phones on real sockets, and applications: one that has
 * calls and one that hears of everything.
 */
export class TransferStage {
  #baseline: string;
  /** The audio answers in its ticks, also while a test waits for a phone. */
  readonly #ticks: NodeJS.Timeout;

  private constructor(
    private readonly server: RunningServer,
    private readonly parts: {
      readonly clock: ReplayClock;
      readonly media: InThreadLink;
      readonly phones: Readonly<Record<Name, StagePhone>>;
      readonly hello: AppSocket;
      readonly watch: AppSocket;
      readonly rest: Rest;
      readonly held: Wire;
    },
  ) {
    this.#baseline = this.#left();
    this.#ticks = setInterval(() => parts.media.tick(), tickInterval);
  }

  static async start(): Promise<TransferStage> {
    const [clock, media] = [new ReplayClock(), inThreadMedia()];
    const server = await RunningServer.start(files, undefined, clock, media);
    const port = server.phones[0]?.port ?? 0;
    const [alice, bob, dave] = [
      await StagePhone.register('alice', port),
      await StagePhone.register('bob', port),
      await StagePhone.register('dave', port),
    ];
    const hello = await AppSocket.open(server.origin, 'app=hello');
    const watch = await AppSocket.open(server.origin, 'app=watch&subscribeAll=true');
    const rest = new Rest(server.origin);
    const held = await Wire.held(server.origin);
    const parts = { clock, media, phones: { alice, bob, dave }, hello, watch, rest, held };
    const stage = new TransferStage(server, parts);
    // Registering has left transactions.
    await stage.pass(longest);
    stage.#baseline = stage.#left();
    return stage;
  }

  get phones(): Readonly<Record<Name, StagePhone>> {
    return this.parts.phones;
  }

  /** A call of alice in such a place, with that phone as its partner where it has one. */
  async place(where: Where, partner: 'bob' | 'dave'): Promise<StagedCall> {
    const { alice } = this.phones;
    switch (where) {
      case 'application': {
        const { call } = await this.#inApplication();
        return { call, partner: undefined };
      }
      case 'dialplan':
        return { call: await this.#answered(alice, 'waits'), partner: undefined };
      case "application's bridge": {
        const { call, id } = await this.#inApplication();
        return { call, partner: await this.#bridge(id, partner) };
      }
      case 'Dial': {
        const call = await this.#answered(alice, partner);
        await this.settle();
        return { call, partner: this.phones[partner].call };
      }
      case 'Dial, called': {
        const call = await this.#answered(this.phones[partner], 'alice');
        await this.settle();
        return { call: alice.call, partner: call };
      }
    }
  }

  /** A call of alice that another phone only lets ring, or refuses. */
  async dial(extension: string): Promise<PhoneCall> {
    const call = await PhoneCall.place(this.phones.alice.sip, extension, { sdp: sdpAt(40_000) });
    await this.settle();
    return call;
  }

  /** What was told of transfers, and of channels that have taken a place, until now; what came before is forgotten. */
  async told(): Promise<readonly string[]> {
    await this.settle();
    const { hello, watch } = this.parts;
    const entered = (await hello.sofar()).filter(({ type }) => type === 'StasisStart');
    return [...entered, ...(await watch.sofar())].flatMap((event) => toldOf(event));
  }

  /** Everything that needs no time happens. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < settlingTurns; turn += 1) {
      await new Promise(setImmediate);
      this.parts.media.tick();
    }
  }

  /** Time passes by the server's clock. */
  async pass(milliseconds: number): Promise<void> {
    const { clock } = this.parts;
    const until = clock.now() + milliseconds;
    await this.settle();
    while (clock.step(until) !== undefined) await this.settle();
    clock.reach(until);
  }

  /** Forgets what phones and applications were told until now. */
  async mark(): Promise<void> {
    await this.told();
    for (const phone of Object.values(this.phones)) phone.mark();
  }

  /** Ends all that there is; what is left then besides what was there in the beginning, and nothing may be. */
  async end(): Promise<string> {
    const { rest } = this.parts;
    for (const kind of ['channels', 'bridges'])
      for (const { id } of (await rest.get(`/${kind}`)).body as readonly { readonly id: string }[])
        await rest.delete(`/${kind}/${encodeURIComponent(id)}`);
    await this.pass(longest);
    for (const phone of Object.values(this.phones)) {
      phone.habit = 'answers';
      phone.calls.length = 0;
      phone.sip.received.length = 0;
      phone.mark();
    }
    const left = this.#left();
    return left === this.#baseline ? '' : left;
  }

  async close(): Promise<void> {
    for (const { sip } of Object.values(this.phones)) sip.close();
    await this.parts.hello.close();
    await this.parts.watch.close();
    this.parts.held.close();
    let isClosed = false;
    const closing = this.server.close().then(() => (isClosed = true));
    while (!isClosed) await this.pass(1000);
    await closing;
    clearInterval(this.#ticks);
  }

  #left(): string {
    return JSON.stringify(this.server.counts());
  }

  async #answered(phone: StagePhone, extension: string): Promise<PhoneCall> {
    const call = await PhoneCall.place(phone.sip, extension, { sdp: sdpAt(40_000) });
    await call.answered();
    return call;
  }

  async #inApplication(): Promise<{ readonly call: PhoneCall; readonly id: string }> {
    const call = await PhoneCall.place(this.phones.alice.sip, 'app', { sdp: sdpAt(40_000) });
    const id = await this.#started();
    await this.parts.rest.post(`/channels/${id}/answer`);
    await call.answered();
    return { call, id };
  }

  async #bridge(id: string, partner: 'bob' | 'dave'): Promise<PhoneCall> {
    const { rest } = this.parts;
    const made = await rest.post(`/channels?endpoint=PJSIP/${partner}&app=hello`);
    const other = await this.#started();
    const bridge = await rest.post('/bridges?type=mixing');
    const ids = [bridge, made].map(({ body }) => (body as { readonly id: string }).id);
    await rest.post(`/bridges/${ids[0]}/addChannel?channel=${id},${other}`);
    await this.settle();
    return this.phones[partner].call;
  }

  /** The channel that enters the application next. */
  async #started(): Promise<string> {
    for (;;) {
      const event = await this.parts.hello.next();
      if (event.type === 'StasisStart') return (event['channel'] as { readonly id: string }).id;
    }
  }
}

/** What a transfer is told by, in a line. */
function toldOf(event: Message): readonly string[] {
  switch (event.type) {
    case 'StasisStart':
      return event['replace_channel'] === undefined ? [] : ['takes a place'];
    case 'BridgeBlindTransfer':
      return [`blind ${String(event['result'])}${event['replace_channel'] === undefined ? '' : ', pair'}`];
    case 'BridgeAttendedTransfer':
      return [`attended ${String(event['result'])}, ${String(event['destination_type'])}`];
    case 'BridgeMerged':
      return ['merged'];
    default:
      return [];
  }
}

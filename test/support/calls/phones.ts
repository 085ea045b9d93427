import type { IncomingCall, IntakeResult } from '../../../src/engine/calls/technology/call-intake';
import type { Channel } from '../../../src/engine/calls/channel/channel';
import type { Ending } from '../../../src/engine/calls/channel/ending';
import type {
  DialStart,
  TechnologyChannel,
  TechnologyAudio,
  SignalName,
  OutgoingRequest,
  OutgoingResult,
} from '../../../src/engine/calls/technology/technology-channel';
import type { ChannelSignal } from '../../../src/engine/calls/channel/signal';
import type { Technology, TechnologyReports } from '../../../src/engine/calls/technology/technology';
import type { OutgoingTransfer, TransferRequest, TransferResult } from '../../../src/engine/calls/transfer/transfer';
import type { DeviceStateName } from '../../../src/engine/device-state';
import type { EndpointFacts } from '../../../src/engine/endpoint';
import type { DriverKit } from '../../../src/engine/audio/legs/driver-kit';
import type { RtpMedia } from '../../../src/media/protocol-rtp';
import type { LegId } from '../../../src/shared/ids';
import { eventually } from '../eventually';
import { someRtpMedia } from '../media/rtp-media';

/** What phones say for a cause; a cause that is not listed has no number of theirs. */
const numbers: Readonly<Record<number, number>> = { 17: 486, 19: 480, 34: 503 };

/** The line of one phone. The test is its far end: it says what the phone does, and sees what the phone is told. */
export class PhoneLine implements TechnologyChannel {
  readonly sent: ChannelSignal[] = [];
  readonly transfers: OutgoingTransfer[] = [];
  transferResult: Promise<TransferResult> = Promise.resolve({ outcome: 'transferred', code: 200 });
  ending: Ending | undefined;
  isDialled = false;
  /** Undefined until audio is agreed upon. */
  audio?: TechnologyAudio;

  constructor(
    readonly channel: Channel,
    private readonly kit: DriverKit,
    private readonly ports: { readonly leg: LegId; readonly local: number },
  ) {}

  /** Where the server hears the phone. */
  get port(): number {
    return this.ports.local;
  }

  /** Audio is agreed upon, or agreed upon anew. */
  agree(media: RtpMedia): void {
    const { leg } = this.ports;
    this.kit.outside.configure(leg, media);
    const { format } = media.send.audio;
    this.audio = { kind: 'outside', format, rate: media.rate, leg: () => leg, reopen: () => [] };
    this.kit.legs.replace(this.channel);
  }

  /** µ-law to a port of the test. */
  agreeOn(port: number, more: Partial<RtpMedia> = {}): void {
    this.agree(someRtpMedia({ remote: { host: '127.0.0.1', port }, ...more }));
  }

  dial(): DialStart {
    this.isDialled = true;
    return { outcome: 'dialling' };
  }

  send(signal: ChannelSignal): void {
    this.sent.push(signal);
  }

  carries(what: SignalName): boolean {
    return what !== 'text';
  }

  hangUp(ending: Ending): number | undefined {
    this.ending = ending;
    return numbers[ending.cause];
  }

  transfer(transfer: OutgoingTransfer): Promise<TransferResult> {
    this.transfers.push(transfer);
    return this.transferResult;
  }

  read(): undefined {
    return undefined;
  }

  /** The kinds of what the phone was told, in order. */
  get told(): string[] {
    return this.sent.map(({ type }) => type);
  }
}

type Options = Partial<Omit<IncomingCall, 'line' | 'technology'>>;

/** A technology whose phones the test plays: `Phone/alice`. Their audio goes by RTP. */
export class Phones implements Technology {
  readonly name = 'Phone';
  readonly lines: PhoneLine[] = [];
  readonly #known: readonly EndpointFacts[] = ['alice', 'bob'].map((resource) => ({ resource, state: 'online' }));
  readonly endpoints = {
    list: () => this.#known,
    get: (name: string) => this.#known.find(({ resource }) => resource === name),
  };
  reports: TechnologyReports | undefined;
  isStopped = false;

  constructor(private readonly kit: DriverKit) {}

  start(reports: TechnologyReports): void {
    this.reports = reports;
  }

  stop(): void {
    this.isStopped = true;
  }

  deviceState(device: string): DeviceStateName | undefined {
    return device.startsWith('Phone/') ? 'INUSE' : undefined;
  }

  async request({ resource, id: requestedId }: OutgoingRequest): Promise<OutgoingResult> {
    if (this.endpoints.get(resource) === undefined) return { outcome: 'refused', reason: `no phone ${resource}` };
    const { channels, language } = this.kit;
    const id = requestedId ?? channels.nextId();
    const ports = await this.#reserve(id);
    const channel = channels.make({
      id,
      technology: this.name,
      endpoint: resource,
      state: 'Down',
      language,
      protocolId: `call-${id}`,
      name: `Phone/${resource}-${channels.nextSuffix(this.name)}`,
      place: { context: 'default', extension: 's', priority: 1 },
      line: (own) => this.#line(own, ports),
    });
    return { outcome: 'made', channel, others: [] };
  }

  /** A phone calls. */
  async calls(endpoint: string, extension: string, options: Options = {}): Promise<IntakeResult> {
    const ports = await this.#reserve(endpoint);
    const taken = this.kit.intake.take({
      technology: this.name,
      endpoint,
      context: 'default',
      extension,
      parties: {},
      ...options,
      line: (channel) => this.#line(channel, ports),
    });
    if (taken.outcome !== 'taken') this.kit.outside.abandon(ports.leg);
    return taken;
  }

  /** The same for a call that is taken: its line. */
  async calling(endpoint: string, extension: string, options: Options = {}): Promise<PhoneLine> {
    const taken = await this.calls(endpoint, extension, options);
    if (taken.outcome !== 'taken') throw new Error(`the call was not taken: ${taken.outcome}`);
    return this.lineOf(taken.channel);
  }

  /** The far end of a channel asks for a transfer, to 100 unless told. */
  asksForTransfer(transferer: Channel, more: Pick<TransferRequest, 'report'> & Partial<TransferRequest>): void {
    const target = { context: 'default', extension: '100' };
    const asked = { referredBy: undefined, replaces: undefined, handledBy: 'server' } as const;
    this.kit.transfers.request({ transferer, target, destination: target.extension, ...asked, ...more });
  }

  lineOf(channel: Channel): PhoneLine {
    const found = this.lines.find((line) => line.channel === channel);
    if (found === undefined) throw new Error(`${channel.name} is not a channel of a phone`);
    return found;
  }

  /** The line of a phone that is being called. */
  async ringing(endpoint: string): Promise<PhoneLine> {
    const find = (): PhoneLine | undefined =>
      this.lines.find(
        ({ channel, isDialled }) => channel.endpoint.resource === endpoint && isDialled && !channel.isGone,
      );
    await eventually(
      () => find() !== undefined,
      () => `${endpoint} is not called`,
    );
    const found = find();
    if (found === undefined) throw new Error(`${endpoint} is not called any more`);
    return found;
  }

  #line(channel: Channel, ports: { readonly leg: LegId; readonly local: number }): PhoneLine {
    const line = new PhoneLine(channel, this.kit, ports);
    this.lines.push(line);
    channel.onDestroyed(() => {
      if (line.audio === undefined) this.kit.outside.abandon(ports.leg);
    });
    return line;
  }

  async #reserve(name: string): Promise<{ readonly leg: LegId; readonly local: number }> {
    const { legs, outside } = this.kit;
    const leg = legs.nextId(name);
    const local = { kind: 'address', address: '127.0.0.1' } as const;
    const opened = await outside.open({
      do: 'reserve-rtp',
      leg,
      rate: 8000,
      local,
      ports: { first: 30_000, last: 39_999 },
    });
    if (opened.outcome !== 'open') throw new Error(opened.reason);
    return { leg, local: opened.local.port };
  }
}

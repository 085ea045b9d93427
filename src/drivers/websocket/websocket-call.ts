import type { Channel } from '../../engine/calls/channel/channel';
import { formatReader } from '../../engine/calls/channel/formats';
import type { Ending } from '../../engine/calls/channel/ending';
import { causes } from '../../engine/calls/channel/hangup-cause';
import type {
  DialStart,
  TechnologyChannel,
  TechnologyAudio,
  SignalName,
} from '../../engine/calls/technology/technology-channel';
import type { ChannelSignal } from '../../engine/calls/channel/signal';
import type {
  AwaitedSockets,
  CallSocket,
  MediaSocket,
  MediaSocketEnd,
  MediaSocketListener,
} from '../../engine/audio/legs/media-socket';
import type { ExternalLegs } from '../../engine/audio/legs/external-legs';
import type { AudioForm, ExternalCommand, StreamEvent, StreamFlow } from '../../media/protocol';
import { queueLevels } from '../../media/stream/media-queue';
import type { LegId } from '../../shared/ids';
import type { Logger } from '../../shared/logger';
import { Stopper } from '../../shared/scheduling/stop-signal';
import { frameTime } from './frame-size';
import type { MediaEvent } from './present-media-event';
import { writeMediaEvent } from './present-media-event';
import { QueueMemory } from './queue-memory';
import type { CommandName, MediaRequest } from './read-command';
import { longestCommand, readCommand } from './read-command';
import type { ControlFormat, StreamDirection, WebsocketTarget } from './websocket-target';
import { isDirection } from './websocket-target';

export interface WebsocketCallPlan {
  readonly target: WebsocketTarget;
  readonly leg: LegId;
  /** By which the socket is found, or the client that opens it. */
  readonly connectionId: string;
  readonly form: AudioForm;
  /** Bytes. */
  readonly frameSize: number;
  readonly isPassedThrough: boolean;
  readonly control: ControlFormat;
}

export interface WebsocketCallDeps {
  readonly outside: ExternalLegs;
  readonly awaited: AwaitedSockets;
  readonly callSocket: CallSocket;
  readonly log: Logger;
}

/** Codes of RFC 6455 §7.4.1 that tell an application why its channel has ended. */
const closing = { normal: 1000, goingAway: 1001, unsupported: 1003 } as const;

const ends: Readonly<Record<MediaSocketEnd, { readonly cause: number; readonly code: number }>> = {
  closed: { cause: causes.normal, code: closing.goingAway },
  broken: { cause: causes.failure, code: closing.goingAway },
  unsupported: { cause: causes.failure, code: closing.unsupported },
};

/** Commands about what the application sends, which make no sense for one that only receives. */
const needSending: ReadonlySet<CommandName> = new Set([
  'START_MEDIA_BUFFERING',
  'STOP_MEDIA_BUFFERING',
  'MARK_MEDIA',
  'PAUSE_MEDIA',
  'CONTINUE_MEDIA',
]);

/** Orders that wait while the audio side is being replaced; a peer could send them without end. */
const maxWaitingOrders = 100;

/** The line of a channel whose far end is an application on a websocket: the socket, and the queue in the audio side. */
export class WebsocketCall implements TechnologyChannel {
  readonly audio: TechnologyAudio;
  readonly read: (item: string) => string | undefined;
  readonly #channel: Channel;
  readonly #plan: WebsocketCallPlan;
  readonly #deps: WebsocketCallDeps;
  readonly #memory = new QueueMemory();
  readonly #over = new Stopper();
  readonly #releases: (() => void)[];
  #direction: StreamDirection;
  #socket: MediaSocket | undefined;
  #isDialled = false;
  #wantsAnswer = false;
  #hasAnswered = false;
  #waitingOrders = 0;

  constructor(channel: Channel, plan: WebsocketCallPlan, deps: WebsocketCallDeps) {
    this.#channel = channel;
    this.#plan = plan;
    this.#deps = deps;
    this.#direction = plan.target.direction;
    this.read = formatReader(plan.form.format);
    this.audio = { kind: 'outside', ...plan.form, leg: () => plan.leg, reopen: () => [this.#reopen()] };
    const { outside, awaited } = deps;
    outside.send(this.#command());
    this.#releases = [
      outside.listen(plan.leg, {
        onDigit: () => undefined,
        onEnded: () => channel.farEndHungUp({ cause: causes.failure }),
        onBytes: (bytes) => this.#socket?.sendBytes(bytes),
        onStream: (event) => this.#hear(event),
      }),
      ...(plan.target.isIncoming ? [awaited.expect(plan.connectionId, (socket) => this.#take(socket))] : []),
    ];
  }

  dial(): DialStart | Promise<DialStart> {
    if (this.#plan.target.isIncoming) {
      this.#dialled();
      return { outcome: 'dialling' };
    }
    const started = this.#call();
    // Registered before the dialling party: the answer follows the report of the destination.
    void started.then(({ outcome }) => outcome === 'dialling' && this.#dialled());
    return started;
  }

  send(signal: ChannelSignal): void {
    if (signal.type === 'digit') this.#tell({ event: 'digit', digit: signal.digit });
  }

  carries(what: SignalName): boolean {
    return what === 'digit';
  }

  hangUp({ technologyCause }: Ending): undefined {
    this.#over.abort();
    for (const release of this.#releases) release();
    this.#socket?.close(technologyCause ?? closing.normal);
    this.#socket = undefined;
  }

  get #flow(): StreamFlow {
    const takes = this.#direction !== 'in';
    return { takes, gives: this.#socket !== undefined && this.#direction !== 'out' };
  }

  #command(): Extract<ExternalCommand, { readonly do: 'open-stream' }> {
    const { leg, form, frameSize, isPassedThrough } = this.#plan;
    const size = isPassedThrough ? 0 : frameSize;
    const { orders } = this.#memory;
    return { do: 'open-stream', leg, form, frameSize: size, flow: this.#flow, orders };
  }

  /** Sent audio is lost; waiters for its end continue. */
  #reopen(): ExternalCommand {
    if (this.#memory.isFull) this.#hear({ event: 'xon' });
    return this.#command();
  }

  async #call(): Promise<DialStart> {
    const { target } = this.#plan;
    const problem = await this.#deps.callSocket({
      client: target.connection,
      parameters: target.parameters,
      take: (socket) => this.#take(socket),
      signal: this.#over.signal,
    });
    if (problem === undefined) return { outcome: 'dialling' };
    const about = { channel: this.#channel.id, client: target.connection, problem };
    this.#deps.log.warn(about, 'a media websocket could not be opened');
    return { outcome: 'unreachable', cause: causes.noRoute };
  }

  #take(socket: MediaSocket): MediaSocketListener {
    this.#socket = socket;
    this.#direct(this.#direction);
    const { connectionId, form, frameSize, target } = this.#plan;
    const { name: channel, variables } = this.#channel;
    const about = { connection: connectionId, channel, format: form.format, frameSize, frameTime };
    this.#tell({ event: 'start', ...about, variables: Object.fromEntries(variables.all()) });
    if (target.answers) this.#answer();
    return {
      onText: (text) => this.#obey(text),
      onBytes: (bytes) => this.#deps.outside.send({ do: 'stream-bytes', leg: this.#plan.leg, bytes }),
      onEnd: (end) => this.#lose(end),
    };
  }

  #obey(text: string): void {
    const about = { channel: this.#channel.id };
    if (Buffer.byteLength(text) > longestCommand)
      return this.#deps.log.warn(about, 'a text on a media websocket is too long to be a command');
    const read = readCommand(text, this.#plan.control);
    if (read.request === 'unreadable') return this.#refuse(read.problem);
    if (read.request !== 'unknown') return this.#act(read);
    this.#deps.log.warn({ ...about, command: read.command }, 'unknown command on a media websocket');
  }

  #act(request: MediaRequest): void {
    switch (request.request) {
      case 'answer':
        return this.#answer();
      case 'hang-up':
        return this.#end(causes.normal, closing.normal);
      case 'direction':
        return this.#turn(request.direction);
      case 'order':
        return this.#order(request);
    }
  }

  #order({ name, order }: Extract<MediaRequest, { readonly request: 'order' }>): void {
    if (this.#plan.isPassedThrough && order.order !== 'status')
      return this.#refuse(`${name} is not possible where audio is passed through`);
    if (this.#direction === 'in' && needSending.has(name))
      return this.#refuse(`${name} is not possible while the direction is 'in'`);
    if (!this.#mayWait()) return this.#refuse(`${name} is not possible now: the media thread is being restarted`);
    this.#memory.ordered(order);
    this.#deps.outside.send({ do: 'stream-order', leg: this.#plan.leg, order });
  }

  /** Whether one more order may be given, although it may have to wait for another audio side. */
  #mayWait(): boolean {
    this.#waitingOrders = this.#deps.outside.isUp ? 0 : this.#waitingOrders + 1;
    return this.#waitingOrders <= maxWaitingOrders;
  }

  #turn(direction: string | undefined): void {
    const name = 'SET_MEDIA_DIRECTION';
    if (this.#plan.isPassedThrough) return this.#refuse(`${name} is not possible where audio is passed through`);
    if (this.#plan.control !== 'json') return this.#refuse(`${name} is only possible in JSON`);
    if (direction === undefined || !isDirection(direction))
      return this.#refuse(`${name} needs a direction that is one of both, in and out`);
    if (!this.#mayWait()) return this.#refuse(`${name} is not possible now: the media thread is being restarted`);
    if (direction === 'in') this.#memory.ordered({ order: 'flush' });
    this.#direct(direction);
  }

  #direct(direction: StreamDirection): void {
    this.#direction = direction;
    this.#deps.outside.send({ do: 'stream-flow', leg: this.#plan.leg, flow: this.#flow });
  }

  #dialled(): void {
    this.#isDialled = true;
    // Reported as being called before as having answered.
    queueMicrotask(() => this.#answerIfDue());
  }

  #answer(): void {
    this.#wantsAnswer = true;
    this.#answerIfDue();
  }

  #answerIfDue(): void {
    if (!this.#isDialled || !this.#wantsAnswer || this.#hasAnswered) return;
    this.#hasAnswered = true;
    this.#channel.receive({ type: 'answer' });
  }

  #hear(event: StreamEvent): void {
    this.#memory.happened(event);
    this.#tell(event);
  }

  #refuse(problem: string): void {
    this.#tell({ event: 'error', problem });
  }

  #tell(event: MediaEvent): void {
    const style = { channelId: this.#channel.id, format: this.#plan.control, levels: queueLevels };
    this.#socket?.sendText(writeMediaEvent(event, style));
  }

  #lose(end: MediaSocketEnd): void {
    this.#socket = undefined;
    const { cause, code } = ends[end];
    this.#end(cause, code);
  }

  #end(cause: number, code: number): void {
    if (this.#channel.isEnding) return;
    // Applications are used to a channel that ends without a cause, beside the code of the socket.
    this.#channel.farEndHungUp({ requestCause: cause, technologyCause: code });
  }
}

import type { Clock } from '../../../shared/time/clock';
import { when } from '../../../shared/scheduling/when';
import type { DialFacts, EngineEventHub } from '../../engine-event';
import type { Channel } from '../channel/channel';
import type { DialStatus } from './dial-status';
import { causes } from '../channel/hangup-cause';
import type { DialStart } from '../technology/technology-channel';
import type { ChannelSignal, RedirectSignal } from '../channel/signal';

export interface DialingDeps {
  readonly events: EngineEventHub;
  readonly clock: Clock;
}

export interface DialOptions {
  /** The channel that calls, if one does. */
  readonly caller?: Channel;
  readonly dialString: string;
  /** Whether every report repeats the dial string, or only the first one. */
  readonly repeatsDialString: boolean;
  /** Whether the start is reported, as it is unless told otherwise. */
  readonly reportsStart?: boolean;
  /** Whether the end of a call by hangup is reported as the end of dialling. */
  readonly reportsHangup: boolean;
  /** Milliseconds until the far end must have answered; undefined waits for ever. */
  readonly timeout: number | undefined;
  /** Called after the first report. */
  readonly onStarted?: () => void;
  /** Called before each report but the first, for state that must be set before the event. */
  readonly onStatus?: (status: DialStatus) => void;
  /** What the far end says before it answers, for those who pass it on once it is reported. */
  readonly onProgress?: (signal: 'ringing' | 'progress' | 'proceeding') => void;
  /** The far end says who is there, or who has sent the call there. */
  readonly onParties?: (signal: Extract<ChannelSignal, { type: 'connected-line' | 'redirecting' }>) => void;
  /** A redirect ends the dialling with `redirected`, and what has placed the call sends it on to `forward`. */
  readonly followsRedirects?: boolean;
}

/** `redirected`: the far end wants another one to be called; what comes of it is to be told by `forwarded`. */
export type DialEnd = 'redirected' | 'answered' | 'busy' | 'congestion' | 'hung-up' | 'timed-out' | 'unreachable';

const nothing = (): void => undefined;

/** One outgoing call attempt: from its start until it is answered or has failed. */
export class Dialing {
  readonly done: Promise<DialEnd>;
  #resolve: (end: DialEnd) => void = () => undefined;
  #isOver = false;
  #redirect: RedirectSignal | undefined;
  #stopHearing = nothing;
  #cancelTimeout = nothing;

  constructor(
    readonly peer: Channel,
    private readonly options: DialOptions,
    private readonly deps: DialingDeps,
  ) {
    this.done = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  start(): this {
    const { peer } = this;
    if (peer.isEnding) return this.#end('hung-up');
    this.#stopHearing = peer.onSignal((signal) => this.#hear(signal), 'dialling');
    peer.signal.addEventListener('abort', this.#hungUp);
    void when(peer.line.dial(), (started) => this.#started(started));
    const { timeout } = this.options;
    if (timeout === undefined || this.#isOver) return this;
    this.#cancelTimeout = this.deps.clock.after(timeout, () => this.#end('timed-out'));
    return this;
  }

  /** From now on the far end may take any time to answer. */
  stopTimeout(): void {
    this.#cancelTimeout();
  }

  /** Stops waiting for an answer. Later signals of the far end are ignored. */
  cancel(status?: DialStatus): void {
    this.#end('hung-up', status);
  }

  /** Where the far end wants the call to be sent; empty unless it does. */
  get forward(): string {
    return this.#redirect?.forward ?? '';
  }

  /** The call was sent on to another channel, or could not be; then the peer ends as the far end has said. */
  forwarded(to: Channel | undefined): void {
    this.#emit('CANCEL', '', { forward: this.forward, ...(to && { forwarded: to.snapshot() }) });
    if (to === undefined && this.#redirect !== undefined) this.peer.farEndHungUp(this.#redirect.ending);
  }

  #started(start: DialStart): void {
    if (this.#isOver) return;
    if (start.outcome === 'dialling') {
      if (this.options.reportsStart !== false) this.#emit('', this.options.dialString);
      return this.options.onStarted?.();
    }
    if (start.cause !== causes.unknown) this.peer.ending.set(start);
    this.#end('unreachable');
  }

  #hear(signal: ChannelSignal): void {
    const { type } = signal;
    switch (type) {
      case 'connected-line':
      case 'redirecting':
        return this.options.onParties?.(signal);
      case 'redirect':
        return this.#redirected(signal);
      case 'ringing':
        if (this.peer.state === 'Down') this.peer.setState('Ringing');
        this.#report('RINGING');
        return this.options.onProgress?.(type);
      case 'progress':
        this.#report('PROGRESS');
        return this.options.onProgress?.(type);
      case 'proceeding':
        this.#report('PROCEEDING');
        return this.options.onProgress?.(type);
      case 'answer':
        this.peer.setState('Up');
        this.#end('answered', 'ANSWER');
        return this.#hearLateProgress();
      case 'busy':
        this.peer.ending.set(causes.busy);
        return void this.#end('busy', 'BUSY');
      case 'congestion':
        this.peer.ending.set(causes.congestion);
        return void this.#end('congestion', 'CONGESTION');
      default:
        return undefined;
    }
  }

  #redirected(signal: RedirectSignal): void {
    this.#redirect = signal;
    if (this.options.followsRedirects === true) this.#end('redirected');
    else this.forwarded(undefined);
  }

  /** A far end that has answered may still say that something can be heard: that is reported, and changes nothing. */
  #hearLateProgress(): void {
    const { peer, deps } = this;
    // Of this object only what is reported is kept: the call may last long.
    const { caller, dialString, repeatsDialString } = this.options;
    const report = { caller, peer, dialString: repeatsDialString ? dialString : '', status: 'PROGRESS' } as const;
    peer.onSignal(({ type }) => {
      if (type === 'progress') emitDial(report, deps);
    });
  }

  readonly #hungUp = (): void => {
    this.#end('hung-up', this.options.reportsHangup ? statusOfCause(this.peer.ending.cause) : undefined);
  };

  #end(end: DialEnd, status?: DialStatus): this {
    if (this.#isOver) return this;
    this.#isOver = true;
    this.#stopHearing();
    this.#stopHearing = nothing;
    this.peer.signal.removeEventListener('abort', this.#hungUp);
    this.#cancelTimeout();
    if (status !== undefined) this.#report(status);
    this.#resolve(end);
    return this;
  }

  #report(status: DialStatus): void {
    this.options.onStatus?.(status);
    this.#emitLater(status);
  }

  #emitLater(status: DialStatus): void {
    this.#emit(status, this.options.repeatsDialString ? this.options.dialString : '');
  }

  #emit(status: DialStatus, dialString: string, more?: Forwarding): void {
    emitDial({ caller: this.options.caller, peer: this.peer, dialString, status }, this.deps, more);
  }
}

type Forwarding = Pick<DialFacts, 'forward' | 'forwarded'>;

interface DialReport {
  readonly caller: Channel | undefined;
  readonly peer: Channel;
  readonly dialString: string;
  readonly status: DialStatus;
}

function emitDial({ caller, peer, dialString, status }: DialReport, deps: DialingDeps, more?: Forwarding): void {
  if (!deps.events.hears('dial')) return;
  deps.events.emit({
    type: 'dial',
    at: deps.clock.now(),
    caller: caller?.snapshot(),
    peer: peer.snapshot(),
    status,
    dialString,
    ...more,
  });
}

/** What a call that ended unanswered counts as. */
export function statusOfCause(cause: number): DialStatus {
  switch (cause) {
    case causes.busy:
      return 'BUSY';
    case causes.congestion:
      return 'CONGESTION';
    default:
      return 'NOANSWER';
  }
}

import type { Channel } from '../../../../engine/calls/channel/channel';
import type { DialEnd, Dialing } from '../../../../engine/calls/dialing/dialing';
import { statusOfCause } from '../../../../engine/calls/dialing/dialing';
import { forwardEndpoint } from '../../../../engine/calls/dialing/forwarding';
import type { DialStatus } from '../../../../engine/calls/dialing/dial-status';
import { causes } from '../../../../engine/calls/channel/hangup-cause';
import type { DialArguments } from './dial-arguments';
import type { CallApplicationDeps } from './dial-deps';
import type { DialLeg } from './dial-leg';
import { endLeg, makeLeg } from './dial-leg';
import { causeForOthers } from './dial-options';
import type { ChannelSignal } from '../../../../engine/calls/channel/signal';
import type { DialResult } from './dial-results';
import { setDuration, setResult } from './dial-results';
import type { StopSignal } from '../../../../shared/scheduling/stop-signal';

type Failure = Extract<DialResult, 'BUSY' | 'CONGESTION' | 'CHANUNAVAIL' | 'NOANSWER' | 'CANCEL'>;

export type GroupEnd =
  | { readonly how: 'answered'; readonly leg: DialLeg }
  | { readonly how: 'unanswered'; readonly result: Failure };

export interface GroupPlan {
  readonly caller: Channel;
  readonly wanted: DialArguments;
  /** Fires when the caller does not wait any more. */
  readonly signal: StopSignal;
  /** Done to each channel before it is called out on. */
  readonly prepare: ((leg: Channel) => Promise<void>) | undefined;
}

type GroupDeps = Pick<CallApplicationDeps, 'calls' | 'sound' | 'clock' | 'log'>;

/** All legs of one Dial, until the first one answers or none can. Ends all legs but the one that answered. */
export class DialGroup {
  readonly startedAt: number;
  readonly #active = new Set<DialLeg>();
  readonly #failures: Failure[] = [];
  readonly #releases: (() => void)[] = [];
  readonly #done: Promise<GroupEnd>;
  #resolve: (end: GroupEnd) => void = () => undefined;
  #isOver = false;
  #hasRung = false;
  #hasProgressed = false;
  #callerHearsRinging = false;
  #hasEarlyAudio = false;

  constructor(
    private readonly plan: GroupPlan,
    private readonly deps: GroupDeps,
  ) {
    this.startedAt = deps.clock.now();
    this.#done = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  async call(): Promise<GroupEnd> {
    const { caller, wanted, prepare } = this.plan;
    for (const target of wanted.targets) {
      const made = makeLeg({ caller, target, options: wanted.options }, this.deps);
      const leg = made instanceof Promise ? await made : made;
      if (leg === undefined) this.#failures.push('CHANUNAVAIL');
      else this.#active.add(leg);
    }
    this.#watchCaller();
    if (prepare !== undefined) await Promise.all([...this.#active].map(({ channel }) => prepare(channel)));
    if (wanted.options.has('r')) this.#tellCaller('ringing');
    for (const leg of [...this.#active]) if (!this.#isOver) this.#dial(leg);
    this.#watchTime();
    this.#finishIfAllEnded();
    return this.#done;
  }

  /** Stops waiting for an answer. No effect once a leg has answered. */
  cancel(): void {
    const { caller, wanted } = this.plan;
    const isTakenElsewhere = wanted.options.has('c') || caller.ending.cause === causes.answeredElsewhere;
    this.#giveUp('CANCEL', isTakenElsewhere ? causes.answeredElsewhere : causes.normal);
  }

  readonly #callerLeft = (): void => this.cancel();

  #watchCaller(): void {
    const { signal } = this.plan;
    if (signal.aborted) this.cancel();
    else signal.addEventListener('abort', this.#callerLeft);
  }

  #watchTime(): void {
    if (this.#isOver) return;
    const { timeout, timeoutOfSilence, options } = this.plan.wanted;
    const cause = options.has('c') ? causes.answeredElsewhere : causes.noAnswer;
    const { clock } = this.deps;
    if (timeout !== undefined) this.#releases.push(clock.after(timeout, () => this.#giveUp('NOANSWER', cause)));
    if (timeoutOfSilence === undefined) return;
    const silent = (): void => {
      if (!this.#hasRung && !this.#hasProgressed) this.#giveUp('CHANUNAVAIL', cause);
    };
    this.#releases.push(clock.after(timeoutOfSilence, silent));
  }

  #dial(leg: DialLeg): void {
    leg.dialing = this.deps.calls.dial(leg.channel, {
      caller: this.plan.caller,
      dialString: leg.resource,
      repeatsDialString: false,
      reportsHangup: true,
      timeout: undefined,
      onStarted: () => this.#introduce(leg),
      onStatus: (status) => this.#note(leg, status),
      onProgress: (signal) => {
        if (signal === 'progress') this.#hearEarly(leg);
        this.#tellCaller(signal);
      },
      onParties: (signal) => this.#tellParties(leg, signal),
      followsRedirects: leg.forwardsLeft > 0 && !this.plan.wanted.options.has('i'),
    });
    void leg.dialing.done.then((end) => this.#ended(leg, end));
  }

  /** The caller's variables are set before the event that they describe is raised. */
  #note(leg: DialLeg, status: DialStatus): void {
    const { caller } = this.plan;
    if (this.#isOver) return;
    const elapsed = this.deps.clock.now() - this.startedAt;
    if (status === 'RINGING' && !this.#hasRung) setDuration(caller, 'RINGTIME', elapsed);
    if (status === 'PROGRESS' && !this.#hasProgressed) setDuration(caller, 'PROGRESSTIME', elapsed);
    this.#hasRung ||= status === 'RINGING';
    this.#hasProgressed ||= status === 'PROGRESS';
    if (status === 'ANSWER') this.#choose(leg);
  }

  #choose(leg: DialLeg): void {
    const { caller, wanted } = this.plan;
    this.#over();
    this.#active.delete(leg);
    const others = [...this.#active];
    for (const { dialing } of others) dialing?.cancel('CANCEL');
    setResult(caller, 'ANSWER');
    for (const other of others) this.#end(other, causeForOthers(wanted.options));
    caller.variables.set('DIALEDPEERNAME', leg.channel.name);
    caller.variables.set('DIALEDPEERNUMBER', leg.resource);
    leg.channel.position.moveTo({ extension: '' });
    this.#resolve({ how: 'answered', leg });
  }

  /** Lets the caller hear audio from before the answer, unless there are several targets or it is to hear something else. */
  #hearEarly({ channel }: DialLeg): void {
    const { caller, wanted } = this.plan;
    const { targets, options } = wanted;
    if (this.#isOver || this.#hasEarlyAudio || targets.length > 1 || options.has('r') || options.has('m')) return;
    this.#hasEarlyAudio = true;
    const disconnect = this.deps.sound().connect(caller, channel);
    this.#releases.push(disconnect, channel.onDestroyed(disconnect));
  }

  /** Ringing is indicated once, and never to a caller that has been answered. */
  #tellCaller(type: 'ringing' | 'progress' | 'proceeding'): void {
    const { caller, wanted } = this.plan;
    if (this.#isOver || caller.state === 'Up') return;
    const { options } = wanted;
    const isHidden = type === 'ringing' ? options.has('m') || this.#callerHearsRinging : options.has('r');
    if (isHidden) return;
    this.#callerHearsRinging ||= type === 'ringing';
    caller.line.send({ type });
  }

  /** A caller of one known party is told at once who that is. */
  #introduce({ channel }: DialLeg): void {
    const { caller, wanted } = this.plan;
    const isTold = channel.line.isKnownParty === true && wanted.targets.length === 1 && !wanted.options.has('I');
    if (this.#isOver || !isTold) return;
    const party = channel.parties.caller;
    caller.parties.setConnected(party);
    caller.line.send({ type: 'connected-line', party });
  }

  /** With one who is called, the caller learns at once who is there; with several, when one of them has answered. */
  #tellParties(leg: DialLeg, signal: Extract<ChannelSignal, { type: 'connected-line' | 'redirecting' }>): void {
    const { caller, wanted } = this.plan;
    if (this.#isOver || wanted.options.has('I')) return;
    leg.isIdentified = true;
    if (wanted.targets.length > 1) return;
    if (signal.type === 'connected-line') caller.parties.setConnected(signal.party);
    caller.line.send(signal);
  }

  /** Calls where the far end wants the call to be sent, in place of it. */
  async #follow(leg: DialLeg, dialing: Dialing): Promise<void> {
    const { caller, wanted } = this.plan;
    const target = forwardEndpoint(leg.channel, dialing.forward);
    const next = await makeLeg({ caller, target, options: wanted.options, forwarder: leg }, this.deps);
    if (this.#isOver || !this.#active.has(leg)) return next && endLeg(next, caller);
    if (next === undefined) {
      dialing.forwarded(undefined);
      return this.#failed(leg, 'hung-up');
    }
    this.#active.add(next);
    this.#hasEarlyAudio = false;
    this.#dial(next);
    dialing.forwarded(next.channel);
    this.#end(leg);
  }

  #ended(leg: DialLeg, end: DialEnd): void {
    if (!this.#active.has(leg) || end === 'answered') return;
    if (end !== 'redirected') this.#failed(leg, end);
    else if (leg.dialing !== undefined) void this.#follow(leg, leg.dialing);
  }

  #failed(leg: DialLeg, end: Exclude<DialEnd, 'answered' | 'redirected'>): void {
    const { cause } = leg.channel.ending;
    this.#failures.push(failureOf(end, cause));
    // Unless the dialplan sets another cause, the caller ends with that of the channel it has called.
    if (cause !== causes.unknown) this.plan.caller.ending.set(cause);
    this.#end(leg);
    this.#finishIfAllEnded();
  }

  #finishIfAllEnded(): void {
    if (this.#active.size > 0 || this.#isOver) return;
    this.#over();
    this.#resolve({ how: 'unanswered', result: worst(this.#failures) });
  }

  #giveUp(result: Failure, cause: number): void {
    if (this.#isOver) return;
    this.#over();
    for (const { dialing } of this.#active) dialing?.cancel(result);
    for (const leg of [...this.#active]) this.#end(leg, cause);
    this.#resolve({ how: 'unanswered', result });
  }

  #end(leg: DialLeg, cause?: number): void {
    this.#active.delete(leg);
    endLeg(leg, this.plan.caller, cause);
  }

  #over(): void {
    this.#isOver = true;
    this.plan.signal.removeEventListener('abort', this.#callerLeft);
    for (const release of this.#releases) release();
    this.#releases.length = 0;
  }
}

function failureOf(end: Exclude<DialEnd, 'answered' | 'redirected'>, cause: number): Failure {
  switch (end) {
    case 'busy':
      return 'BUSY';
    case 'congestion':
      return 'CONGESTION';
    case 'unreachable':
      return 'CHANUNAVAIL';
    case 'timed-out':
      return 'NOANSWER';
    case 'hung-up':
      return failureOfCause(cause);
  }
}

function failureOfCause(cause: number): Failure {
  if (cause === causes.noRoute || cause === causes.unallocated) return 'CHANUNAVAIL';
  const status = statusOfCause(cause);
  return status === 'BUSY' || status === 'CONGESTION' ? status : 'NOANSWER';
}

/** No answer outweighs all other results; then busy, since calling again may help. */
function worst(failures: readonly Failure[]): Failure {
  const order: readonly Failure[] = ['NOANSWER', 'BUSY', 'CONGESTION', 'CHANUNAVAIL'];
  return order.find((failure) => failures.includes(failure)) ?? 'CHANUNAVAIL';
}

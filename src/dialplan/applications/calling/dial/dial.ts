import { answer } from '../../../../engine/calls/dialing/answer';
import type { Channel } from '../../../../engine/calls/channel/channel';
import { dialledLine } from '../../../../engine/calls/channel/dialplan-place';
import type { DialplanPlace } from '../../../../engine/calls/channel/dialplan-place';
import type { ApplicationResult, ApplicationRun } from '../../../../engine/calls/channel/dialplan-port';
import { causes } from '../../../../engine/calls/channel/hangup-cause';
import { knownNotes, notesOf } from '../../../channel-notes';
import type { BridgeMemberships } from '../bridge-memberships';
import { withinLimit } from '../bridging-limit';
import type { DialArguments } from './dial-arguments';
import type { CallApplicationDeps } from './dial-deps';
import { DialGroup } from './dial-group';
import type { DialLeg } from './dial-leg';
import { endLeg, noteEnding } from './dial-leg';
import type { WrittenSubroutine } from './dial-options';
import { limitOf, readContextSubroutine, readPlace, readSubroutine } from './dial-options';
import type { DialResult } from './dial-results';
import { clearResults, setDuration, setResult } from './dial-results';
import { readVerdict } from './dial-verdict';
import { TransferKeys } from '../features/transfer-keys';

type DialDeps = CallApplicationDeps & { readonly memberships: BridgeMemberships };

/** One run of Dial: calls all destinations and bridges the first that answers with the caller. */
export class Dial {
  readonly #place: DialplanPlace;
  #group: DialGroup | undefined;

  constructor(
    private readonly call: { readonly caller: Channel; readonly wanted: DialArguments; readonly run: ApplicationRun },
    private readonly deps: DialDeps,
  ) {
    this.#place = call.caller.position.place;
  }

  async perform(): Promise<ApplicationResult> {
    const { caller, wanted, run } = this.call;
    clearResults(caller);
    knownNotes(caller)?.endings.clear();
    if (wanted.targets.length === 0) return this.#conclude('INVALIDARGS');
    if (caller.isEnding) return this.#conclude('CANCEL');
    const before = this.#subroutine('B');
    if (before !== undefined) await this.deps.dialplan.callSubroutine(caller, before.place, before.arguments);
    if (run.signal.aborted) return this.#conclude('CANCEL');
    const end = await this.#callAll();
    if (end.how === 'unanswered') return this.#conclude(end.result);
    return this.#answered(end.leg);
  }

  async #callAll(): ReturnType<DialGroup['call']> {
    const { caller, wanted, run } = this.call;
    const { callSubroutine } = this.deps.dialplan;
    const first = this.#subroutine('b');
    const prepare = first && (async (leg: Channel) => void (await callSubroutine(leg, first.place, first.arguments)));
    const group = new DialGroup({ caller, wanted, signal: run.signal, prepare }, this.deps);
    this.#group = group;
    const stop = wanted.options.has('d') ? this.#watchDigits(group) : undefined;
    const end = await group.call();
    stop?.();
    return end;
  }

  /** While it rings, the caller may go to an extension of one digit. */
  #watchDigits(group: DialGroup): () => void {
    const { caller, run } = this.call;
    return caller.onSignal((signal) => {
      if (signal.type !== 'digit') return;
      const context = caller.variables.get('EXITCONTEXT') ?? this.#place.context;
      if (!this.deps.dialplan.hasExtension(context, signal.digit)) return;
      run.goTo({ context, extension: signal.digit, priority: 1 });
      group.cancel();
    });
  }

  async #answered(leg: DialLeg): Promise<ApplicationResult> {
    const { caller, wanted, run } = this.call;
    const peer = leg.channel;
    if (wanted.options.has('a')) answer(caller);
    const screening = wanted.options.get('U');
    if (screening !== undefined && screening !== '') {
      const verdict = await this.#screen(leg, readContextSubroutine(screening));
      if (verdict !== 'connect') return verdict.result;
    }
    if (run.signal.aborted) return this.#drop(leg);
    answer(caller);
    const both = wanted.options.get('G');
    if (both !== undefined) return this.#sendBoth(peer, both);
    return this.#connect(leg);
  }

  /** Lets a subroutine of the called channel decide. A caller who goes takes it with him. */
  async #screen(
    { channel: peer }: DialLeg,
    { place, arguments: given }: WrittenSubroutine,
  ): Promise<'connect' | { readonly result: ApplicationResult }> {
    const { caller, run } = this.call;
    const giveUp = (): void => peer.endSilently(causes.normal);
    run.signal.addEventListener('abort', giveUp);
    const outcome = await this.deps.dialplan.callSubroutine(peer, place, given);
    run.signal.removeEventListener('abort', giveUp);
    if (run.signal.aborted) return 'connect';
    const verdict = readVerdict(outcome, peer, { from: this.#place, findLabel: this.deps.dialplan.findLabel });
    if (verdict.then === 'connect') return 'connect';
    endLeg({ channel: peer }, caller);
    setResult(caller, verdict.status);
    if (verdict.then === 'go') run.goTo(verdict.place);
    const isOver = verdict.then === 'hung-up' && !this.call.wanted.options.has('g');
    return { result: isOver || verdict.then === 'end-both' ? 'hangup' : undefined };
  }

  #drop(leg: DialLeg): ApplicationResult {
    endLeg(leg, this.call.caller);
    return this.#conclude('ANSWER');
  }

  /** The caller goes on at the place, and the called channel one step further. */
  #sendBoth(peer: Channel, written: string): ApplicationResult {
    const { caller, run } = this.call;
    const { calls, dialplan, log } = this.deps;
    const place = readPlace(written, this.#place, dialplan.findLabel);
    if (place === undefined) {
      log.warn({ channel: caller.id, place: written }, 'Dial: invalid destination');
      endLeg({ channel: peer }, caller);
      return 'hangup';
    }
    void calls.run(peer, (channel) => dialplan.run(channel, { ...place, priority: place.priority + 1 }));
    return run.goTo(place);
  }

  async #connect(leg: DialLeg): Promise<ApplicationResult> {
    const { caller, wanted, run } = this.call;
    const { memberships, clock } = this.deps;
    const peer = leg.channel;
    const answeredAt = clock.now();
    if (memberships.missingModule !== undefined) return this.#cannotConnect(leg, memberships.missingModule);
    if (!peer.isEnding) {
      const bridge = memberships.makeForTwo();
      // From now on the call ends normally unless it is told otherwise.
      caller.ending.setDefault(causes.normal);
      peer.position.startApplication(dialledLine);
      const isToldAlready = peer.line.isKnownParty === true && wanted.targets.length === 1;
      const inhibitsConnectedLine = wanted.options.has('I') || !leg.isIdentified || isToldAlready;
      memberships.enter(peer, bridge, { inhibitsConnectedLine, takesDigit: this.#transferKeys(peer, 't') });
      memberships.enter(caller, bridge, { inhibitsConnectedLine, takesDigit: this.#transferKeys(caller, 'T') });
    }
    void this.deps.calls.run(peer, () => this.#accompany(peer));
    const limit = { milliseconds: limitOf(wanted.options), signal: run.signal };
    await withinLimit(clock, limit, (signal) => memberships.waitUntilLeft(caller, signal));
    setDuration(caller, 'ANSWEREDTIME', clock.now() - answeredAt);
    setDuration(caller, 'DIALEDTIME', clock.now() - (this.#group?.startedAt ?? answeredAt));
    setResult(caller, 'ANSWER');
    if (run.signal.aborted || wanted.options.has('g')) return undefined;
    caller.ending.set(peer.ending.cause === causes.unknown ? causes.normal : peer.ending.cause);
    return 'hangup';
  }

  /** What sees the digits of a channel that may transfer the call. */
  #transferKeys(channel: Channel, option: 't' | 'T'): TransferKeys['takesDigit'] | undefined {
    return this.call.wanted.options.has(option) ? new TransferKeys(channel, this.deps).takesDigit : undefined;
  }

  #cannotConnect(leg: DialLeg, module: string): ApplicationResult {
    const { caller } = this.call;
    this.deps.log.warn({ channel: caller.id, module }, 'Dial needs a module that is not loaded');
    endLeg(leg, caller);
    return this.#conclude('CONGESTION');
  }

  /** The called channel's own part of the conversation, and what it does afterwards. */
  async #accompany(peer: Channel): Promise<void> {
    const { caller, wanted } = this.call;
    const { dialplan } = this.deps;
    const transferredTo = await this.#waitInBridge(peer);
    if (transferredTo !== undefined && !peer.isEnding) return dialplan.run(peer, transferredTo);
    const onward = wanted.options.get('F');
    if (onward !== undefined && caller.isEnding && !peer.isEnding) await this.#sendOn(peer, onward);
    if (peer.ending.cause === causes.unknown) peer.ending.set(causes.normal);
    noteEnding(caller, peer);
    if (!wanted.options.has('e')) return;
    // What is over goes straight to the extension for calls that are over.
    if (!peer.isEnding) peer.endSilently(peer.ending.cause);
    await dialplan.runNested(peer, this.#place);
  }

  /** Until the called channel is in no bridge: where a transfer has sent it, if one has. */
  async #waitInBridge(peer: Channel): Promise<DialplanPlace | undefined> {
    const { memberships } = this.deps;
    const notes = notesOf(peer);
    let onward: DialplanPlace | undefined;
    notes.leaveFor = (place) => {
      onward = place;
      memberships.leave(peer);
    };
    await memberships.waitUntilLeft(peer, peer.signal);
    notes.leaveFor = undefined;
    return onward;
  }

  async #sendOn(peer: Channel, written: string): Promise<void> {
    const { dialplan, log } = this.deps;
    const next = { ...this.#place, priority: this.#place.priority + 1 };
    const place = written === '' ? next : readPlace(written, this.#place, dialplan.findLabel);
    if (place !== undefined) return dialplan.run(peer, place);
    log.warn({ channel: peer.id, place: written }, 'Dial: invalid destination');
  }

  #subroutine(letter: 'b' | 'B'): WrittenSubroutine | undefined {
    const written = this.call.wanted.options.get(letter);
    if (written === undefined) return undefined;
    const subroutine = readSubroutine(written, this.#place, this.deps.dialplan.findLabel);
    if (subroutine === undefined)
      this.deps.log.warn({ channel: this.call.caller.id, subroutine: written }, 'Dial: malformed subroutine');
    return subroutine;
  }

  #conclude(result: DialResult): ApplicationResult {
    setResult(this.call.caller, result);
    return undefined;
  }
}

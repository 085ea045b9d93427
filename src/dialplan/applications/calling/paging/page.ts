import { answer } from '../../../../engine/calls/dialing/answer';
import type { Bridge } from '../../../../engine/calls/bridge/bridge';
import type { Channel } from '../../../../engine/calls/channel/channel';
import type { DialEnd } from '../../../../engine/calls/dialing/dialing';
import { dialledLine } from '../../../../engine/calls/channel/dialplan-place';
import type { ApplicationRun } from '../../../../engine/calls/channel/dialplan-port';
import { causes } from '../../../../engine/calls/channel/hangup-cause';
import type { Monitor } from '../../../../engine/audio/recording/monitors';
import { namedPrompts, Prompts } from '../../../interaction/prompts';
import { setResult } from '../../../runner/result-variable';
import type { BridgeMemberships } from '../bridge-memberships';
import type { DialArguments } from '../dial/dial-arguments';
import type { CallApplicationDeps } from '../dial/dial-deps';
import type { DialLeg } from '../dial/dial-leg';
import { endLeg, makeLeg } from '../dial/dial-leg';
import { readSubroutine } from '../dial/dial-options';

export type PageDeps = CallApplicationDeps & { readonly memberships: BridgeMemberships };

export interface PageCall {
  readonly caller: Channel;
  readonly wanted: DialArguments;
  readonly run: ApplicationRun;
}

/** One run of Page: calls all destinations; those that answer hear the caller until the caller leaves. */
export class Page {
  readonly #prompts: Prompts;
  readonly #bridge: Bridge;
  /** Who is being called. */
  readonly #ringing = new Set<DialLeg>();
  /** Who has answered. */
  readonly #listeners = new Set<Channel>();
  #isOver = false;

  constructor(
    private readonly call: PageCall,
    private readonly deps: PageDeps,
  ) {
    this.#prompts = new Prompts(deps);
    this.#bridge = deps.memberships.makeUntilDestroyed('Page');
  }

  async perform(): Promise<void> {
    try {
      await this.#prepareCaller();
      await this.#callAll();
      await this.#speak();
    } finally {
      this.#dismiss();
    }
  }

  async #prepareCaller(): Promise<void> {
    const subroutine = this.#subroutine('B');
    if (subroutine === undefined) return;
    await this.deps.dialplan.callSubroutine(this.call.caller, subroutine.place, subroutine.arguments);
  }

  async #callAll(): Promise<void> {
    const { caller, wanted, run } = this.call;
    for (const target of wanted.targets) {
      if (run.signal.aborted) return;
      const leg = await makeLeg({ caller, target, options: new Map() }, this.deps);
      if (leg !== undefined) this.#ringing.add(leg);
    }
    const first = this.#subroutine('b');
    const { callSubroutine } = this.deps.dialplan;
    if (first !== undefined)
      await Promise.all([...this.#ringing].map(({ channel }) => callSubroutine(channel, first.place, first.arguments)));
    if (!run.signal.aborted) for (const leg of [...this.#ringing]) this.#dial(leg);
  }

  #dial(leg: DialLeg): void {
    const { caller, wanted } = this.call;
    leg.dialing = this.deps.calls.dial(leg.channel, {
      caller,
      dialString: leg.resource,
      repeatsDialString: false,
      reportsHangup: true,
      timeout: wanted.timeout,
    });
    void leg.dialing.done.then((end) => this.#ended(leg, end));
  }

  #ended(leg: DialLeg, end: DialEnd): void {
    if (!this.#ringing.delete(leg)) return;
    if (end !== 'answered') return endLeg(leg, this.call.caller, end === 'timed-out' ? causes.noAnswer : undefined);
    this.#listeners.add(leg.channel);
    void this.deps.calls.run(leg.channel, (channel) => this.#listen(channel));
  }

  /** A destination that has answered hears the announcement alone, then the caller. */
  async #listen(channel: Channel): Promise<void> {
    const { options } = this.call.wanted;
    channel.position.startApplication(dialledLine);
    await this.#announce(channel);
    if (!this.#isOver && !channel.isEnding) {
      this.deps.memberships.enter(channel, this.#bridge, { isMuted: !options.has('d'), inhibitsConnectedLine: true });
      await this.deps.memberships.waitUntilLeft(channel, channel.signal);
    }
    this.#listeners.delete(channel);
    if (channel.ending.cause === causes.unknown) channel.ending.set(causes.normal);
  }

  async #announce(channel: Channel): Promise<void> {
    const announcement = this.call.wanted.options.get('A') ?? '';
    await this.#prompts.play(channel, { prompts: namedPrompts(announcement), signal: channel.signal });
  }

  async #speak(): Promise<void> {
    const { caller, wanted, run } = this.call;
    const { options } = wanted;
    if (run.signal.aborted) return;
    answer(caller);
    if (!options.has('q')) await this.#prompts.play(caller, { prompts: namedPrompts('beep'), signal: run.signal });
    if (!options.has('n')) await this.#announce(caller);
    const monitor = options.has('r') ? await this.#record() : undefined;
    if (!run.signal.aborted) {
      this.deps.memberships.enter(caller, this.#bridge, { inhibitsConnectedLine: true });
      await this.deps.memberships.waitUntilLeft(caller, run.signal);
    }
    monitor?.stop();
  }

  async #record(): Promise<Monitor | undefined> {
    const { caller } = this.call;
    const file = { name: `page-${this.#bridge.id}`, format: 'wav', appends: false };
    const started = await this.deps.sound().recordBridge(this.#bridge, file);
    if (started.outcome === 'monitoring') {
      setResult(caller, 'MIXMONITOR_FILENAME', started.monitor.paths[0] ?? '');
      return started.monitor;
    }
    this.deps.log.warn({ channel: caller.id, reason: started.reason }, 'Page cannot record');
    return undefined;
  }

  /** Without the caller there is nothing to hear. */
  #dismiss(): void {
    this.#isOver = true;
    for (const leg of this.#ringing) {
      leg.dialing?.cancel('CANCEL');
      endLeg(leg, this.call.caller, causes.normal);
    }
    this.#ringing.clear();
    this.#bridge.destroy();
    for (const channel of this.#listeners) channel.endSilently(causes.normal);
  }

  #subroutine(letter: 'b' | 'B') {
    const { caller, wanted } = this.call;
    const written = wanted.options.get(letter);
    if (written === undefined) return undefined;
    const subroutine = readSubroutine(written, caller.position.place, this.deps.dialplan.findLabel);
    if (subroutine === undefined)
      this.deps.log.warn({ channel: caller.id, subroutine: written }, 'Page: malformed subroutine');
    return subroutine;
  }
}

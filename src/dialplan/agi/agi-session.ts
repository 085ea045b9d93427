import { setImmediate } from 'node:timers/promises';
import type { Channel } from '../../engine/calls/channel/channel';
import type { DialplanPlace } from '../../engine/calls/channel/dialplan-place';
import type { ApplicationRun } from '../../engine/calls/channel/dialplan-port';
import type { StopSignal } from '../../shared/scheduling/stop-signal';
import { Stopper } from '../../shared/scheduling/stop-signal';
import { untilFired } from '../runner/pause';
import type { AgiAnswer, AgiCall, AgiCommand, AgiCommandDeps } from './commands/agi-command';
import { usage } from './commands/agi-command';
import type { AgiTransport } from './transport/agi-transport';
import { findCommand, usageOf } from './commands/command-table';
import { splitCommand } from './commands/command-words';
import type { AgiLine } from './transport/line-reader';
import { maxLineBytes } from './transport/line-reader';

export interface AgiSessionDeps extends AgiCommandDeps {
  /** Fires when Patchbay closes. */
  readonly closing: StopSignal;
}

export interface AgiSessionCall {
  readonly channel: Channel;
  readonly run: ApplicationRun;
  readonly transport: AgiTransport;
}

/** `failure`: reported by the program, or its connection was lost. */
export type AgiEnd = 'success' | 'failure' | 'hangup';

/** Milliseconds that a program may continue after a hangup. The same as for the extension `h`. */
const lingerMs = 30_000;

/** Yields after this many commands: a program that sends endlessly must not block the server. */
const commandsAtATime = 50;

const unknownCommand = '510 Invalid or unknown command';
const afterHangup = '511 Command Not Permitted on a dead channel or intercept routine';
const tooLong = [
  '520-Invalid command syntax.  Proper usage follows:',
  `A command has ${maxLineBytes} bytes at most.`,
  '520 End of proper usage.',
].join('\n');

/** One conversation with an AGI program: its commands are executed one after another, each with its answer. */
export class AgiSession {
  /** Fires when waiting has to end. */
  readonly #over = new Stopper();
  /** Of the command that runs now. */
  #command: Stopper | undefined;
  /** Whether the call was over before the conversation began. */
  readonly #beganDead: boolean;
  #isHungUp = false;
  #wasTold = false;
  #cancelLinger: () => void = () => undefined;
  /** Where the dialplan continues. */
  #next: DialplanPlace;

  constructor(
    private readonly call: AgiSessionCall,
    private readonly deps: AgiSessionDeps,
  ) {
    const { channel } = call;
    this.#beganDead = channel.isEnding;
    this.#next = { ...channel.position.place, priority: channel.position.place.priority + 1 };
  }

  /** Holds the conversation. The transport is closed afterwards. */
  async hold(environment: string): Promise<AgiEnd> {
    const { run, transport } = this.call;
    const onAbort = (): void => this.#hangUp();
    run.signal.addEventListener('abort', onAbort);
    try {
      await transport.send(environment);
      const end = await this.#obeyAll();
      const outcome = end ?? (await Promise.race([transport.outcome(), untilFired(this.#over.signal)]));
      return this.#isHungUp && !this.#beganDead ? 'hangup' : (outcome ?? 'failure');
    } finally {
      run.signal.removeEventListener('abort', onAbort);
      this.#cancelLinger();
      transport.close();
    }
  }

  /** Executes commands until there are no more; `success` when the program has left by a command. */
  async #obeyAll(): Promise<'success' | undefined> {
    const { transport } = this.call;
    for (let count = 1; ; count += 1) {
      const line = await transport.next();
      if (line === undefined) return undefined;
      const next = await this.#obey(line);
      if (next !== 'go-on') return next === 'leave' ? 'success' : undefined;
      if (count % commandsAtATime === 0) await setImmediate();
    }
  }

  get #isDead(): boolean {
    return this.#beganDead || this.#isHungUp;
  }

  get #isOver(): boolean {
    return this.#over.signal.aborted;
  }

  async #obey(line: AgiLine): Promise<'go-on' | 'leave' | 'over'> {
    const answer = await this.#answerTo(line);
    this.deps.log.debug({ channel: this.call.channel.id, ...line, answer: answer?.line }, 'an AGI command');
    const sent = answer === undefined ? undefined : this.#send(answer.line);
    // After the session, a program that does not read is not awaited.
    if (!this.#isOver) await sent;
    if (this.#isHungUp) this.#tellHangup();
    if (this.#isOver) return 'over';
    return answer?.kind === 'leave' ? 'leave' : 'go-on';
  }

  /** Undefined: the next command has taken the place of this one. */
  async #answerTo(line: AgiLine): Promise<Exclude<AgiAnswer, { kind: 'usage' }> | undefined> {
    if (line.kind === 'too-long') return said(tooLong);
    const found = findCommand(splitCommand(line.text));
    if (found === undefined) return said(unknownCommand);
    const { command, given } = found;
    if (this.#isDead && command.worksAfterHangup !== true) return said(afterHangup);
    const [least, most] = command.arity;
    const answer = given.length < least || given.length > most ? usage : await this.#execute(command, given);
    return answer?.kind === 'usage' ? said(usageOf(command)) : answer;
  }

  async #execute(command: AgiCommand, given: readonly string[]): Promise<AgiAnswer | undefined> {
    const { transport } = this.call;
    const stopper = new Stopper();
    let isSuperseded = false;
    const giveWay = (): void => {
      if (command.yields !== true || !transport.hasNews()) return;
      isSuperseded = true;
      stopper.abort();
    };
    const unwatch = transport.onNews(giveWay);
    giveWay();
    this.#command = stopper;
    try {
      const answer = await command.execute(this.#callFor(stopper.signal), given, this.deps);
      return isSuperseded ? undefined : answer;
    } finally {
      this.#command = undefined;
      unwatch();
    }
  }

  #callFor(signal: StopSignal): AgiCall {
    const { channel, run } = this.call;
    const goTo = (place: DialplanPlace): void => this.#goTo(place);
    return {
      channel,
      signal,
      run: { signal: this.#isDead ? this.#over.signal : run.signal, goTo },
      moveTo: (place) => goTo({ ...this.#next, ...place }),
      announce: (line) => this.#send(line),
    };
  }

  #goTo(place: DialplanPlace): void {
    this.#next = place;
    // One below, since a step counts as new only at another place than the channel is at.
    this.call.channel.position.moveTo({ ...place, priority: place.priority - 1 });
    this.call.run.goTo(place);
  }

  /** The call has ended, or has to go elsewhere, for which the program gets no time. */
  #hangUp(): void {
    const { channel, transport } = this.call;
    const { clock, closing } = this.deps;
    this.#isHungUp = true;
    const mayLinger = transport.mayLinger && channel.isEnding && !this.#beganDead && !closing.aborted;
    if (mayLinger && !this.#isSet('AGIEXITONHANGUP', 'yes'))
      this.#cancelLinger = clock.after(lingerMs, () => this.#finish());
    else this.#over.abort();
    // The answer to the command that runs comes before the news.
    if (this.#command !== undefined) return this.#command.abort();
    this.#tellHangup();
    if (this.#isOver) transport.close();
  }

  #finish(): void {
    this.#over.abort();
    this.#command?.abort();
    this.call.transport.close();
  }

  #tellHangup(): void {
    if (this.#wasTold || this.#beganDead) return;
    this.#wasTold = true;
    if (!this.#isSet('AGISIGHUP', 'no')) this.call.transport.hangUp();
  }

  #isSet(name: string, wanted: 'yes' | 'no'): boolean {
    const found = this.deps.variables.read(this.call.channel, name);
    const spellings = { yes: /^(yes|true|y|t|1|on)$/i, no: /^(no|false|n|f|0|off)$/i };
    return found.outcome === 'read' && spellings[wanted].test(found.value.trim());
  }

  #send(line: string): Promise<void> {
    return this.call.transport.send(`${line}\n`);
  }
}

function said(line: string): { readonly kind: 'result'; readonly line: string } {
  return { kind: 'result', line };
}

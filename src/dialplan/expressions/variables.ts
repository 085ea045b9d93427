import type { Channel } from '../../engine/calls/channel/channel';
import type {
  Asking,
  Assignment,
  ReadOutcome,
  VariablePort,
  WriteOutcome,
} from '../../engine/calls/channel/dialplan-port';
import { copyRedirecting } from '../channel-notes';
import { mentionsGuarded } from './consent';
import type { ScopeDeps } from './dialplan-scope';
import { DialplanScope, freshLimits, readPlain } from './dialplan-scope';
import type { DialplanFunctions, FunctionCall } from './functions';
import { parseCall } from './functions';
import { hasPlaces } from './template';

const noGlobals = { find: (): undefined => undefined };

/** Variables and functions as dialplans and clients use them. */
export class Variables implements VariablePort {
  #isReading = false;

  constructor(private readonly deps: ScopeDeps) {}

  get functions(): DialplanFunctions {
    return this.deps.functions;
  }

  /** Names are taken as they are: nothing inside of them is filled in first. */
  readonly read = (channel: Channel | undefined, name: string, from?: Asking): ReadOutcome =>
    name.endsWith(')')
      ? this.#readFunction(channel, name, from)
      : readPlain(from === 'own-call' ? { ...this.deps, globals: noGlobals } : this.deps, channel, name);

  readonly write = (channel: Channel | undefined, assignment: Assignment, from?: Asking): WriteOutcome => {
    const { name, value, isShown } = assignment;
    const call = parseCall(name);
    if (call !== undefined) return this.#writeFunction(channel, { ...assignment, call }, from);
    if (name === '' || channel === undefined) return { outcome: 'ignored' };
    channel.variables.set(name, value, isShown);
    return { outcome: 'written' };
  };

  readonly inheritRedirecting = copyRedirecting;

  readonly substitute = (channel: Channel | undefined, text: string): string =>
    hasPlaces(text) ? this.#scope(channel).substitute(text) : text;

  /**
   * A function that changes a variable while it is read makes the channel show itself, and so reads whatever is shown
   * with it: perhaps that very function. Such reads inside of reads would never end.
   */
  #readFunction(channel: Channel | undefined, name: string, from?: Asking): ReadOutcome {
    if (this.#isReading) return { outcome: 'unreadable', reason: `${name} is asked for while another one is read` };
    this.#isReading = true;
    try {
      return this.#scope(channel, from).readNamed(name);
    } finally {
      this.#isReading = false;
    }
  }

  #writeFunction(
    channel: Channel | undefined,
    { call, name, value = '', isShown }: Assignment & { readonly call: FunctionCall },
    from?: Asking,
  ): WriteOutcome {
    // Once shown it is read again and again, and would never have a value.
    if (isShown === true && from !== undefined && !this.deps.liveDangerously && mentionsGuarded(name)) {
      return { outcome: 'forbidden', reason: `${name} needs live_dangerously=yes to be shown` };
    }
    const wasShown = channel?.variables.shown.has(name) === true;
    // Shown first: the event that the change raises shows the new value already.
    if (isShown !== undefined) channel?.variables.show(name, isShown);
    const result = this.#scope(channel, from).writeCall(call, value);
    if (isShown !== undefined && result.outcome !== 'written') channel?.variables.show(name, wasShown);
    return result;
  }

  #scope(channel: Channel | undefined, from?: Asking): DialplanScope {
    return new DialplanScope(channel, this.deps, freshLimits(from !== undefined, this.deps.now()));
  }
}

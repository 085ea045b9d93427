import type { Channel } from '../../engine/calls/channel/channel';
import type { Logger } from '../../shared/logger';
import { builtInVariables } from './built-in-variables';
import { refusal } from './consent';
import { evaluateExpression } from './expression';
import type { DialplanFunctions, FunctionCall, Scope, Written } from './functions';
import { parseCall } from './functions';
import type { Once } from '../../shared/limits/once';
import type { GlobalsPort, PlanPort } from '../ports';
import { longestResult, substitute } from './substitute';
import type { ReadOutcome, WriteOutcome } from '../../engine/calls/channel/dialplan-port';

export interface PlainDeps {
  readonly globals: Pick<GlobalsPort, 'find'>;
  readonly plan: PlanPort;
}

export interface ScopeDeps extends PlainDeps {
  readonly functions: DialplanFunctions;
  readonly now: () => number;
  readonly liveDangerously: boolean;
  readonly log: Logger;
  readonly once: Once;
}

export interface EvaluationLimits {
  readonly isFromOutside: boolean;
  /** How many evaluations are going on around this one. */
  readonly depth: number;
  /** How many more variables may be read, over all evaluations that belong together. */
  readonly budget: { left: number };
  /** When it has taken too long, in milliseconds since 1970. */
  readonly deadline: number;
}

const deepest = 20;
const tooMuch = 'it is nested too deeply, or takes too long';
/** Characters of an argument or a value that are shown where it is complained about. */
const longestShown = 100;
/** Far more than a line of any dialplan needs; values that evaluate each other must come to an end. */
const maxLookups = 2000;
/** Milliseconds. All calls wait while one evaluates. */
const longestTime = 3000;

export function freshLimits(isFromOutside: boolean, now: number): EvaluationLimits {
  return { isFromOutside, depth: 0, budget: { left: maxLookups }, deadline: now + longestTime };
}

/** The value of a plain variable: the channel's, a predefined one, or a global one. */
export function readPlain(deps: PlainDeps, channel: Channel | undefined, name: string): ReadOutcome {
  const value =
    channel?.variables.get(name) ??
    (channel && builtInVariables.get(name)?.(channel, deps.plan)) ??
    deps.globals.find(name);
  return value === undefined ? { outcome: 'missing' } : { outcome: 'read', value };
}

/** One evaluation: whose variables it reads, with which rights, and how much it may still cost. Never throws. */
export class DialplanScope implements Scope {
  constructor(
    readonly channel: Channel | undefined,
    private readonly deps: ScopeDeps,
    private readonly limits: EvaluationLimits,
  ) {}

  readonly read = (name: string): string | undefined => {
    const found = this.readNamed(name);
    return found.outcome === 'read' ? found.value : undefined;
  };

  readonly write = (name: string, value: string): Written => {
    const call = parseCall(name);
    if (call !== undefined) return writtenOf(this.writeCall(call, value));
    if (this.channel === undefined || name === '') return false;
    this.channel.variables.set(name, value);
    return true;
  };

  readonly substitute = (text: string): string =>
    substitute(text, {
      lookUp: (name, argument) => this.#lookUp(name, argument),
      calculate: (text) => this.#calculate(text),
    });

  of(channel: Channel): Scope {
    return new DialplanScope(channel, this.deps, this.limits);
  }

  readNamed(name: string): ReadOutcome {
    const call = parseCall(name);
    if (call !== undefined) return this.readCall(call);
    this.limits.budget.left -= 1;
    return readPlain(this.deps, this.channel, name);
  }

  readCall(call: FunctionCall): ReadOutcome {
    if (!this.#mayGoOn()) return { outcome: 'unreadable', reason: tooMuch };
    if (call.argument.length > longestResult) return { outcome: 'unreadable', reason: 'its argument is too long' };
    const { name: functionName, argument } = call;
    const reason = refusal(functionName, { ...this.limits, ...this.deps });
    if (reason !== undefined) return { outcome: 'forbidden', reason };
    const read = this.deps.functions.find(functionName)?.read;
    if (read === undefined) return { outcome: 'unreadable', reason: `there is no function ${functionName} to read` };
    const value = this.#guarded(call, (inner) => read(argument, inner));
    if (value === undefined) return { outcome: 'unreadable', reason: `${shown(call)} has no value` };
    return { outcome: 'read', value: value.length > longestResult ? value.slice(0, longestResult) : value };
  }

  writeCall(call: FunctionCall, value: string): WriteOutcome {
    const { name: functionName, argument } = call;
    const reason = refusal(functionName, { ...this.limits, ...this.deps });
    if (reason !== undefined) return { outcome: 'forbidden', reason };
    const write = this.deps.functions.find(functionName)?.write;
    if (write === undefined) return { outcome: 'ignored' };
    const written: Written | undefined = this.#mayGoOn()
      ? this.#guarded(call, (inner) => write(argument, value, inner))
      : { refused: tooMuch };
    if (written === undefined || typeof written === 'boolean')
      return { outcome: written === true ? 'written' : 'ignored' };
    const why = written.refused;
    return { outcome: 'refused', reason: `${shown(call)} cannot be '${value.slice(0, longestShown)}': ${why}` };
  }

  /** A condition that cannot be read does not hold: that is what dialplans rely on. */
  #calculate(expression: string): string {
    if (!this.#mayGoOn()) return '0';
    const result = evaluateExpression(expression);
    if (result.outcome === 'value') return result.value;
    this.#complain({ expression, reason: result.reason }, 'malformed expression, evaluated as 0');
    return '0';
  }

  #lookUp(name: string, argument: string | undefined): string {
    if (this.limits.budget.left <= 0) return '';
    const found = argument === undefined ? this.readNamed(name) : this.readCall({ name: name.trim(), argument });
    if (found.outcome === 'read') return found.value;
    if (found.outcome !== 'missing') this.#complain({ reason: found.reason }, 'a function cannot be read and is empty');
    return '';
  }

  #mayGoOn(): boolean {
    this.limits.budget.left -= 1;
    return this.limits.depth < deepest && this.limits.budget.left > 0 && this.deps.now() < this.limits.deadline;
  }

  /** A call must outlive a faulty function. */
  #guarded<Result>(call: FunctionCall, use: (inner: Scope) => Result): Result | undefined {
    const inner = { ...this.limits, depth: this.limits.depth + 1 };
    try {
      return use(new DialplanScope(this.channel, this.deps, inner));
    } catch (error) {
      this.deps.log.error({ function: shown(call), error }, 'a dialplan function failed');
      return undefined;
    }
  }

  #complain(facts: { readonly reason: string; readonly expression?: string }, sentence: string): void {
    const { reason, expression = '' } = facts;
    if (!this.deps.once.isFirst(`${expression.slice(0, 200)} ${reason}`)) return;
    this.deps.log.warn({ ...facts, channel: this.channel?.name, place: this.channel?.position.place }, sentence);
  }
}

function shown({ name, argument }: FunctionCall): string {
  return `${name}(${argument.slice(0, longestShown)})`;
}

function writtenOf(result: WriteOutcome): Written {
  return 'reason' in result ? { refused: result.reason } : result.outcome === 'written';
}

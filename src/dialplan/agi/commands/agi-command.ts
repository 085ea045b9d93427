import type { Channel } from '../../../engine/calls/channel/channel';
import type { DialplanPlace } from '../../../engine/calls/channel/dialplan-place';
import type { ApplicationRun, VariablePort } from '../../../engine/calls/channel/dialplan-port';
import type { ChannelSound } from '../../../engine/audio/channel-sound';
import type { Clock } from '../../../shared/time/clock';
import type { Logger } from '../../../shared/logger';
import type { StopSignal } from '../../../shared/scheduling/stop-signal';
import type { NamedApplication } from '../../runner/application-table';
import type { ChannelMemories } from '../../runner/channel-memory';
import type { DialplanDatabase } from '../../system/dialplan-database';
import type { DigitReader } from '../../interaction/digit-reader';
import type { ChannelsPort } from '../../ports';
import type { Prompts } from '../../interaction/prompts';
import type { DialplanRunner } from '../../runner/runner';
import type { Steps } from '../../plan/steps';

/** What the commands lean on. */
export interface AgiCommandDeps {
  readonly variables: VariablePort;
  readonly database: DialplanDatabase;
  readonly channels: ChannelsPort;
  readonly steps: Steps;
  readonly memories: ChannelMemories;
  readonly callSubroutine: DialplanRunner['callSubroutine'];
  readonly findApplication: (name: string) => NamedApplication | undefined;
  readonly sound: () => ChannelSound;
  readonly prompts: Prompts;
  readonly digits: DigitReader;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What a command is given besides its arguments. */
export interface AgiCall {
  readonly channel: Channel;
  /** Fires when a waiting command has to return: the call has ended, or its answer is no longer needed. */
  readonly signal: StopSignal;
  /** For commands that run applications: those go on when the program has gone. */
  readonly run: ApplicationRun;
  /** The place where the dialplan continues after AGI, as far as the program has changed it. */
  readonly moveTo: (place: Partial<DialplanPlace>) => void;
  /** Sends a provisional answer. */
  readonly announce: (line: string) => Promise<void>;
}

/** `usage`: the arguments do not fit. `leave`: the answer, and then the dialplan continues. */
export type AgiAnswer =
  | { readonly kind: 'result'; readonly line: string }
  | { readonly kind: 'leave'; readonly line: string }
  | { readonly kind: 'usage' };

/** One row of the command table. */
export interface AgiCommand {
  /** Its words in capitals; programs write them in any case. */
  readonly name: string;
  /** Its arguments, as the usage shows them. */
  readonly syntax: string;
  /** What it does and what its results mean, for the usage and the documentation. */
  readonly summary: string;
  /** How many arguments it takes, at least and at most. */
  readonly arity: readonly [least: number, most: number];
  /** Whether it may be used after the call has ended. */
  readonly worksAfterHangup?: boolean;
  /** Whether the next command ends it, without an answer. */
  readonly yields?: boolean;
  readonly execute: AgiExecution;
}

/** Its arguments are as many as the row allows. */
export type AgiExecution = (
  call: AgiCall,
  given: readonly string[],
  deps: AgiCommandDeps,
) => AgiAnswer | Promise<AgiAnswer>;

export const usage: AgiAnswer = { kind: 'usage' };

/** `200 result=1 (value)`; what follows the number is optional. */
export function result(value: number | string, rest = ''): AgiAnswer {
  return { kind: 'result', line: `200 result=${value}${rest === '' ? '' : ` ${rest}`}` };
}

/** Whole numbers as programs write them; undefined for anything else. */
export function readInteger(text: string): number | undefined {
  return /^\s*[+-]?\d{1,10}\s*$/.test(text) ? Number(text) : undefined;
}

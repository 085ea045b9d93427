import type { ConferenceRegistry } from './conference/conference-registry';
import type { ChannelMemories } from './runner/channel-memory';
import type { DialplanDatabase } from './system/dialplan-database';
import type { FunctionTable } from './expressions/functions';
import { audioFunctions } from './functions/audio';
import { callDataFunctions } from './functions/call-data';
import { callerFunctions } from './functions/caller';
import { channelItemFunctions } from './functions/channel-item';
import { conferenceFunctions } from './functions/conference';
import { databaseFunctions } from './functions/database';
import { encodingFunctions } from './functions/encoding';
import { fieldFunctions } from './functions/fields';
import { globalDataFunctions } from './functions/global-data';
import { groupFunctions } from './functions/groups';
import { logicFunctions } from './functions/logic';
import { machineFunctions } from './functions/machine';
import { mathFunctions } from './functions/math';
import { messageFunctions } from './functions/message';
import { otherChannelFunctions } from './functions/other-channels';
import { redirectingFunctions } from './functions/redirecting';
import { routineFunctions } from './functions/routine';
import { sprintfFunctions } from './functions/sprintf';
import { textFunctions } from './functions/text';
import type { ChannelsPort, DevicesPort, GlobalsPort, PlanPort, SystemPort } from './ports';
import type { TimeLimits } from './runner/time-limits';

/** What the functions lean on. */
export interface FunctionDeps {
  readonly globals: GlobalsPort;
  readonly channels: ChannelsPort;
  readonly devices: DevicesPort;
  readonly database: DialplanDatabase;
  readonly plan: PlanPort;
  readonly conferences: ConferenceRegistry;
  readonly memories: ChannelMemories;
  readonly limits: TimeLimits;
  readonly system: SystemPort;
  readonly now: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly uuid: () => string;
  readonly version: string;
}

/** All functions that need no audio. */
export function functionLibrary(deps: FunctionDeps): FunctionTable {
  return {
    ...callerFunctions,
    ...redirectingFunctions,
    ...channelItemFunctions,
    ...audioFunctions(),
    ...otherChannelFunctions(deps.channels),
    ...groupFunctions(deps.channels),
    ...callDataFunctions(deps),
    ...routineFunctions(deps.memories),
    ...globalDataFunctions(deps),
    ...conferenceFunctions(deps.conferences),
    ...databaseFunctions(deps.database),
    ...machineFunctions(deps),
    ...messageFunctions(),
    ...logicFunctions(deps.now),
    ...mathFunctions,
    ...textFunctions,
    ...fieldFunctions,
    ...encodingFunctions,
    ...sprintfFunctions,
  };
}

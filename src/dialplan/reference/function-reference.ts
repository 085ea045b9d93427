import { channelSection, otherChannelSection, routineSection } from './channel-functions';
import type { FunctionSection } from './reference';
import { sipSection } from './sip-functions';
import { listSection, logicSection, textSection } from './value-functions';

/** Every function of the dialplan, by topic. */
export const functionReference: readonly FunctionSection[] = [
  channelSection,
  otherChannelSection,
  routineSection,
  textSection,
  listSection,
  logicSection,
  sipSection,
];

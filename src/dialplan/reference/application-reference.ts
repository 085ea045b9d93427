import { bridgeSection, callSection, clientSection, messageSection } from './call-applications';
import { flowSection, outputSection } from './flow-applications';
import { digitSection, listeningSection, playingSection } from './media-applications';
import type { ApplicationSection } from './reference';

/** Every application of the dialplan, by topic. */
export const applicationReference: readonly ApplicationSection[] = [
  callSection,
  bridgeSection,
  clientSection,
  playingSection,
  listeningSection,
  digitSection,
  flowSection,
  outputSection,
  messageSection,
];

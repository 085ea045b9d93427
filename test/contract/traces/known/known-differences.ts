import type { KnownDifference } from '../explain/known-difference';
import { knownInApplications } from './applications';
import { knownInBridges } from './bridges';
import { knownInCalls } from './calls';
import { knownInFrames } from './frames';
import { knownInHttp } from './http';
import { knownInMedia } from './media';
import { knownInParameters } from './parameters';
import { knownInPhones } from './phones';
import { knownInPlaybacks } from './playbacks';
import { knownInRecordings } from './recordings';
import { knownInServer } from './server';
import { knownInShownVariables } from './shown-variables';
import { knownInTransfers } from './transfers';

/** All differences that we want, and why. Whatever none of them explains fails. */
export const knownDifferences: readonly KnownDifference[] = [
  ...knownInParameters,
  ...knownInHttp,
  ...knownInFrames,
  ...knownInServer,
  ...knownInCalls,
  ...knownInShownVariables,
  ...knownInPlaybacks,
  ...knownInRecordings,
  ...knownInBridges,
  ...knownInApplications,
  ...knownInMedia,
  ...knownInPhones,
  ...knownInTransfers,
];

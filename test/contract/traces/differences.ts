import { listed01To02 } from './differences-01-02';
import { listed03To04 } from './differences-03-04';
import { listed05 } from './differences-05';
import { listed06 } from './differences-06';
import { listed07 } from './differences-07';
import { listed08To26 } from './differences-08-26';
import { listed12 } from './differences-12';
import type { Listed } from './listed';

/** All differences that we want, and why. What is not listed fails; what is listed and does not occur fails too. */
export const listedDifferences: readonly Listed[] = [
  ...listed01To02,
  ...listed03To04,
  ...listed05,
  ...listed06,
  ...listed07,
  ...listed08To26,
  ...listed12,
];

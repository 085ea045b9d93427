import type { ConfFile } from '../reader/conf-file';
import type { Findings } from '../reader/findings';
import { checkSections } from '../reader/known-sections';
import type { Parser } from '../reader/option-parsers';
import { milliseconds, seconds } from '../reader/option-parsers';
import { one, readSection, sectionNamed } from '../reader/section-schema';
import type { FeaturesConfig } from '../server-config';

const keys: Parser<string> = {
  wanted: 'digits, * and #',
  parse: (given) => (/^[0-9A-D*#]*$/i.test(given) ? { value: given } : { refused: 'it has other characters' }),
};

const general = {
  pickupExtension: one('pickupexten', keys, '*8'),
  keyTimeout: one('featuredigittimeout', milliseconds(0), 1000),
  extensionTimeout: one('transferdigittimeout', seconds(1), 3000),
  answerTimeout: one('atxfernoanswertimeout', seconds(1), 15_000),
  abort: one('atxferabort', keys, '*1'),
  complete: one('atxfercomplete', keys, '*2'),
  threeWay: one('atxferthreeway', keys, '*3'),
};

const map = { blindTransfer: one('blindxfer', keys, '#'), attendedTransfer: one('atxfer', keys, '') };

/** features.conf: the keys of transfers during calls, and the extension that picks up calls. */
export function readFeaturesConf(conf: ConfFile, findings: Findings): FeaturesConfig {
  checkSections(conf, { known: ['general', 'featuremap', 'applicationmap'] }, findings);
  const rules = { findings, guarded: 'slips' } as const;
  return {
    ...readSection(general, sectionNamed('general', conf), rules),
    ...readSection(map, sectionNamed('featuremap', conf), rules),
  };
}

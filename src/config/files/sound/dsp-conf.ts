import type { ConfFile } from '../../reader/conf-file';
import type { Findings } from '../../reader/findings';
import { checkSections } from '../../reader/known-sections';
import { whole } from '../../reader/option-parsers';
import { one, readSection, sectionNamed } from '../../reader/section-schema';
import type { DetectionConfig } from '../../server-config';

const schema = { silenceThreshold: one('silencethreshold', whole(1, 32_767), 256) };

const unusedOptions = [
  ...['dtmf_normal_twist', 'dtmf_reverse_twist', 'relax_dtmf_normal_twist', 'relax_dtmf_reverse_twist'],
  ...['dtmf_hits_to_begin', 'dtmf_misses_to_end'],
];

/** dsp.conf: what counts as talking and what as silence. */
export function readDspConf(conf: ConfFile, findings: Findings): DetectionConfig {
  checkSections(conf, { known: ['default'] }, findings);
  return readSection(schema, sectionNamed('default', conf), {
    findings,
    unused: unusedOptions,
    guarded: 'slips',
  });
}

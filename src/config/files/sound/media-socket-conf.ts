import type { ConfFile } from '../../reader/conf-file';
import type { Findings } from '../../reader/findings';
import { checkSections } from '../../reader/known-sections';
import { choice } from '../../reader/option-parsers';
import { one, readSection, sectionNamed } from '../../reader/section-schema';
import type { MediaSocketConfig } from '../../server-config';

const schema = {
  type: one('type', choice('global'), 'global'),
  controlFormat: one<MediaSocketConfig['controlFormat']>(
    'control_message_format',
    choice('plain-text', 'json'),
    'plain-text',
  ),
};

/** chan_websocket.conf: how channels talk to applications on media websockets. */
export function readMediaSocketConf(conf: ConfFile, findings: Findings): MediaSocketConfig {
  checkSections(conf, { known: ['global'] }, findings);
  const { controlFormat } = readSection(schema, sectionNamed('global', conf), { findings, unused: [] });
  return { controlFormat };
}

import type { ConfFile } from './conf-file';
import type { Findings } from './findings';
import { checkSections } from './known-sections';
import { choice } from './option-parsers';
import { one, readSection, sectionNamed } from './section-schema';
import type { MediaSocketConfig } from './server-config';

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

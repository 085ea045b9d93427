import type { Findings } from '../../reader/findings';
import { bool, list, text } from '../../reader/option-parsers';
import type { Parser } from '../../reader/option-parsers';
import { one, readSection, required } from '../../reader/section-schema';
import type { OptionSource } from '../../reader/section-schema';
import type { OutboundSocketConfig } from '../../server-config';

const longestName = 73;

const application: Parser<string> = {
  wanted: `the name of an application, at most ${longestName} characters`,
  parse: (given) => (given.length <= longestName ? { value: given } : { refused: given }),
};

const schema = {
  type: one('type', text, ''),
  websocketClientId: required('websocket_client_id', text, ''),
  applications: required('apps', list(application), []),
  localUser: required('local_ari_user', text, ''),
  subscribeAll: one('subscribe_all', bool, false),
};

/** A section of ari.conf that says `type = outbound_websocket`. */
export function readOutboundSocket(section: OptionSource, findings: Findings): OutboundSocketConfig {
  const { websocketClientId, applications, localUser, subscribeAll } = readSection(schema, section, {
    findings,
    guarded: 'all',
  });
  return { id: section.name, websocketClientId, applications: [...new Set(applications)], localUser, subscribeAll };
}

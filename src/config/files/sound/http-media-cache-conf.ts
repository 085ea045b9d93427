import { accessOptions, allRules } from '../interfaces/access-options';
import type { NamedRules } from '../interfaces/access-options';
import type { ConfFile } from '../../reader/conf-file';
import type { Findings } from '../../reader/findings';
import { checkSections } from '../../reader/known-sections';
import { bool, choice, list, seconds, whole } from '../../reader/option-parsers';
import type { Parser } from '../../reader/option-parsers';
import { lastEntry, one, readSection, sectionNamed } from '../../reader/section-schema';
import type { OptionSource } from '../../reader/section-schema';
import type { RemoteMediaConfig } from '../../server-config';

const mebibyte = 1_048_576;

const headerText: Parser<string> = {
  wanted: 'a text of plain letters, digits and signs',
  parse: (given) => (/^[\x20-\x7e]*$/.test(given) ? { value: given } : { refused: given }),
};

const schema = {
  enabled: one('enabled', bool, false),
  timeout: one('timeout_secs', seconds(1), 30_000),
  maxFileBytes: one('max_size', whole(1), 10 * mebibyte),
  maxCacheBytes: one('cache_size', whole(0), 256 * mebibyte),
  followsRedirects: one('follow_location', bool, true),
  maxRedirects: one('max_redirects', whole(0, 100), 5),
  userAgent: one('user_agent', headerText, 'Patchbay'),
  protocols: one<RemoteMediaConfig['protocols']>('protocols', list(choice('http', 'https')), ['http', 'https']),
  ...accessOptions,
};

const unusedOptions = ['proxy', 'redirect_protocols', 'dns_cache_timeout_secs'];

export interface HttpMediaContext {
  readonly acls: NamedRules;
  readonly findings: Findings;
}

/** http_media_cache.conf: whether sounds and music may be fetched from web servers, from which ones, and the limits. */
export function readHttpMediaCacheConf(conf: ConfFile, { acls, findings }: HttpMediaContext): RemoteMediaConfig {
  checkSections(conf, { known: ['general'] }, findings);
  const section = sectionNamed('general', conf);
  const {
    rules: lines,
    acl,
    followsRedirects,
    ...values
  } = readSection(schema, section, {
    findings,
    unused: unusedOptions,
    // They prevent clients from making this server connect anywhere.
    guarded: 'slips',
  });
  const rules = allRules({ rules: lines, acl }, acls, { section, findings });
  if (values.protocols.length === 0)
    findings.problem(lastEntry(section, 'protocols'), "'protocols' is empty", 'name http, https or both');
  const config = { ...values, rules, maxRedirects: followsRedirects ? values.maxRedirects : 0 };
  noticeDoors(config, section, findings);
  return config;
}

function noticeDoors({ enabled, rules }: RemoteMediaConfig, section: OptionSource, findings: Findings): void {
  if (section.entries.length > 0 && lastEntry(section, 'enabled') === section)
    findings.notice(section, 'nothing is fetched: [general] does not say enabled = yes');
  if (enabled && rules.length === 0)
    findings.notice(
      section,
      'users who may play sounds can make this server send requests to any address: add deny lines for your own networks',
    );
}

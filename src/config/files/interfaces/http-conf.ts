import { accessOptions, allRules } from './access-options';
import type { NamedRules } from './access-options';
import type { ConfFile, ConfSection } from '../../reader/conf-file';
import type { Findings } from '../../reader/findings';
import { checkSections } from '../../reader/known-sections';
import { bool, choice, host, list, milliseconds, network, port, text, whole } from '../../reader/option-parsers';
import type { Parser } from '../../reader/option-parsers';
import type { Overrides } from '../../overrides';
import { each, lastEntry, one, readSection, required, sectionNamed } from '../../reader/section-schema';
import type { OptionSource, Values } from '../../reader/section-schema';
import type { HttpConfig, TlsConfig } from '../../server-config';
import { tlsOptions, unusedTlsOptions } from './tls-options';

const prefix: Parser<string> = {
  wanted: 'one path segment without slashes, such as phones',
  parse: (given) => {
    const bare = given.replace(/^\/+|\/+$/g, '');
    return /^[\w.~-]*$/.test(bare) ? { value: bare } : { refused: given };
  },
};

/** Proxies are named one by one: excluding one from a network is not supported. */
const plainNetwork: Parser<string> = {
  wanted: network.wanted,
  parse: (given) => {
    const parsed = network.parse(given);
    return 'refused' in parsed || parsed.value.negated ? { refused: given } : { value: parsed.value.network };
  },
};

const redirect: Parser<{ readonly from: string; readonly to: string }> = {
  wanted: 'two addresses with a blank between them, such as / /docs/',
  parse: (given) => {
    const [from = '', to = '', ...rest] = given.split(/\s+/);
    return from.startsWith('/') && to !== '' && rest.length === 0 ? { value: { from, to } } : { refused: given };
  },
};

function generalSchema(folder: string) {
  return {
    enabled: one('enabled', bool, false),
    bindAddress: one<string | undefined>('bindaddr', host, undefined),
    bindPort: one('bindport', port, 8088),
    prefix: one('prefix', prefix, ''),
    serverName: one('servername', text, 'Patchbay'),
    sessionLimit: one('sessionlimit', whole(1), 100),
    sessionInactivity: one('session_inactivity', milliseconds(1), 30_000),
    sessionKeepAlive: one('session_keep_alive', milliseconds(0), 15_000),
    maxBodyBytes: one('max_body', whole(1), 1_048_576),
    sessionLimitPerAddress: one('session_limit_per_address', whole(1), 50),
    sessionWriteTimeout: one('session_write_timeout', milliseconds(1), 30_000),
    trustedProxies: one('trusted_proxies', list(plainNetwork), []),
    allowedHosts: one('allowed_hosts', list(text), []),
    redirects: each('redirect', redirect),
    ...tlsOptions(folder),
    tlsWithout10: one('tlsdisablev1', bool, true),
    tlsWithout11: one('tlsdisablev11', bool, false),
    tlsWithout12: one('tlsdisablev12', bool, false),
    tlsServerOrder: one('tlsservercipherorder', bool, true),
  };
}

type General = Values<ReturnType<typeof generalSchema>>;

const unusedOptions = [...['enable_static', 'enablestatic', 'enable_status'], ...unusedTlsOptions];

/** They decide who can reach the listener, and whether the traffic is encrypted. */
const guarded = [
  ...['bindaddr', 'tlsenable', 'tlsbindaddr', 'tlscertfile', 'tlsprivatekey', 'tlscipher'],
  ...['tlsdisablev1', 'tlsdisablev11', 'tlsdisablev12'],
];

export interface HttpContext {
  readonly folder: string;
  readonly acls: NamedRules;
  readonly overrides: Pick<Overrides, 'bindAddress' | 'bindPort'>;
  readonly findings: Findings;
  readonly isFile: (path: string) => boolean;
}

/** http.conf: the listener, its limits, and who may reach which path. */
export function readHttpConf(conf: ConfFile, context: HttpContext): HttpConfig {
  const { findings, overrides, folder } = context;
  const restrictions = conf.sections.filter(({ name }) => name.startsWith('/'));
  const others = conf.sections.filter((section) => !restrictions.includes(section));
  checkSections({ sections: others }, { known: ['general'], unused: ['post_mappings'] }, findings);
  const section = sectionNamed('general', conf);
  const general = readSection(generalSchema(folder), section, { findings, unused: unusedOptions, guarded });
  const bindAddress = overrides.bindAddress ?? general.bindAddress;
  if (general.enabled && bindAddress === undefined && lastEntry(section, 'bindaddr') === section)
    findings.problem(
      section,
      'the server is enabled but has no bindaddr',
      'add bindaddr = 127.0.0.1 to serve this machine only',
    );
  const bound = {
    ...general,
    bindAddress: bindAddress ?? '127.0.0.1',
    bindPort: overrides.bindPort ?? general.bindPort,
  };
  return {
    ...limitsOf(bound),
    bindAddress: bound.bindAddress,
    tls: general.enabled && general.tlsEnabled ? readTls(bound, section, context) : undefined,
    redirects: general.redirects.map(({ value }) => value),
    restrictions: restrictions.map((restriction) => readRestriction(restriction, context)),
  };
}

function limitsOf({ enabled, bindPort, prefix: first, serverName, sessionLimit, ...rest }: General) {
  const { sessionInactivity, sessionKeepAlive, maxBodyBytes } = rest;
  const { sessionLimitPerAddress, sessionWriteTimeout, trustedProxies, allowedHosts } = rest;
  return {
    enabled,
    bindPort,
    prefix: first,
    serverName,
    sessionLimit,
    sessionInactivity,
    sessionKeepAlive,
    maxBodyBytes,
    sessionLimitPerAddress,
    sessionWriteTimeout,
    trustedProxies,
    allowedHosts,
  };
}

function readTls(
  general: General & { readonly bindAddress: string },
  section: OptionSource,
  context: HttpContext,
): TlsConfig {
  const { findings, isFile } = context;
  if (general.tlsCertificate === '')
    findings.problem(
      section,
      'TLS is enabled but has no tlscertfile',
      'add tlscertfile = … with the path of a PEM file',
    );
  for (const [name, file] of [
    ['tlscertfile', general.tlsCertificate],
    ['tlsprivatekey', general.tlsKey],
  ] as const) {
    if (file !== '' && !isFile(file))
      findings.problem(lastEntry(section, name), `there is no file ${file}`, 'give the path of a PEM file that exists');
  }
  return {
    bindAddress: general.tlsBind?.host ?? general.bindAddress,
    bindPort: general.tlsBind?.port ?? 8089,
    certificateFile: general.tlsCertificate,
    privateKeyFile: general.tlsKey === '' ? general.tlsCertificate : general.tlsKey,
    ciphers: general.tlsCiphers,
    minVersion: lowestVersion(general),
    honorCipherOrder: general.tlsServerOrder,
  };
}

/** Only a minimum version can be set, so disabling a version also disables the older ones. */
function lowestVersion({ tlsWithout10, tlsWithout11, tlsWithout12 }: General): TlsConfig['minVersion'] {
  if (tlsWithout12) return 'TLSv1.3';
  if (tlsWithout11) return 'TLSv1.2';
  return tlsWithout10 ? 'TLSv1.1' : 'TLSv1';
}

const restrictionSchema = { type: required('type', choice('restriction'), 'restriction'), ...accessOptions };

function readRestriction(section: ConfSection, { acls, findings }: HttpContext): HttpConfig['restrictions'][number] {
  const values = readSection(restrictionSchema, section, { findings, guarded: 'all' });
  return { pathPrefix: section.name, rules: allRules(values, acls, { section, findings }) };
}

import type { ConfFile, ConfSection } from '../reader/conf-file';
import type { Findings } from '../reader/findings';
import { bool, list, text } from '../reader/option-parsers';
import { one, readSection } from '../reader/section-schema';
import type { Values } from '../reader/section-schema';
import { madeSection } from './sip-section';
import type { SipSection, SipType } from './sip-section';

const schema = {
  type: one('type', text, 'wizard'),
  transport: one('transport', text, ''),
  remoteHosts: one('remote_hosts', list(text), []),
  outboundProxy: one('outbound_proxy', text, ''),
  sendsAuth: one('sends_auth', bool, false),
  acceptsAuth: one('accepts_auth', bool, false),
  sendsRegistrations: one('sends_registrations', bool, false),
  acceptsRegistrations: one('accepts_registrations', bool, false),
  // Written by their users with the placeholders of a dialplan.
  serverPattern: one('server_uri_pattern', text, 'sip:${' + 'REMOTE_HOST}'),
  clientPattern: one('client_uri_pattern', text, 'sip:${' + 'USERNAME}@${' + 'REMOTE_HOST}'),
  contactPattern: one('contact_pattern', text, 'sip:${' + 'REMOTE_HOST}'),
};

const unused = ['has_phoneprov', 'has_hint', 'hint_context', 'hint_exten', 'hint_application'];

/** Options with these prefixes are passed on to the objects that the section stands for. */
const prefixes = ['endpoint', 'aor', 'inbound_auth', 'outbound_auth', 'identify', 'registration'] as const;
type Prefix = (typeof prefixes)[number];

type Passed = Readonly<Record<string, readonly string[]>>;

/** pjsip_wizard.conf: a section stands for all objects that a phone or trunk needs. */
export function readWizardConf({ sections }: ConfFile, findings: Findings): readonly SipSection[] {
  return sections.flatMap((section) => {
    const type = section.entries.findLast(({ key }) => key.toLowerCase() === 'type')?.value;
    if (type?.toLowerCase() === 'wizard') return expand(section, findings);
    if (type === undefined) findings.problem(section, `[${section.name}] does not say what it is`, 'add type = wizard');
    else findings.problem(section, `[${section.name}] has the unknown type '${type}'`, 'write type = wizard');
    return [];
  });
}

interface Wizard extends Values<typeof schema> {
  readonly section: ConfSection;
  readonly passed: (prefix: Prefix) => Passed;
}

function expand(section: ConfSection, findings: Findings): readonly SipSection[] {
  const own = section.entries.filter(({ key }) => !key.includes('/'));
  const values = readSection(schema, { ...section, entries: own }, { findings, unused, guarded: 'slips' });
  for (const entry of section.entries) {
    const [prefix = '', rest] = entry.key.split('/');
    if (rest === undefined || prefixes.some((known) => known === prefix)) continue;
    if (prefix === 'phoneprov') findings.unused(entry, entry.key);
    else
      findings.problem(
        entry,
        `unknown option '${entry.key}' in [${section.name}]`,
        `allowed in front of the slash: ${prefixes.join(', ')}`,
      );
  }
  const wizard: Wizard = { ...values, section, passed: (prefix) => passedTo(section, prefix) };
  return [...auths(wizard), aor(wizard), endpoint(wizard), ...identify(wizard), ...registrations(wizard)];
}

function passedTo({ entries }: ConfSection, prefix: Prefix): Passed {
  const passed: Record<string, string[]> = {};
  for (const { key, value } of entries) {
    const [first, name = ''] = key.split('/');
    if (first === prefix) (passed[name.toLowerCase()] ??= []).push(value);
  }
  return passed;
}

function made(
  wizard: Wizard,
  type: SipType,
  init: { readonly suffix?: string; readonly values: Readonly<Record<string, string | readonly string[]>> },
): SipSection {
  const { name } = wizard.section;
  return madeSection(type, `${name}${init.suffix ?? ''}`, { at: wizard.section, values: { type, ...init.values } });
}

function auths(wizard: Wizard): readonly SipSection[] {
  const { name } = wizard.section;
  const one = (isWanted: boolean, prefix: Prefix, suffix: string): readonly SipSection[] =>
    isWanted ? [made(wizard, 'auth', { suffix, values: { username: name, ...wizard.passed(prefix) } })] : [];
  return [...one(wizard.acceptsAuth, 'inbound_auth', '-iauth'), ...one(wizard.sendsAuth, 'outbound_auth', '-oauth')];
}

function aor(wizard: Wizard): SipSection {
  const { remoteHosts, acceptsRegistrations, contactPattern, outboundProxy: outbound_proxy } = wizard;
  const contact = acceptsRegistrations ? [] : remoteHosts.map((host) => filled(contactPattern, wizard, host));
  const max_contacts = acceptsRegistrations ? '1' : '';
  return made(wizard, 'aor', { values: { contact, max_contacts, outbound_proxy, ...wizard.passed('aor') } });
}

function endpoint(wizard: Wizard): SipSection {
  const { section, transport, outboundProxy: outbound_proxy, acceptsAuth, sendsAuth } = wizard;
  const values = {
    aors: section.name,
    transport,
    outbound_proxy,
    auth: acceptsAuth ? `${section.name}-iauth` : '',
    outbound_auth: sendsAuth ? `${section.name}-oauth` : '',
    ...wizard.passed('endpoint'),
  };
  return made(wizard, 'endpoint', { values });
}

/** A far end that neither registers nor proves itself is known by its address. */
function identify(wizard: Wizard): readonly SipSection[] {
  const { section, remoteHosts, acceptsRegistrations, acceptsAuth } = wizard;
  const passed = wizard.passed('identify');
  if ((acceptsRegistrations || acceptsAuth || remoteHosts.length === 0) && passed['match'] === undefined) return [];
  const match = remoteHosts.map((host) => host.replace(/:\d+$/, ''));
  return [made(wizard, 'identify', { suffix: '-identify', values: { endpoint: section.name, match, ...passed } })];
}

function registrations(wizard: Wizard): readonly SipSection[] {
  const { section, transport, outboundProxy: outbound_proxy, sendsAuth, sendsRegistrations } = wizard;
  if (!sendsRegistrations) return [];
  return wizard.remoteHosts.map((host, index) =>
    made(wizard, 'registration', {
      suffix: `-reg-${index}`,
      values: {
        transport,
        outbound_proxy,
        outbound_auth: sendsAuth ? `${section.name}-oauth` : '',
        server_uri: filled(wizard.serverPattern, wizard, host),
        client_uri: filled(wizard.clientPattern, wizard, host),
        contact_user: wizard.passed('outbound_auth')['username'] ?? section.name,
        ...wizard.passed('registration'),
      },
    }),
  );
}

function filled(pattern: string, wizard: Wizard, host: string): string {
  const username = wizard.passed('outbound_auth')['username']?.at(-1) ?? wizard.section.name;
  return pattern.replaceAll('${' + 'REMOTE_HOST}', host).replaceAll('${' + 'USERNAME}', username);
}

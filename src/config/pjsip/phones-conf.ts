import type { ConfFile, ConfSection } from '../reader/conf-file';
import type { Findings } from '../reader/findings';
import { isOneOf } from '../reader/known-sections';
import { choice, host, hostAndPort, list, network, text, whole } from '../reader/option-parsers';
import { one, readSection, required, sectionNamed } from '../reader/section-schema';
import type { Values } from '../reader/section-schema';
import type { SimulatedPhoneConfig } from '../phones/simulated-phone';
import { isSimulated, readSimulatedPhone } from '../phones/simulated-phone';
import { usualCodecs } from './codecs';
import { madeSection } from './sip-section';
import type { SipSection } from './sip-section';

const protocols = ['udp', 'tcp'] as const;

const generalSchema = {
  bind: one<{ readonly host: string; readonly port: number | undefined } | undefined>('bind', hostAndPort, undefined),
  protocols: one<readonly (typeof protocols)[number][]>('protocols', list(choice(...protocols)), protocols),
  externalAddress: one('external_address', host, ''),
  localNetworks: one('local_net', list(network), []),
  context: one('context', text, 'default'),
  codecs: one('codecs', text, usualCodecs.join(',')),
};

const phoneSchema = {
  kind: one('kind', choice('sip', 'simulated'), 'sip'),
  password: required('password', text, ''),
  callerId: one('callerid', text, ''),
  context: one('context', text, ''),
  codecs: one('codecs', text, ''),
  voicemail: one('voicemail', text, ''),
  mailbox: one('mailbox', text, ''),
  devices: one('max_contacts', whole(1, 1000), 10),
};

export interface PhonesContext {
  readonly findings: Findings;
  /** Whether other files say where to listen. */
  readonly hasTransport: boolean;
  /** Wins over what the file says. */
  readonly port: number | undefined;
}

export interface PhonesConf {
  /** What pjsip.conf would say about the phones that register. */
  readonly sections: readonly SipSection[];
  readonly simulated: readonly SimulatedPhoneConfig[];
}

/**
 * phones.conf: a name and a password are a phone. They become the objects that pjsip.conf would have for it. Phones of
 * `kind = simulated` exist only inside the server.
 */
export function readPhonesConf(conf: ConfFile, context: PhonesContext): PhonesConf {
  const { findings } = context;
  const general = sectionNamed('general', conf);
  const settings = readSection(generalSchema, general, { findings, guarded: 'all' });
  const all = conf.sections.filter((section) => !isOneOf(['general'], section));
  const simulated = all
    .filter(isSimulated)
    .map((section) => readSimulatedPhone(section, { findings, context: settings.context }));
  return { simulated, sections: sipSections(conf, { settings, general }, context) };
}

interface GeneralPart {
  readonly settings: Settings;
  readonly general: ReturnType<typeof sectionNamed>;
}

function sipSections(
  conf: ConfFile,
  { settings, general }: GeneralPart,
  context: PhonesContext,
): readonly SipSection[] {
  const phones = conf.sections.filter((section) => !isOneOf(['general'], section) && !isSimulated(section));
  if (phones.length === 0) return [];
  const at = { file: general.file, line: general.line ?? 1 };
  const listens = settings.bind !== undefined || !context.hasTransport;
  return [
    ...(listens ? transports(settings, { at, port: context.port }) : []),
    ...phones.flatMap((section) => phone(section, settings, context.findings)),
  ];
}

type Settings = Values<typeof generalSchema>;

function transports(
  settings: Settings,
  { at, port }: { readonly at: { readonly file: string; readonly line: number }; readonly port: number | undefined },
): readonly SipSection[] {
  const { host: address = '127.0.0.1', port: written = 5060 } = settings.bind ?? {};
  const bind = `${address.includes(':') ? `[${address}]` : address}:${port ?? written}`;
  const external = settings.externalAddress;
  return settings.protocols.map((protocol) =>
    madeSection('transport', `phones-${protocol}`, {
      at,
      values: {
        type: 'transport',
        protocol,
        bind,
        external_media_address: external,
        external_signaling_address: external,
        local_net: settings.localNetworks.map(({ network: net }) => net),
      },
    }),
  );
}

/** What most phones need: they sit behind NAT, may be several of one name, and are asked whether they are there. */
function phone(section: ConfSection, settings: Settings, findings: Findings): readonly SipSection[] {
  const { name } = section;
  const { password, callerId, context, codecs, voicemail, mailbox, devices } = readSection(phoneSchema, section, {
    findings,
    guarded: 'all',
  });
  if (!/^[\w.!~*'()&=+$,;?/-]+$/.test(name))
    findings.problem(section, `a phone cannot be called '${name}'`, 'use letters, digits and the signs . _ - + *');
  const mailboxes = mailbox === '' && voicemail !== '' ? `${name}@default` : mailbox;
  const endpoint = {
    type: 'endpoint',
    aors: name,
    auth: name,
    context: context === '' ? settings.context : context,
    disallow: 'all',
    allow: codecs === '' ? settings.codecs : codecs,
    force_rport: 'yes',
    rtp_symmetric: 'yes',
    rewrite_contact: 'yes',
    callerid: callerId,
    mailboxes,
    voicemail_extension: voicemail,
  };
  const aor = {
    type: 'aor',
    max_contacts: String(devices),
    remove_existing: 'yes',
    qualify_frequency: '60',
    support_path: 'yes',
    mailboxes,
    voicemail_extension: voicemail,
  };
  return [
    madeSection('endpoint', name, { at: section, values: endpoint }),
    madeSection('aor', name, { at: section, values: aor }),
    madeSection('auth', name, {
      at: section,
      values: { type: 'auth', auth_type: 'userpass', username: name, password },
    }),
  ];
}

import { closest } from '../../../shared/text/closest';
import type { NamedRules } from './access-options';
import { readAriGeneral } from './ari-general';
import { readOutboundSocket } from './ari-outbound';
import { readUser } from './ari-user';
import type { PasswordCheck } from './ari-user';
import type { ConfFile, ConfSection } from '../../reader/conf-file';
import type { Findings } from '../../reader/findings';
import { isOneOf } from '../../reader/known-sections';
import { insteadOf } from '../../reader/option-parsers';
import { lastEntry, sectionNamed } from '../../reader/section-schema';
import type { AriConfig, OutboundSocketConfig, UserConfig } from '../../server-config';

/** An object and the section it was read from, for later checks. */
export interface Placed<Value> {
  readonly value: Value;
  readonly section: ConfSection;
}

export interface AriConf {
  readonly general: AriConfig;
  readonly users: readonly Placed<UserConfig>[];
  readonly outboundSockets: readonly Placed<OutboundSocketConfig>[];
}

export interface AriContext {
  readonly acls: NamedRules;
  readonly resources: readonly string[] | undefined;
  readonly passwordProblem?: PasswordCheck | undefined;
  readonly findings: Findings;
}

/** ari.conf: the interface, its users, and the sockets we open towards applications. */
export function readAriConf(conf: ConfFile, context: AriContext): AriConf {
  const { findings } = context;
  const objects = conf.sections.filter((section) => !isOneOf(['general'], section));
  const typed = objects.map((section) => ({ section, type: typeOf(section, findings) }));
  const sectionsOf = (wanted: string) => typed.flatMap(({ section, type }) => (type === wanted ? [section] : []));
  return {
    general: readAriGeneral(sectionNamed('general', conf), findings),
    users: sectionsOf('user').map((section) => ({ section, value: readUser(section, context) })),
    outboundSockets: sectionsOf('outbound_websocket').map((section) => ({
      section,
      value: readOutboundSocket(section, findings),
    })),
  };
}

const types = ['user', 'outbound_websocket'];

/** Sections that are neither user nor socket are ignored, unless they look like one. */
function typeOf(section: ConfSection, findings: Findings): string | undefined {
  const given = section.entries.findLast(({ key }) => key.toLowerCase() === 'type')?.value;
  const type = given?.toLowerCase().replaceAll('-', '_');
  if (type !== undefined && types.includes(type)) return type;
  const place = lastEntry(section, 'type');
  const near = type === undefined ? undefined : closest(type, types);
  if (near === undefined && !hasCredentials(section))
    findings.ignore(place, `[${section.name}]`, type === undefined ? 'it has no type' : `unknown type '${given}'`);
  else if (type === undefined)
    findings.problem(place, `[${section.name}] has no type`, 'add type = user or type = outbound_websocket');
  else findings.problem(place, `[${section.name}] has the unknown type '${given}'`, insteadOf(type, types));
  return undefined;
}

/** Options that only users and outbound sockets have. */
const telling = ['password', 'password_format', 'read_only', 'websocket_client_id', 'local_ari_user'];

function hasCredentials({ entries }: ConfSection): boolean {
  return entries.some(({ key }) => telling.includes(key.toLowerCase()));
}

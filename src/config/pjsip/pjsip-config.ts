import { readDomainAlias, readSipAcl } from './acl-options';
import type { DomainAliasConfig, SipAclConfig } from './acl-options';
import { readAor } from './aor-options';
import type { AorConfig } from './aor-options';
import { readAuth } from './auth-options';
import type { AuthConfig } from './auth-options';
import { readEndpoint } from './endpoint-options';
import type { EndpointConfig } from './endpoint-options';
import { readGlobal, readSystem } from './global-options';
import type { GlobalConfig, SystemConfig } from './global-options';
import { readIdentify } from './identify-options';
import type { IdentifyConfig } from './identify-options';
import type { ObjectReading } from './read-object';
import { readRegistration } from './registration-options';
import type { RegistrationConfig } from './registration-options';
import type { SipSection, SipType } from './sip-section';
import { readTransport } from './transport-options';
import type { TransportConfig } from './transport-options';

/** Everything about SIP: pjsip.conf, pjsip_wizard.conf and phones.conf as one set of objects. */
export interface PjsipConfig {
  readonly transports: readonly TransportConfig[];
  readonly endpoints: readonly EndpointConfig[];
  readonly aors: readonly AorConfig[];
  readonly auths: readonly AuthConfig[];
  readonly identifies: readonly IdentifyConfig[];
  readonly registrations: readonly RegistrationConfig[];
  readonly acls: readonly SipAclConfig[];
  readonly domainAliases: readonly DomainAliasConfig[];
  readonly global: GlobalConfig;
  readonly system: SystemConfig;
}

/** Reads sections into typed objects. What is wrong with one is a finding; references are checked elsewhere. */
export function readSipSections(sections: readonly SipSection[], reading: ObjectReading): PjsipConfig {
  const of = <Value>(
    type: SipType,
    read: (section: SipSection['section'], reading: ObjectReading) => Value,
  ): readonly Value[] => sections.filter((each) => each.type === type).map(({ section }) => read(section, reading));
  const last = (type: SipType) => sections.findLast((each) => each.type === type)?.section;
  return {
    transports: of('transport', readTransport),
    endpoints: of('endpoint', readEndpoint),
    aors: of('aor', readAor),
    auths: of('auth', readAuth),
    identifies: of('identify', readIdentify),
    registrations: of('registration', readRegistration),
    acls: of('acl', readSipAcl),
    domainAliases: of('domain_alias', readDomainAlias),
    global: readGlobal(last('global'), reading),
    system: readSystem(last('system'), reading),
  };
}

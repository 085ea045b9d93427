import { choice, list, whole } from '../reader/option-parsers';
import type { OptionSource, Values } from '../reader/section-schema';
import { absentSection } from '../reader/section-schema';
import { algorithms } from './auth-options';
import { count, flag, oneWord, option, secondsIn, word } from './object-option';
import { readObject } from './read-object';
import type { ObjectReading } from './read-object';
import { withoutEffect } from './without-effect';

export const identifierNames = ['ip', 'username', 'auth_username', 'header', 'request_uri', 'anonymous'] as const;
export type IdentifierName = (typeof identifierNames)[number];

export const globalOptions = {
  userAgent: word('user_agent', 'Patchbay'),
  identifierOrder: option<readonly IdentifierName[]>(
    'endpoint_identifier_order',
    list(choice(...identifierNames)),
    'ip,username,anonymous',
  ),
  maxForwards: count('max_forwards', 70, [1, 255]),
  keepAliveInterval: option('keep_alive_interval', secondsIn([0, 86_400]), '90'),
  defaultRealm: word('default_realm', 'Patchbay'),
  defaultOutboundEndpoint: word('default_outbound_endpoint', 'default_outbound_endpoint'),
  defaultFromUser: word('default_from_user', 'patchbay'),
  defaultVoicemailExtension: word('default_voicemail_extension'),
  clientAlgorithms: algorithms('default_auth_algorithms_uac'),
  serverAlgorithms: algorithms('default_auth_algorithms_uas'),
  contactCheckInterval: option('contact_expiration_check_interval', secondsIn([1, 86_400]), '30'),
  maxInitialQualifyTime: option('max_initial_qualify_time', secondsIn([0, 86_400]), '0'),
  omitsInitialMwi: flag('mwi_disable_initial_unsolicited', 'false'),
  reportsContactUpdates: flag('send_contact_status_on_update_registration', 'no'),
  allowsNoReferSub: flag('norefersub', 'yes'),
  usesCallerIdInContact: flag('use_callerid_contact', 'no'),
  refusesInOverload: oneWord('taskprocessor_overload_trigger', ['none', 'global', 'pjsip_only'], 'global'),
  maxLoopDelay: count('max_loop_delay', 50, [0, 10_000]),
  maxUtilization: count('max_utilization', 0, [0, 100]),
  ignoresUserOptions: flag('ignore_uri_user_options', 'false'),
};

export type GlobalConfig = Values<typeof globalOptions>;

export const systemOptions = {
  timerT1: option('timer_t1', whole(100, 10_000), '500'),
  timerB: option('timer_b', whole(1000, 120_000), '32000'),
  staysOnUdp: flag('disable_tcp_switch', 'true'),
};

/** Timers are in milliseconds. */
export type SystemConfig = Values<typeof systemOptions>;

export function readGlobal(section: OptionSource | undefined, reading: ObjectReading): GlobalConfig {
  return readObject(globalOptions, section ?? absentSection('global', ''), { reading, unused: withoutEffect.global });
}

export function readSystem(section: OptionSource | undefined, reading: ObjectReading): SystemConfig {
  return readObject(systemOptions, section ?? absentSection('system', ''), { reading, unused: withoutEffect.system });
}

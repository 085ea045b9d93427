import { choice, list, whole } from '../reader/option-parsers';
import { each } from '../reader/section-schema';
import type { OptionSource, Values } from '../reader/section-schema';
import { accessOptions, accessRules, contactAccessOptions, contactRules } from './access';
import { codecOption } from './codecs';
import type { AddressRule } from '../server-config';
import { assignment, count, flag, names, oneWord, option, optional, secondsIn, sipUri, word } from './object-option';
import type { ObjectOption } from './object-option';
import { readObject } from './read-object';
import type { ObjectReading } from './read-object';
import { withoutEffect } from './without-effect';

/** How the sender of a request may be recognised. */
export const identifications = ['username', 'auth_username', 'ip', 'header', 'request_uri'] as const;
export type Identification = (typeof identifications)[number];

const privacies = [
  ...(['allowed_not_screened', 'allowed_passed_screen', 'allowed_failed_screen', 'allowed'] as const),
  ...(['prohib_not_screened', 'prohib_passed_screen', 'prohib_failed_screen', 'prohib', 'unavailable'] as const),
];

const variables: ObjectOption<readonly { readonly name: string; readonly value: string }[]> = {
  ...each('set_var', assignment),
  parser: assignment,
  default: '',
  isList: true,
  read: (given) =>
    each('set_var', assignment)
      .read(given)
      .map(({ value }) => value),
};

const longestSeconds = 2_000_000;
const seconds = (name: string, fallback: number): ObjectOption<number> =>
  option(name, secondsIn([0, longestSeconds]), String(fallback));

/** Who it is, where it is reached, and how calls reach the dialplan. */
const identity = {
  aors: names('aors'),
  auths: names('auth'),
  outboundAuths: names('outbound_auth'),
  identifyBy: option<readonly Identification[]>('identify_by', list(choice(...identifications)), 'username,ip'),
  transport: word('transport'),
  outboundProxy: option('outbound_proxy', optional(sipUri), ''),
  context: word('context', 'default'),
  messageContext: word('message_context'),
  subscribeContext: word('subscribe_context'),
  allowsUnauthenticatedOptions: flag('allow_unauthenticated_options', 'false'),
  allowsSubscribe: flag('allow_subscribe', 'true'),
  allowsTransfer: flag('allow_transfer', 'true'),
  minSubscription: seconds('sub_min_expiry', 0),
  deviceStateBusyAt: count('device_state_busy_at', 0),
  notifiesEarlyRinging: flag('notify_early_inuse_ringing', 'false'),
  variables,
  accountCode: word('accountcode'),
  language: word('language'),
  toneZone: word('tone_zone'),
  musicClass: word('moh_suggest', 'default'),
  passesMusic: flag('moh_passthrough', 'false'),
  callGroup: names('call_group'),
  pickupGroup: names('pickup_group'),
  namedCallGroup: names('named_call_group'),
  namedPickupGroup: names('named_pickup_group'),
};

/** Names and numbers: what is believed, and what is told. */
const parties = {
  callerId: word('callerid', '<unknown>'),
  callerIdPrivacy: oneWord('callerid_privacy', privacies, 'allowed_not_screened'),
  callerIdTag: word('callerid_tag'),
  fromUser: word('from_user'),
  /** Of our Contact in its calls. */
  contactUser: word('contact_user'),
  fromDomain: word('from_domain'),
  trustsInboundIdentity: flag('trust_id_inbound', 'false'),
  trustsForOutbound: flag('trust_id_outbound', 'false'),
  trustsConnectedLine: flag('trust_connected_line', 'yes'),
  sendsConnectedLine: flag('send_connected_line', 'yes'),
  sendsPai: flag('send_pai', 'false'),
  sendsRpid: flag('send_rpid', 'false'),
  sendsRpidAtOnce: flag('rpid_immediate', 'false'),
  sendsDiversion: flag('send_diversion', 'true'),
  connectedLineMethod: oneWord('connected_line_method', ['invite', 'update', 'reinvite'], 'invite'),
  addsUserPhone: flag('user_eq_phone', 'false'),
};

/** Mailboxes and how their state is told. */
const messageWaiting = {
  mailboxes: names('mailboxes'),
  aggregatesMailboxes: flag('aggregate_mwi', 'true'),
  mwiFromUser: word('mwi_from_user'),
  mwiSubscriptionReplacesUnsolicited: flag('mwi_subscribe_replaces_unsolicited', 'no'),
  voicemailExtension: word('voicemail_extension'),
};

/** How signalling behaves. */
const signalling = {
  forcesRport: flag('force_rport', 'true'),
  rewritesContact: flag('rewrite_contact', 'false'),
  reliableProvisional: oneWord('100rel', ['no', 'yes', 'required', 'peer_supported'], 'yes'),
  sessionTimers: oneWord('timers', ['yes', 'no', 'required', 'always', 'forced'], 'yes'),
  sessionMinExpires: option('timers_min_se', whole(90, longestSeconds), '90'),
  sessionExpires: option('timers_sess_expires', whole(90, longestSeconds), '1800'),
  redirectMethod: oneWord('redirect_method', ['user', 'uri_core', 'uri_pjsip'], 'user'),
  ignores183WithoutSdp: flag('ignore_183_without_sdp', 'false'),
  reportsBlindProgress: flag('refer_blind_progress', 'true'),
  omitsReason: flag('suppress_q850_reason_headers', 'false'),
};

/** Audio. Durations are in milliseconds. */
const media = {
  codecs: codecOption,
  prefersOneCodec: flag('preferred_codec_only', 'false'),
  usesPtime: flag('use_ptime', 'false'),
  dtmfMode: oneWord('dtmf_mode', ['rfc4733', 'inband', 'info', 'auto', 'auto_info', 'none'], 'rfc4733'),
  inbandProgress: flag('inband_progress', 'false'),
  symmetricRtp: flag('rtp_symmetric', 'false'),
  rtcpMux: flag('rtcp_mux', 'false'),
  rtpIpv6: flag('rtp_ipv6', 'false'),
  rtpKeepAlive: seconds('rtp_keepalive', 0),
  rtpTimeout: seconds('rtp_timeout', 0),
  rtpTimeoutOnHold: seconds('rtp_timeout_hold', 0),
  mediaAddress: word('media_address'),
  sdpOwner: word('sdp_owner', '-'),
  sdpSession: word('sdp_session', 'Patchbay'),
  mediaEncryption: oneWord('media_encryption', ['no', 'sdes', 'dtls'], 'no'),
  encryptsOptimistically: flag('media_encryption_optimistic', 'false'),
  prefersShortTags: flag('srtp_tag_32', 'false'),
  offersFeedback: flag('use_avpf', 'false'),
  webrtc: flag('webrtc', 'no'),
};

export const endpointOptions = {
  ...identity,
  ...parties,
  ...messageWaiting,
  ...signalling,
  ...media,
  ...accessOptions,
  ...contactAccessOptions,
};

type EndpointValues = Omit<
  Values<typeof endpointOptions>,
  'codecs' | keyof typeof accessOptions | keyof typeof contactAccessOptions
>;

/** A phone, a trunk or whatever else calls come from and go to. */
export interface EndpointConfig extends EndpointValues {
  readonly id: string;
  readonly codecs: readonly string[];
  /** From where its requests may come. */
  readonly rules: readonly AddressRule[];
  /** Which addresses its contacts may have. */
  readonly contactRules: readonly AddressRule[];
  /** Why it can neither place nor take calls: it demands what this server does not have, and gets nothing less secure. */
  readonly callsRefused: string | undefined;
}

export function readEndpoint(section: OptionSource, reading: ObjectReading): EndpointConfig {
  const { findings } = reading;
  const {
    rules,
    acl,
    contactRules: ofContacts,
    contactAcl,
    codecs,
    ...values
  } = readObject(endpointOptions, section, { reading, unused: withoutEffect.endpoint });
  for (const name of codecs.foreign)
    findings.ignore(codecs.place ?? section, `codec '${name}'`, 'this server does not have it');
  const callsRefused = refusalOf(values);
  if (callsRefused !== undefined)
    findings.notice(section, `[${section.name}] takes and makes no calls: ${callsRefused}`);
  else if (codecs.codecs.length === 0)
    findings.notice(
      codecs.place ?? section,
      `[${section.name}] takes and makes no calls: it allows no codec that this server has`,
    );
  return {
    ...values,
    id: section.name,
    codecs: codecs.codecs,
    rules: accessRules({ rules, acl }, section, reading),
    contactRules: contactRules({ contactRules: ofContacts, contactAcl }, section, reading),
    callsRefused,
  };
}

type Encryption = Pick<EndpointValues, 'webrtc' | 'mediaEncryption' | 'encryptsOptimistically'>;

function refusalOf({ webrtc, mediaEncryption, encryptsOptimistically }: Encryption): string | undefined {
  if (webrtc) return 'webrtc = yes demands audio encrypted by DTLS, which this server does not have yet';
  if (mediaEncryption !== 'dtls' || encryptsOptimistically) return undefined;
  return 'media_encryption = dtls demands audio encrypted by DTLS, which this server does not have yet';
}

import type { ConfFile } from '../../reader/conf-file';
import type { Findings } from '../../reader/findings';
import { checkSections } from '../../reader/known-sections';
import { choice, whole } from '../../reader/option-parsers';
import { lastEntry, one, readSection, sectionNamed } from '../../reader/section-schema';
import type { RtpConfig } from '../../server-config';

const highestPort = 65_535;

const schema = {
  firstPort: one('rtpstart', whole(1024, highestPort), 5000),
  lastPort: one('rtpend', whole(1024, highestPort), 31_000),
  probation: one('probation', whole(1, 100), 4),
  strictness: one('strictrtp', choice('yes', 'no', 'seqno'), 'yes'),
};

const unusedOptions = [
  ...['rtpchecksums', 'dtmftimeout', 'rtcpinterval', 'icesupport', 'stunaddr', 'stun_acl', 'ice_acl'],
  ...[
    'stun_deny',
    'stun_blacklist',
    'ice_blacklist',
    'stun_permit',
    'ice_deny',
    'ice_permit',
    'turnaddr',
    'turnusername',
    'turnpassword',
    'srtpreplayprotection',
  ],
];

/** rtp.conf: the port range for audio, and how strictly a sender is bound to one address. */
export function readRtpConf(conf: ConfFile, findings: Findings): RtpConfig {
  checkSections(conf, { known: ['general'], unused: ['ice_host_candidates'] }, findings);
  const section = sectionNamed('general', conf);
  const { firstPort, lastPort, probation, strictness } = readSection(schema, section, {
    findings,
    unused: unusedOptions,
    guarded: 'slips',
  });
  if (firstPort >= lastPort)
    findings.problem(
      lastEntry(section, 'rtpend'),
      `'rtpend' is ${lastPort}`,
      `it must be above rtpstart, ${firstPort}`,
    );
  return { firstPort, lastPort, probation, learnsSender: strictness !== 'no' };
}

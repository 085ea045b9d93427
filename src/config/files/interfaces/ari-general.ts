import type { Findings } from '../../reader/findings';
import { bool, list, milliseconds, seconds, text, whole } from '../../reader/option-parsers';
import { lastEntry, one, readSection } from '../../reader/section-schema';
import type { OptionSource } from '../../reader/section-schema';
import type { AriConfig } from '../../server-config';

const schema = {
  enabled: one('enabled', bool, true),
  pretty: one('pretty', bool, false),
  realm: one('auth_realm', text, 'Patchbay'),
  allowedOrigins: one('allowed_origins', list(text), []),
  channelVars: one('channelvars', list(text), []),
  websocketWriteTimeout: one('websocket_write_timeout', milliseconds(0), 30_000),
  websocketPingInterval: one('websocket_ping_interval', seconds(0), 20_000),
  websocketMaxPayload: one('websocket_max_payload', whole(1), 1_048_576),
  websocketMaxQueue: one('websocket_max_queue', whole(1), 16_777_216),
  resumeEvents: one('resume_events', whole(0), 1000),
  resumeAge: one('resume_age', seconds(0), 300_000),
  storyCalls: one('story_calls', whole(0, 10_000), 0),
};

const maxChannelVars = 128;

/** `[general]` of ari.conf. */
export function readAriGeneral(section: OptionSource, findings: Findings): AriConfig {
  const { resumeEvents, resumeAge, ...read } = readSection(schema, section, {
    findings,
    // A typo of it would leave the interface on.
    guarded: ['enabled'],
  });
  if (read.channelVars.length > maxChannelVars)
    findings.problem(
      lastEntry(section, 'channelvars'),
      `channelvars names ${read.channelVars.length} variables`,
      `name at most ${maxChannelVars}`,
    );
  if (/["\\\p{Cc}]/u.test(read.realm))
    findings.problem(lastEntry(section, 'auth_realm'), 'auth_realm holds a quote or a backslash', 'leave them out');
  return { ...read, resume: { events: resumeEvents, age: resumeAge } };
}

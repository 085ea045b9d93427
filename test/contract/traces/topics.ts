import { needsPhones } from './phones/phone-agents';
import type { Trace } from './trace';
import { textOf } from './trace';

/** What a recording is mostly about, so that several test files can share the work. */
export type Topic = 'media' | 'bridges' | 'calls' | 'resources' | 'phones' | 'calls of phones' | 'calls to phones';

const mediaEvents = /^(Playback|Recording|ChannelTalking|ChannelToneDetected|MEDIA_|audio)/;

export function topicOf(trace: Trace): Topic {
  if (needsPhones(trace)) return phoneTopicOf(trace);
  const types = trace.steps.flatMap((step) => (step.kind === 'event' ? [textOf(step.event['type'])] : []));
  if (types.some((type) => mediaEvents.test(type))) return 'media';
  if (types.some((type) => type.includes('Bridge'))) return 'bridges';
  return types.some((type) => type.startsWith('Channel')) ? 'calls' : 'resources';
}

/** Who begins the first call. */
function phoneTopicOf({ steps }: Trace): Topic {
  const first = steps.find((step) => step.kind === 'sip' && step.line.startsWith('INVITE '));
  if (first?.kind !== 'sip') return 'phones';
  return first.isOurs ? 'calls of phones' : 'calls to phones';
}

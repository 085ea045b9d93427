import { needsPhones } from '../phones/phone-ports';
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
  const messages = steps.filter((step) => step.kind === 'sip');
  const first = messages.find(({ line }) => line.startsWith('INVITE '));
  if (first === undefined && messages.length > 0) return 'phones';
  return first?.isOurs !== false ? 'calls of phones' : 'calls to phones';
}

import type { Trace } from './trace';
import { textOf } from './trace';

/** What a recording is mostly about, so that several test files can share the work. */
export type Topic = 'media' | 'bridges' | 'calls' | 'resources';

const mediaEvents = /^(Playback|Recording|ChannelTalking|ChannelToneDetected|MEDIA_|audio)/;

export function topicOf({ steps }: Trace): Topic {
  const types = steps.flatMap((step) => (step.kind === 'event' ? [textOf(step.event['type'])] : []));
  if (types.some((type) => mediaEvents.test(type))) return 'media';
  if (types.some((type) => type.includes('Bridge'))) return 'bridges';
  return types.some((type) => type.startsWith('Channel')) ? 'calls' : 'resources';
}

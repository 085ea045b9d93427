import type { StoryLine } from '../../generated/models';
import type { JsonObject } from '../contract/json';
import type { Observation } from '../engine/call-story';
import { wireTime } from '../shared/time/timestamp';

export function presentStoryLine({ at, kind, from, to, label, channelIds, body }: Observation): StoryLine {
  return {
    timestamp: wireTime(at),
    kind,
    from,
    to,
    label,
    channel_ids: channelIds,
    ...(typeof body === 'string' ? { text: body } : {}),
    ...(isJsonObject(body) ? { body } : {}),
  };
}

function isJsonObject(body: unknown): body is JsonObject {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

import type { BridgeKind, VideoMode } from './bridge-snapshot';

export const bridgeAttributes = [
  'mixing',
  'holding',
  'dtmf_events',
  'proxy_media',
  'video_single',
  'video_sfu',
  'sdp_label',
] as const;
type BridgeAttribute = (typeof bridgeAttributes)[number];

/** What a bridge is made for. */
export interface BridgeType {
  readonly kind: BridgeKind;
  readonly videoMode: VideoMode;
  /** As they were written. */
  readonly attributes: string;
}

export type BridgeTypeResult =
  | { readonly outcome: 'read'; readonly type: BridgeType }
  | { readonly outcome: 'attribute-unknown'; readonly attribute: string }
  | { readonly outcome: 'contradiction' };

/** Reads a comma-separated list of attributes in any order. A feature without mixing or holding is taken as mixing. */
export function readBridgeType(text: string): BridgeTypeResult {
  const given = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const unknown = given.find((part) => !bridgeAttributes.includes(part as BridgeAttribute));
  if (unknown !== undefined) return { outcome: 'attribute-unknown', attribute: unknown };
  const has = (attribute: BridgeAttribute): boolean => given.includes(attribute);
  const isHolding = has('holding') && !has('video_sfu');
  if (isHolding && has('mixing')) return { outcome: 'contradiction' };
  const videoMode = has('video_sfu') ? 'sfu' : has('video_single') ? 'single' : 'talker';
  const attributes = given.length === 0 ? 'mixing' : given.join(',');
  return { outcome: 'read', type: { kind: isHolding ? 'holding' : 'mixing', videoMode, attributes } };
}

/** Whether packets may pass between two members without being mixed. */
export function allowsPassing({ kind, videoMode, attributes }: BridgeType): boolean {
  return kind === 'mixing' && videoMode !== 'sfu' && !mixedAttributes.some((each) => attributes.includes(each));
}

/** With these, the audio of two members is mixed, too. Neither is part of the name of another attribute. */
const mixedAttributes: readonly string[] = ['dtmf_events', 'proxy_media'] satisfies readonly BridgeAttribute[];

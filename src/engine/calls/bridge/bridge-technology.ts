import type { ProvidedNames } from '../../../shared/provided-names';
import type { BridgeType } from './bridge-type';

/** What mixes the audio of a bridge, or keeps its members apart. */
export type BridgeTechnology = 'simple_bridge' | 'softmix' | 'holding_bridge';

export type BridgeTechnologies = ProvidedNames<BridgeTechnology>;

/** What a bridge of that type needs with so many members. Two can also be mixed like many. */
export function technologyFor(
  { kind, videoMode }: BridgeType,
  members: number,
  technologies: BridgeTechnologies,
): BridgeTechnology {
  if (kind === 'holding') return 'holding_bridge';
  if (videoMode === 'sfu' || members > 2) return 'softmix';
  return technologies.has('simple_bridge') ? 'simple_bridge' : 'softmix';
}

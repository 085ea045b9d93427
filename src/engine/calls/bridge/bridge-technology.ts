import type { ProvidedNames } from '../../../shared/module-use/provided-names';
import type { Channel } from '../channel/channel';
import type { BridgeType } from './bridge-type';
import { allowsPassing } from './bridge-type';

/** What mixes the audio of a bridge, passes it through, or keeps its members apart. */
export type BridgeTechnology = 'simple_bridge' | 'native_rtp' | 'softmix' | 'holding_bridge';

export type BridgeTechnologies = ProvidedNames<BridgeTechnology>;

/** What a bridge of that type needs with this many members. Two can also be mixed like many. */
export function technologyFor(
  { kind, videoMode }: BridgeType,
  members: number,
  technologies: BridgeTechnologies,
): BridgeTechnology {
  if (kind === 'holding') return 'holding_bridge';
  if (videoMode === 'sfu' || members > 2) return 'softmix';
  return technologies.has('simple_bridge') ? 'simple_bridge' : 'softmix';
}

/** Whether the packets of two members pass between them as they are: nothing changes them or listens to them. */
export function passesPackets(type: BridgeType, members: readonly Channel[]): boolean {
  const [first, second] = members;
  if (members.length !== 2 || first === undefined || second === undefined) return false;
  const format = packetFormat(first);
  return allowsPassing(type) && format !== undefined && format === packetFormat(second);
}

/** The format of the packets of a channel; undefined when they cannot be passed on as they are. */
function packetFormat({ line, audio, state }: Channel): string | undefined {
  if (line.bridgesRtp !== true || state !== 'Up' || !audio.isPlain) return undefined;
  const { audio: carried } = line;
  return carried?.kind === 'outside' ? carried.format : undefined;
}

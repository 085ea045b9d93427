import { legId } from '../../src/shared/ids';
import type { AudioForm, MediaCommand } from '../../src/media/protocol';

export interface BridgeScene {
  /** Legs in a bridge. */
  readonly size: number;
  /** Of all legs. */
  readonly form: AudioForm;
  readonly file: string;
}

/** This many legs in bridges of one size, and at the far end of each a file that is played without end; leg by leg. */
export function sceneOfBridges(legs: number, { size, form, file }: BridgeScene): MediaCommand[][] {
  return Array.from({ length: legs }, (_, index): MediaCommand[] => {
    const [leg, far] = [legId(`leg ${index}`), legId(`far ${index}`)];
    const bridge = `bridge ${Math.floor(index / size)}`;
    const source = { kind: 'files', files: [file], isEndless: true } as const;
    const offset = (index * 37) % 5000;
    return [
      { do: 'open-bridge', bridge, mixes: 'all' },
      { do: 'open-pair', legs: [leg, far], form },
      { do: 'join-bridge', bridge, leg, role: { isMuted: false, isAnnouncer: false } },
      { do: 'play', play: `play ${index}`, target: { kind: 'leg', leg: far }, source, offset, inBackground: false },
    ];
  });
}

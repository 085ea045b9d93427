import type { Scene } from '../scene';
import type { Activity } from './activity';
import { move, recording, setUp, talk } from './calls';
import { Resumption } from './resumption';
import { Transfers } from './transfers';

/** What is going on while something fails. */
export type Moment = 'set-up' | 'talk' | 'recording' | 'transfer' | 'resume' | 'move';

/** `home` is the node where the first application has its socket. */
export const moments: Readonly<Record<Moment, (scene: Scene, home: number) => Activity>> = {
  'set-up': (scene) => ({ run: () => setUp(scene) }),
  talk: (scene) => ({ run: () => talk(scene) }),
  recording: (scene) => ({ run: () => recording(scene) }),
  transfer: (scene) => new Transfers(scene),
  resume: (scene, home) => new Resumption(scene, home),
  move: (scene) => ({ run: () => move(scene) }),
};

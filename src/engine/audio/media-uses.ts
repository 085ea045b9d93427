import type { Hold } from '../../shared/module-use/hold';

/** Counts what is heard and recorded on behalf of the modules that allow it. */
export interface MediaUses {
  readonly playback: Hold;
  readonly recording: Hold;
  readonly music: Hold;
  readonly snoop: Hold;
  readonly talkDetection: Hold;
  readonly toneDetection: Hold;
}

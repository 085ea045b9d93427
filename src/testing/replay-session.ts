import { readFileSync } from 'node:fs';
import { TapePlayer } from '../tape/player';
import { readTape } from '../tape/tape';

/** A recorded session that is played to an application. */
export interface SessionReplay {
  /** For the application under test. Every user may log in. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** Resolves when the whole session has been played. */
  readonly finished: Promise<void>;
  /** What the application has asked for besides, and what it has not asked for, one line each. */
  readonly differences: () => readonly string[];
  readonly close: () => Promise<void>;
}

/** Plays the server's side of a session that `patchbay record` has saved. */
export async function replaySession(file: string): Promise<SessionReplay> {
  const player = new TapePlayer(readTape(readFileSync(file, 'utf8')));
  const url = await player.listen();
  return {
    url,
    user: 'patchbay',
    password: 'patchbay',
    finished: player.finished,
    differences: () => player.differences(),
    close: () => player.close(),
  };
}

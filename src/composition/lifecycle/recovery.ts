import type { Directories } from '../../config/server-config';
import { recover } from '../../media/files/unfinished/recover';
import type { MediaLink } from '../../media/protocol';
import type { Logger } from '../../shared/logger';

type Folders = Pick<Directories, 'recordings' | 'monitor'>;

/** Recovers unfinished recordings of a crashed process or media thread. */
export async function recoverRecordings({ recordings, monitor }: Folders, log: Logger, thread?: number): Promise<void> {
  for (const folder of [recordings, monitor]) {
    const { recovered, failed } = await recover(folder, thread);
    for (const path of recovered)
      log.info({ path }, 'a recording that a crash cut off was recovered, as far as it got');
    for (const { path, reason } of failed)
      log.warn({ path, reason }, 'a recording that a crash cut off is left as it is');
  }
}

/** Does so whenever a media thread was lost. The result stops it after the running recovery. */
export function recoverAfterThreads(link: MediaLink, folders: Folders, log: Logger): () => Promise<void> {
  let underWay = Promise.resolve();
  const stop = link.onThreadEnded?.((thread) => {
    underWay = underWay
      .then(() => recoverRecordings(folders, log, thread))
      .catch((error: unknown) => log.error({ error }, 'recordings of a lost media thread could not be recovered'));
  });
  return async () => {
    stop?.();
    await underWay;
  };
}

import { createRequire } from 'node:module';
import type { Host } from '../../server/http/door';
import type { Refuse } from '../../server/refuse';
import type { DoorFrame } from './door-frame';
import type * as Pages from './pages';

/** The pages, loaded with the first request for one of them: Express takes a fifth of the time to the first answer. */
export function laterPages(frame: DoorFrame, refuse: Refuse): Host {
  let pages: Host | undefined;
  return (request, response, next) => {
    pages ??= loadPages().makePages(frame, refuse);
    pages(request, response, next);
  };
}

function loadPages(): typeof Pages {
  const load = createRequire(__filename);
  return load('./pages') as typeof Pages;
}

import { Router } from 'express';
import type { Refuse } from '../refuse';
import { sendRefusal } from '../refuse';

/** What a request gets that comes to the place of media websockets and does not ask for one. */
export function mediaRoute(refuse: Refuse): Router {
  const router = Router({ caseSensitive: true });
  router.get('/media/*path', (_, response) => {
    response.set('Upgrade', 'websocket');
    sendRefusal(response, refuse(426, 'only a media websocket can be opened here'));
  });
  return router;
}

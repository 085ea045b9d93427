import { Router } from 'express';
import type { Refuse } from '../refuse';
import { sendRefusal } from '../refuse';

/** Answers requests to the path of media websockets that are not upgrades. */
export function mediaRoute(refuse: Refuse): Router {
  const router = Router({ caseSensitive: true });
  router.get('/media/*path', (_, response) => {
    response.set('Upgrade', 'websocket');
    sendRefusal(response, refuse(426, 'only a media websocket can be opened here'));
  });
  return router;
}

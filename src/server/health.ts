import { Router } from 'express';
import type { Metrics } from './metrics';

/** For those who watch the server: is it alive, does it take requests, what has it counted. No credentials needed. */
export function healthRoutes({
  metrics,
  isReady,
}: {
  readonly metrics: Metrics;
  readonly isReady: () => boolean;
}): Router {
  const router = Router({ caseSensitive: true });
  router.get('/healthz', (_, response) => void response.type('text/plain').send('ok\n'));
  router.get('/readyz', (_, response) => {
    const ready = isReady();
    response
      .status(ready ? 200 : 503)
      .type('text/plain')
      .send(ready ? 'ready\n' : 'not ready\n');
  });
  router.get('/metrics', (_, response) => void response.type('text/plain; version=0.0.4').send(metrics.text()));
  return router;
}

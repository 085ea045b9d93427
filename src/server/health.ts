import { Router } from 'express';
import type { Metrics } from './metrics';

/** For monitoring: liveness, readiness and metrics. No credentials needed. */
export function healthRoutes({
  metrics,
  whyNotReady,
}: {
  readonly metrics: Metrics;
  /** Undefined when ready. */
  readonly whyNotReady: () => string | undefined;
}): Router {
  const router = Router({ caseSensitive: true });
  router.get('/healthz', (_, response) => void response.type('text/plain').send('ok\n'));
  router.get('/readyz', (_, response) => {
    const reason = whyNotReady();
    response
      .status(reason === undefined ? 200 : 503)
      .type('text/plain')
      .send(reason === undefined ? 'ready\n' : `not ready: ${reason}\n`);
  });
  router.get('/metrics', (_, response) => void response.type('text/plain; version=0.0.4').send(metrics.text()));
  return router;
}

import { healthRoutes } from '../../server/health';
import { makeHost } from '../../server/host';
import type { Host } from '../../server/http/door';
import { managerRoute } from '../../server/manager-web/manager-route';
import { mediaRoute } from '../../server/media-socket/media-route';
import type { Refuse } from '../../server/refuse';
import type { DoorFrame } from './door-frame';

/** Everything that is not an operation: health, metrics, the manager over HTTP, the published description and the documentation. */
export function makePages(frame: DoorFrame, refuse: Refuse): Host {
  const { projectFolder, managerWeb } = frame.deps;
  const { prefix, maxBodyBytes } = frame.deps.config.http;
  const { metrics, settings } = frame;
  const routes = [
    healthRoutes({ metrics, whyNotReady: () => frame.whyNotReady() }),
    mediaRoute(refuse),
    managerRoute({ manager: managerWeb, settings, maxBodyBytes, prefix, refuse }),
  ];
  return makeHost({ projectFolder, prefix, routes, refuse });
}

import type { Operations } from '../../../generated/operations';
import { BrokenRequests } from '../../server/http/requests/broken-request';
import type { ContractViolation } from '../../server/contract-mode/contract-mode';
import type { HttpDoorOptions } from '../../server/http/door';
import { HttpDoor } from '../../server/http/door';
import { inOrder } from '../../server/http/connections/in-order';
import type { ListenerOptions } from '../../server/http/connections/listener';
import { Listener } from '../../server/http/connections/listener';
import type { UpgradeHandler } from '../../server/http/requests/upgrade-gate';
import { loadContractMode } from './load-contract-mode';
import { laterPages } from './load-pages';
import type { DoorFrame } from './door-frame';

/** The listener, and behind it the door for requests. */
export function makeListener(frame: DoorFrame, onUpgrade: UpgradeHandler): Listener {
  const { settings, connections, slowReaders } = frame;
  return new Listener({
    config: frame.deps.config.http,
    onUpgrade,
    connections,
    slowReaders,
    clock: frame.deps.clock,
    onRequest: inOrder(requestHandler(frame), slowReaders.cutFlood),
    onBroken: new BrokenRequests({ ...frame.deps, settings }).handle,
  });
}

/** The fast door; in contract mode the same door with the OpenAPI document as a judge behind it. */
function requestHandler(frame: DoorFrame): ListenerOptions['onRequest'] {
  const { log, projectFolder, contract } = frame.deps;
  const options = httpOptions(frame);
  if (!contract) return new HttpDoor(options).handle;
  const { contractHost, readOpenApiDocument } = loadContractMode();
  const onViolation = (violation: ContractViolation): void => log.error({ ...violation }, 'the contract was violated');
  const judged = contractHost({ ...options, openApi: readOpenApiDocument(projectFolder), onViolation });
  return (request, response) => void judged(request, response);
}

function httpOptions(frame: DoorFrame): HttpDoorOptions<Operations> {
  const { config, dispatcher, log } = frame.deps;
  const { users, settings, metrics, connections } = frame;
  const { prefix, maxBodyBytes } = config.http;
  const isReady = (): boolean => frame.ready;
  const host = laterPages(frame, dispatcher.refuse.bind(dispatcher));
  return { dispatcher, users, settings, metrics, log, prefix, maxBodyBytes, host, isReady, connections };
}
